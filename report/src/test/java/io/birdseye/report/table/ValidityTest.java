package io.birdseye.report.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.birdseye.model.Load;
import io.birdseye.model.process.Throttling;
import io.birdseye.report.Samples;
import io.birdseye.report.result.Trial.Disturbance;
import io.birdseye.report.result.Trial.InjectorsUsed;
import io.birdseye.report.result.Trial.Measured;
import io.birdseye.report.result.Trial;
import io.birdseye.report.result.ValidityBounds;
import io.birdseye.report.table.LoadOutcome.Grade;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ValidityTest {

    private static final Load RATE = Load.open(50);

    @TempDir
    private Path folder;

    /** Two cores: half a core busy is a quarter of the machine. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "?", value = {
        "49.9 | 50   | 0.4 | 0.4 | 49  | 0.01 | ",
        "51   | 50   | 0.1 | 0.1 | 1   | 0    | start lag p99 51.0 ms, at most 50 ms are allowed",
        "1    | 49.4 | 0.1 | 0.1 | 1   | 0    | the injector sent 49.4/s of the 50.0/s asked for",
        "1    | 50   | 0.6 | 0.1 | 1   | 0    | the injector took 30 % of the machine, at most 25 % are allowed",
        "1    | 50   | 0.1 | 0.7 | 1   | 0    | mock-api took 35 % of the machine, at most 25 % are allowed",
        "1    | 50   | 0.1 | 0.1 | 80  | 0    | 'mock-api''s delays were off, p99 80.0 ms, at most 50 ms are allowed'",
        "1    | 50   | 0.1 | 0.1 | 1   | 0.05 | a hypervisor stole 5 % of the machine, at most 2 % are allowed",
        "1    | 50   | ?   | ?   | ?   | ?    | "
    })
    void eachBoundIsNamedWhereItIsBroken(
            double lag, double sent, Double injector, Double mock, Double delayError, Double stolen, String reason) {
        Trial trial = trial(lag, sent, injector, mock, delayError, stolen);
        LoadOutcome standing = standing(trial);

        if (reason == null) {
            assertThat(standing.grade()).isEqualTo(Grade.KEPT_UP);
        } else {
            assertThat(standing).isEqualTo(new LoadOutcome(Grade.INVALID, reason));
        }
    }

    @Test
    void severalReasonsAreAllToldAndWhatTheServiceDidBesides() {
        Trial behind = Samples.with(trial(400, 50, 0.9, 0.1, 1.0, 0.0), "achievedPerSecond", 20);

        assertThat(standing(behind)).isEqualTo(new LoadOutcome(Grade.INVALID,
                "start lag p99 400 ms, at most 50 ms are allowed; the injector took 45 % of the machine, at most 25 %"
                        + " are allowed; for what it is worth, answered 20.0/s of 50.0/s"));
    }

    /** Beside two builds a trial was once called valid, and its slow combinations the strategy's own. */
    @Test
    void whatOtherProgramsTakeIsABoundAndTheReasonSaysHowLongThreadsWaited() {

        assertThat(standing(disturbed(quiet(), new Disturbance(0.46, 0.81, 912.0, 43.5, null))))
                .isEqualTo(new LoadOutcome(Grade.INVALID, "other programs took 46 % of the machine, at most 5 % are allowed"
                        + " (some thread of the machine waited for a core 81 % of the time, those of the service together"
                        + " 912 ms of each second and those of the injector 43.5 ms)"));
        assertThat(standing(disturbed(quiet(), new Disturbance(0.051, null, null, null, null))))
                .isEqualTo(new LoadOutcome(Grade.INVALID, "other programs took 5.1 % of the machine, at most 5 % are allowed"));
    }

    /** On two cores a service with much to do makes its own threads wait. */
    @Test
    void aBusyServiceOnAQuietMachineIsValid() {

        assertThat(standing(disturbed(quiet(), new Disturbance(0.03, 0.97, 40_000.0, 300.0, null))).keptUp()).isTrue();
    }

    @Test
    void aServiceThatTheKernelStoppedIsInvalid() {

        assertThat(standing(disturbed(quiet(), new Disturbance(0.0, null, null, null, null, new Throttling(300, 12, 340_000_000))),
                        RATE, ValidityBounds.DEFAULT))
                .isEqualTo(new LoadOutcome(Grade.INVALID, "the kernel stopped the service in 12 of 300 periods, 340 ms in all, since"
                        + " its container had used up its CPU time; none is allowed"));
        assertThat(standing(disturbed(quiet(), new Disturbance(0.0, null, null, null, null, new Throttling(300, 0, 0))),
                        RATE, ValidityBounds.DEFAULT).keptUp())
                .isTrue();
    }

    @Test
    void aSystemThatDoesNotTellOfOthersBreaksNoBoundAndItIsSaid() {
        Trial trial = disturbed(quiet(), new Disturbance(null, null, null, null, null));
        Measured measured = Objects.requireNonNull(trial.measured());
        Validity validity = new Validity(ValidityBounds.DEFAULT, RATE, 2);

        assertThat(validity.broken(measured)).isEmpty();
        assertThat(validity.unknown(measured)).containsExactly("CPU of other programs");
    }

    /** 0.1 and 4.9 ms late, with clocks that are known to 0.2 and 0.3 ms. */
    @Test
    void injectorsThatBeganTooFarApartMakeATrialInvalid() {
        InjectorsUsed.Injector early = new InjectorsUsed.Injector(3, 0.4, 0.1, 750);
        InjectorsUsed used = InjectorsUsed.of(List.of(early, new InjectorsUsed.Injector(-9, 0.6, 4.9, 750)));
        Trial apart = Samples.with(quiet(), "injectors", used);

        assertThat(used.startSpreadMs()).isCloseTo(4.8 + 0.5, within(1e-9));
        assertThat(InjectorsUsed.of(List.of(early)).startSpreadMs()).isZero();
        assertThat(standing(apart)).isEqualTo(new LoadOutcome(Grade.INVALID,
                "the injectors began up to this far apart: 5.30 ms, at most 5 ms are allowed"));
        assertThat(standing(apart, RATE, new ValidityBounds(50, 0.99, 0.25, 0.25, 50, 0.02, 0.05, 6.0, null)).keptUp()).isTrue();
    }

    /**
     * Of 1,000 requests 990 missed a deadline of 5 s. Start lag p99 of 123 ms came from the service, which took the cores, and
     * a run of 2.5 hours was refused for it.
     */
    @Test
    void latenessOfSomeTensOfMsDoesNotHideThatAStrategyFellBehind() {
        LoadOutcome overloaded = standing(overloaded(123, 79.0, 10));

        assertThat(overloaded).isEqualTo(new LoadOutcome(Grade.FELL_BEHIND, "answered 0.5/s of 50.0/s, with 990 errors (503 × 57,"
                + " 504 × 933); start lag p99 123 ms, at most 50 ms are allowed; mock-api's delays were off, p99 79.0 ms, at most"
                + " 50 ms are allowed, which does not change that most requests had no right answer"));
    }

    @ParameterizedTest
    @CsvSource({
        "201, 10, 10, start lag p99 201 ms",
        "1, 201, 10, 'mock-api''s delays were off, p99 201 ms'",
        "51, 10, 991, start lag p99 51.0 ms"
    })
    void itDoesWhereItIsLongerOrMoreRequestsWereAnswered(double lag, double delayError, long answers, String reason) {
        LoadOutcome standing = standing(overloaded(lag, delayError, answers));

        assertThat(standing.grade()).isEqualTo(Grade.INVALID);
        assertThat(standing.reason()).startsWith(reason);
    }

    /** 248 of 300 requests were refused or late; a new user's first comparison ended with code 3 for the injector's 95.6 ms. */
    @Test
    void itIsEnoughThatMostRequestsHadNoRightAnswer() {
        assertThat(standing(overloaded(95.6, 10, 207)).grade()).isEqualTo(Grade.FELL_BEHIND);
        assertThat(standing(overloaded(95.6, 10, 990)).grade()).isEqualTo(Grade.FELL_BEHIND);
    }

    @Test
    void otherProgramsMakeAnOverloadedTrialInvalidSinceTheyMayHaveOverloadedIt() {
        Trial trial = disturbed(overloaded(123, 10, 10), new Disturbance(0.06, null, null, null, null));

        assertThat(standing(trial).grade()).isEqualTo(Grade.INVALID);
    }

    private Trial overloaded(double lag, double delayError, long answers) {
        return Samples.with(trial(lag, 50, 0.1, 0.1, delayError, 0.0), "achievedPerSecond", 0.5, "requests", answers,
                "errors", 990, "errorsByKind", Map.of("503", 57L, "504", 933L));
    }

    @Test
    void boundsAreSettable() {
        ValidityBounds wide = new ValidityBounds(1_000, 0, 1, 1, 1_000, 1, 1.0);
        Trial trial = trial(900, 10, 1.9, 1.9, 900.0, 0.9);

        assertThat(standing(trial, RATE, wide).keptUp()).isTrue();
    }

    @Test
    void aClosedLoadHasNoIntendedStartToLagBehind() {
        assertThat(standing(trial(900, 10, 0.1, 0.1, 1.0, 0.0), Load.closed(5), ValidityBounds.DEFAULT).keptUp())
                .isTrue();
        assertThat(standing(trial(1, 10, 0.1, 0.1, 80.0, 0.0), Load.closed(5), ValidityBounds.DEFAULT).grade())
                .isEqualTo(Grade.INVALID);
    }

    private Trial quiet() {
        return trial(1, 50, 0.1, 0.1, 1.0, 0.0);
    }

    private static LoadOutcome standing(Trial trial) {
        return standing(trial, RATE, ValidityBounds.DEFAULT);
    }

    private static LoadOutcome standing(Trial trial, Load load, ValidityBounds bounds) {
        return LoadOutcome.of(trial, load, ExpectedFailures.NONE, new Validity(bounds, load, 2), OptionalDouble.empty());
    }

    private Trial trial(double lag, double sent, Double injector, Double mock, Double delayError, Double stolen) {
        return Samples.with(Samples.trial("rx", 1, Samples.pools(false, false, 60), RATE, 1.05, folder),
                "offeredPerSecond", sent, "achievedPerSecond", sent, "startLagP99Ms", lag, "resources.injectorCores", injector,
                "resources.mockCores", mock, "mockDelayErrorP99Ms", delayError, "stolenShare", stolen);
    }

    private static Trial disturbed(Trial trial, Disturbance disturbance) {
        return Samples.with(trial, "disturbance", disturbance);
    }
}
