package io.birdseye.report.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.birdseye.model.Load;
import io.birdseye.model.process.Throttling;
import io.birdseye.report.Samples;
import io.birdseye.report.latency.Backlog;
import io.birdseye.report.latency.LatencyProfile.Second;
import io.birdseye.report.result.Trial;
import io.birdseye.report.result.Trial.Disturbance;
import io.birdseye.report.result.Trial.InjectorsUsed;
import io.birdseye.report.result.Trial.Measured;
import io.birdseye.report.result.ValidityBounds;
import io.birdseye.report.table.LoadOutcome.ExpectedFailures;
import io.birdseye.report.table.LoadOutcome.Grade;
import java.nio.file.Path;
import java.util.Collections;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LoadOutcomeTest {

    private static final Load RATE = Load.open(50);
    private static final OptionalDouble NONE = OptionalDouble.of(0);
    private static final OptionalDouble TOO_SHORT = OptionalDouble.empty();
    private static final int SECONDS = 30;

    @TempDir
    private Path folder;

    private LoadOutcome standing(double achieved, long answers, Map<String, Long> errors, OptionalDouble growth) {
        return standing(achieved, answers, errors, 0, ExpectedFailures.OWN, growth);
    }

    private LoadOutcome standing(
            double achieved, long answers, Map<String, Long> errors, double failingShare, Pattern kinds,
            OptionalDouble growth) {
        return LoadOutcome.of(trial(achieved, answers, errors), RATE, new ExpectedFailures(failingShare, kinds), new Validity(ValidityBounds.DEFAULT, RATE, 2), growth);
    }

    private Trial trial(double achieved, long answers, Map<String, Long> errors) {
        return Samples.with(Samples.plain("sequential", 1, 900), "seconds", 12,
                "offeredPerSecond", 50, "achievedPerSecond", achieved, "requests", answers,
                "errors", errors.values().stream().mapToLong(count -> count).sum(), "errorsByKind", errors);
    }

    /** Mean response times of each second: at least 150 ms, 500 on average, and what a backlog adds. */
    private static List<Second> course(long seed, double addedMsPerSecond) {
        Random random = new Random(seed);
        double median = 350 / Math.exp(0.5);
        return IntStream.range(0, SECONDS)
                .mapToObj(second -> {
                    double mean = addedMsPerSecond * second
                            + random.doubles(50).map(x -> 150 + median * Math.exp(random.nextGaussian()))
                                    .average().orElseThrow();
                    return new Second(second, 50, mean, mean, mean, mean);
                })
                .toList();
    }

    /** Calls in turn of which some take seconds: the last answers come after the window. They once counted as lost. */
    @Test
    void whatIsAnsweredAfterTheWindowIsAnswered() {
        for (long seed = 0; seed < 100; seed++) {
            assertThat(standing(49.4, 1_500, Map.of(), Backlog.growth(course(seed, 0))))
                    .isEqualTo(new LoadOutcome(Grade.KEPT_UP, "answered all of 50.0/s"));
        }
    }

    @Test
    void arrivalsThatOutrunTheServiceByThreePercentAreABacklogThoughAllIsAnsweredInTheEnd() {
        for (long seed = 0; seed < 100; seed++) {
            LoadOutcome standing = standing(48.5, 1_500, Map.of(), Backlog.growth(course(seed, 30)));

            assertThat(standing.grade()).isEqualTo(Grade.FELL_BEHIND);
            assertThat(standing.reason()).startsWith("a backlog grew: each second of load added ")
                    .endsWith(" of waiting; answered 48.5/s of 50.0/s");
        }
    }

    /** Four servers of 200 ms: at random arrivals response times climb for a while also where all is stable. */
    @ParameterizedTest
    @CsvSource({"0.5, 0, 0", "0.8, 0, 0.02", "0.9, 0, 0.12", "1.1, 0.95, 1"})
    void randomArrivalsAreNoBacklogWhereTheServersHaveRoom(double busy, double least, double most) {
        int windows = 200;
        long behind = IntStream.range(0, windows)
                .filter(seed -> !standing(50, 1_500, Map.of(), Backlog.growth(queue(seed, busy))).keptUp()).count();

        assertThat((double) behind / windows).isBetween(least, most);
    }

    /** The seconds of a window of so many, after as long without a record. */
    private static List<Second> queue(long seed, double busy) {
        Random random = new Random(seed);
        int servers = 4;
        PriorityQueue<Double> free = new PriorityQueue<>(Collections.nCopies(servers, (double) -SECONDS));
        DoubleSummaryStatistics[] seconds =
                IntStream.range(0, SECONDS).mapToObj(_ -> new DoubleSummaryStatistics()).toArray(DoubleSummaryStatistics[]::new);
        double rate = busy * servers / 0.2;
        for (double now = -SECONDS; now < SECONDS; now += random.nextExponential() / rate) {
            double end = Math.max(now, free.remove()) + 0.2;
            free.add(end);
            if (now >= 0) {
                seconds[(int) now].accept(1000 * (end - now));
            }
        }
        return IntStream.range(0, SECONDS)
                .filter(second -> seconds[second].getCount() > 0)
                .mapToObj(second -> {
                    double mean = seconds[second].getAverage();
                    return new Second(second, rate, mean, mean, mean, mean);
                })
                .toList();
    }

    /**
     * Few refusals are no missing throughput, what the scenario lets fail is no fault of the strategy, and another service may pass
     * an upstream's failure on as it likes, but not by losing the request. In a window too short for a backlog chance is allowed for.
     */
    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "", textBlock = """
            50.1 | 4996 | 503=4         | 0    | OWN     | no    | KEPT_UP     | answered 50.1/s of 50.0/s, with 4 errors (503)
            31   | 372  | 504=200 503=28| 0    | OWN     | no    | FELL_BEHIND | 'answered 31.0/s of 50.0/s, with 228 errors (503 × 28, 504 × 200)'
            47.5 | 1425 | 502=60 504=15 | 0.05 | OWN     | no    | KEPT_UP     | 'answered all of 50.0/s, except 75 requests that the scenario lets fail'
            47.5 | 570  | 502=30        | 0.05 | OWN     | short | KEPT_UP     |
            45   | 1350 | 502=150       | 0.05 | OWN     | no    | FELL_BEHIND | 'answered 45.0/s of 50.0/s, with 150 errors (502)'
            46.5 | 1394 | 502=75 503=31 | 0.05 | OWN     | no    | FELL_BEHIND |
            47.5 | 1425 | 500=60 body=15| 0.05 | FOREIGN | no    | KEPT_UP     |
            46.5 | 1394 | 500=75 timeout=31 | 0.05 | FOREIGN | no | FELL_BEHIND |
            45   | 1350 | 500=150       | 0.05 | FOREIGN | no    | FELL_BEHIND |
            0    | 0    |               | 0    | OWN     | no    | FELL_BEHIND | no answer at all
            50   | 600  |               | 0    | OWN     | short | KEPT_UP     |
            49.4 | 600  |               | 0    | OWN     | short | KEPT_UP     |
            46   | 600  |               | 0    | OWN     | short | KEPT_UP     |
            35   | 600  |               | 0    | OWN     | short | FELL_BEHIND | answered 35.0/s of 50.0/s
            """)
    void answersErrorsAndPaceDecide(
            double achieved, long answers, String errors, double failing, String service, String window, Grade grade, String reason) {
        Map<String, Long> kinds = Stream.of(Objects.requireNonNullElse(errors, "").split(" ")).filter(each -> !each.isEmpty())
                .map(each -> each.split("=")).collect(Collectors.toMap(each -> each[0], each -> Long.valueOf(each[1])));
        LoadOutcome outcome = standing(achieved, answers, kinds, failing,
                service.equals("OWN") ? ExpectedFailures.OWN : ExpectedFailures.FOREIGN, window.equals("short") ? TOO_SHORT : NONE);

        assertThat(outcome.grade()).isEqualTo(grade);
        assertThat(outcome.reason()).isEqualTo(reason == null ? outcome.reason() : reason);
    }

    @Test
    void otherErrorsThanThoseOfUpstreamsAreTheStrategysWhateverTheScenarioLetsFail() {
        assertThat(row(50, 1_424, Map.of("502", 75L, "503", 6L), 0.05, 0.001).grade()).isEqualTo(Grade.TOO_MANY_ERRORS);
        assertThat(row(50, 1_424, Map.of("502", 75L, "503", 1L), 0.05, 0.001).grade()).isEqualTo(Grade.KEPT_UP);
    }

    /** Of a row with this one trial. */
    private LoadOutcome row(double achieved, long answers, Map<String, Long> errors, double failingShare, double mostErrors) {
        ValidityBounds bounds = new ValidityBounds(50, 0.99, 0.25, 0.25, 50, 0.02, 0.05, 5, mostErrors);
        ExpectedFailures expected = new ExpectedFailures(failingShare, ExpectedFailures.OWN);
        Trial trial = trial(achieved, answers, errors);
        return LoadOutcome.of(trial, RATE, expected, new Validity(bounds, RATE, 2), NONE)
                .within(bounds, expected, Trial.measured(List.of(trial)).toList());
    }

    @ParameterizedTest(name = "{0} errors in {1} requests, at most {2}: {3}")
    @CsvSource({
        "0, 300, 0.001, KEPT_UP", "1, 300, 0.001, KEPT_UP", "2, 300, 0.001, TOO_MANY_ERRORS", "1, 300, 0, TOO_MANY_ERRORS",
        "4, 5000, 0.001, KEPT_UP", "9, 5000, 0.001, KEPT_UP", "10, 5000, 0.001, TOO_MANY_ERRORS", "10, 5000, 0.002, KEPT_UP",
        "50, 5000, 0.001, TOO_MANY_ERRORS", "70, 5000, 0.001, FELL_BEHIND", "70, 5000, 0.02, KEPT_UP", "0, 300, 0, KEPT_UP",
    })
    void errorsAreAShareWithABoundAndChanceIsAllowedFor(long errors, long requests, double most, Grade grade) {
        LoadOutcome standing = row(50, requests - errors, errors == 0 ? Map.of() : Map.of("503", errors), 0, most);

        assertThat(standing.grade()).isEqualTo(grade);
        assertThat(standing.keptUp()).isEqualTo(grade != Grade.FELL_BEHIND);
        assertThat(standing.isComparable()).isEqualTo(grade == Grade.KEPT_UP);
    }

    @Test
    void tooManyErrorsAreSaidWithTheirShareAndTheBound() {
        assertThat(row(50, 4_975, Map.of("503", 25L), 0, 0.001).reason()).isEqualTo("25 errors in 5,000 requests, 0.5 %; at most 0.1 %"
                + " may be for response times to be compared");
    }

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
        Trial trial = measured(lag, sent, injector, mock, delayError, stolen);
        LoadOutcome standing = judged(trial);

        if (reason == null) {
            assertThat(standing.grade()).isEqualTo(Grade.KEPT_UP);
        } else {
            assertThat(standing).isEqualTo(new LoadOutcome(Grade.INVALID, reason));
        }
    }

    @Test
    void severalReasonsAreAllToldAndWhatTheServiceDidBesides() {
        Trial behind = Samples.with(measured(400, 50, 0.9, 0.1, 1.0, 0.0), "achievedPerSecond", 20);

        assertThat(judged(behind)).isEqualTo(new LoadOutcome(Grade.INVALID,
                "start lag p99 400 ms, at most 50 ms are allowed; the injector took 45 % of the machine, at most 25 %"
                        + " are allowed; for what it is worth, answered 20.0/s of 50.0/s"));
    }

    /** Beside two builds a trial was once called valid, and its slow combinations the strategy's own. */
    @Test
    void whatOtherProgramsTakeIsABoundAndTheReasonSaysHowLongThreadsWaited() {
        assertThat(judged(disturbed(quiet(), new Disturbance(0.46, 0.81, 912.0, 43.5, null, null))))
                .isEqualTo(new LoadOutcome(Grade.INVALID, "other programs took 46 % of the machine, at most 5 % are allowed"
                        + " (some thread of the machine waited for a core 81 % of the time, those of the service together"
                        + " 912 ms of each second and those of the injector 43.5 ms)"));
        assertThat(judged(disturbed(quiet(), new Disturbance(0.051, null, null, null, null, null))))
                .isEqualTo(new LoadOutcome(Grade.INVALID, "other programs took 5.1 % of the machine, at most 5 % are allowed"));
    }

    /** On two cores a service with much to do makes its own threads wait. */
    @Test
    void aBusyServiceOnAQuietMachineIsValid() {
        assertThat(judged(disturbed(quiet(), new Disturbance(0.03, 0.97, 40_000.0, 300.0, null, null))).keptUp()).isTrue();
    }

    @Test
    void aServiceThatTheKernelStoppedIsInvalid() {
        assertThat(judged(disturbed(quiet(), new Disturbance(0.0, null, null, null, null, new Throttling(300, 12, 340_000_000))),
                        RATE, ValidityBounds.DEFAULT))
                .isEqualTo(new LoadOutcome(Grade.INVALID, "the kernel stopped the service in 12 of 300 periods, 340 ms in all, since"
                        + " its container had used up its CPU time; none is allowed"));
        assertThat(judged(disturbed(quiet(), new Disturbance(0.0, null, null, null, null, new Throttling(300, 0, 0))),
                        RATE, ValidityBounds.DEFAULT).keptUp())
                .isTrue();
    }

    @Test
    void aSystemThatDoesNotTellOfOthersBreaksNoBoundAndItIsSaid() {
        Trial trial = disturbed(quiet(), new Disturbance(null, null, null, null, null, null));
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
        assertThat(judged(apart)).isEqualTo(new LoadOutcome(Grade.INVALID,
                "the injectors began up to this far apart: 5.30 ms, at most 5 ms are allowed"));
        assertThat(judged(apart, RATE, new ValidityBounds(50, 0.99, 0.25, 0.25, 50, 0.02, 0.05, 6.0, null)).keptUp()).isTrue();
    }

    /**
     * Of 1,000 requests 990 missed a deadline of 5 s. Start lag p99 of 123 ms came from the service, which took the cores, and
     * a run of 2.5 hours was refused for it.
     */
    @Test
    void latenessOfSomeTensOfMsDoesNotHideThatAStrategyFellBehind() {
        LoadOutcome overloaded = judged(overloaded(123, 79.0, 10));

        assertThat(overloaded).isEqualTo(new LoadOutcome(Grade.FELL_BEHIND, "answered 0.5/s of 50.0/s, with 990 errors (503 × 57,"
                + " 504 × 933); start lag p99 123 ms, at most 50 ms are allowed; mock-api's delays were off, p99 79.0 ms, at most"
                + " 50 ms are allowed, which does not change that most requests had no right answer"));
    }

    @ParameterizedTest
    @CsvSource({
        "201, 10, 10, start lag p99 201 ms", "1, 201, 10, 'mock-api''s delays were off, p99 201 ms'",
        "51, 10, 991, start lag p99 51.0 ms"
    })
    void itDoesWhereItIsLongerOrMoreRequestsWereAnswered(double lag, double delayError, long answers, String reason) {
        LoadOutcome standing = judged(overloaded(lag, delayError, answers));

        assertThat(standing.grade()).isEqualTo(Grade.INVALID);
        assertThat(standing.reason()).startsWith(reason);
    }

    /** 248 of 300 requests were refused or late; a new user's first comparison ended with code 3 for the injector's 95.6 ms. */
    @Test
    void itIsEnoughThatMostRequestsHadNoRightAnswer() {
        assertThat(judged(overloaded(95.6, 10, 207)).grade()).isEqualTo(Grade.FELL_BEHIND);
        assertThat(judged(overloaded(95.6, 10, 990)).grade()).isEqualTo(Grade.FELL_BEHIND);
    }

    @Test
    void otherProgramsMakeAnOverloadedTrialInvalidSinceTheyMayHaveOverloadedIt() {
        Trial trial = disturbed(overloaded(123, 10, 10), new Disturbance(0.06, null, null, null, null, null));

        assertThat(judged(trial).grade()).isEqualTo(Grade.INVALID);
    }

    private Trial overloaded(double lag, double delayError, long answers) {
        return Samples.with(measured(lag, 50, 0.1, 0.1, delayError, 0.0), "achievedPerSecond", 0.5, "requests", answers,
                "errors", 990, "errorsByKind", Map.of("503", 57L, "504", 933L));
    }

    @Test
    void boundsAreSettable() {
        ValidityBounds wide = new ValidityBounds(1_000, 0, 1, 1, 1_000, 1, 1.0);
        Trial trial = measured(900, 10, 1.9, 1.9, 900.0, 0.9);

        assertThat(judged(trial, RATE, wide).keptUp()).isTrue();
    }

    @Test
    void aClosedLoadHasNoIntendedStartToLagBehind() {
        assertThat(judged(measured(900, 10, 0.1, 0.1, 1.0, 0.0), Load.closed(5), ValidityBounds.DEFAULT).keptUp())
                .isTrue();
        assertThat(judged(measured(1, 10, 0.1, 0.1, 80.0, 0.0), Load.closed(5), ValidityBounds.DEFAULT).grade())
                .isEqualTo(Grade.INVALID);
    }

    private Trial quiet() {
        return measured(1, 50, 0.1, 0.1, 1.0, 0.0);
    }

    private static LoadOutcome judged(Trial trial) {
        return judged(trial, RATE, ValidityBounds.DEFAULT);
    }

    private static LoadOutcome judged(Trial trial, Load load, ValidityBounds bounds) {
        return LoadOutcome.of(trial, load, ExpectedFailures.NONE, new Validity(bounds, load, 2), OptionalDouble.empty());
    }

    private Trial measured(double lag, double sent, Double injector, Double mock, Double delayError, Double stolen) {
        return Samples.with(Samples.trial("rx", 1, Samples.pools(false, false, 60), RATE, 1.05, folder),
                "offeredPerSecond", sent, "achievedPerSecond", sent, "startLagP99Ms", lag, "resources.injectorCores", injector,
                "resources.mockCores", mock, "mockDelayErrorP99Ms", delayError, "stolenShare", stolen);
    }

    private static Trial disturbed(Trial trial, Disturbance disturbance) {
        return Samples.with(trial, "disturbance", disturbance);
    }
}
