package io.birdseye.report.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.birdseye.model.Load;
import io.birdseye.model.Topology;
import io.birdseye.report.Samples;
import io.birdseye.report.result.Floor;
import io.birdseye.report.result.Results;
import io.birdseye.report.result.Trial;
import io.birdseye.report.result.Trial.Latency;
import io.birdseye.report.result.Trial.TaskTime;
import io.birdseye.report.result.UpstreamCalls;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a report says of strategies at and above their capacity, with the figures of real trials. */
class LoadLimitsTest {

    private static final Load RATE = Load.open(50);
    private static final List<Double> CALLS = List.of(201.2, 201.2, 201.2, 201.4);

    /** One actor combines for all requests. */
    private static final Topology AKKA = new Topology(false, true, 60, List.of(), 1, List.of(), false);

    /** Seven threads serve {@code comments}. */
    private static final Topology DISRUPTOR = Samples.perCall(true, true, List.of(15, 7, 15, 15), List.of(1, 1));

    private static final Floor FLOOR = new Floor(CALLS, List.of(5.7, 5.1), 15);

    @TempDir
    private Path folder;

    /** The figures of the trial whose floor says 70/s, whose own task times say 34/s, and which answered 11/s. */
    @Test
    void theTaskTimesOfTheTrialExplainWhatThoseWithoutLoadDoNot() {
        Row akka = row(new Floor(CALLS, List.of(7.6, 6.6), 16), trial(1, AKKA, 11.3, 1138, "504", CALLS, 18.8, 10.4));

        assertThat(akka.whyBehind().orElseThrow())
                .isEqualTo("The task times of the trial explain why it fell behind, those without load do not: X_max is"
                        + " 70.4/s (CPU pool of 1, 14.2 ms of combining per request); with the task times of the trial it"
                        + " is 34.2/s, 68 % of the rate (CPU pool of 1, 29 ms of combining per request). It answered"
                        + " 11.3/s, 33 % of that: a backlog grew until requests reached their deadline while they waited"
                        + " or were being served, so most of the work was done for requests that were given up (87.1 ms"
                        + " of CPU for each right answer, 16.0 ms without load).");
        assertThat(akka.notes()).contains(akka.whyBehind().orElseThrow());
    }

    @Test
    void aPoolThatAllRequestsShareIsTheLimitAndNotTheStrategy() {
        UpstreamCalls calls = new UpstreamCalls(List.of(new UpstreamCalls.Call("orders", 500, 100, 1.2, 0.2)), List.of(
                new UpstreamCalls.Pool("db", 2, 2, 0.98, 600, 590, 40, 800, 1_000)));
        Trial trial = Samples.with(trial(1, AKKA, 19.6, 900, "504", CALLS, 6, 5), "upstreamCalls", calls);
        Row akka = row(FLOOR, trial);

        assertThat(Conclusion.of(ComparisonTable.of(results(FLOOR, List.of(trial)), folder)).headline())
                .contains("The pool 'db' of 2 places and not the strategy is the limit of all: its places are held 98 % of the time and more,");
        assertThat(akka.notes()).contains("Pool 'db': at most 2 of 2 places used, held 98 % of the time. Of 600 calls 590 waited,"
                + " 800 ms on average over all and 1,000 ms at most; 40 gave up without a place.");
        assertThat(akka.value(Metric.POOL_WAIT)).isEqualTo(800.0);
        assertThat(akka.value(Metric.ATTEMPTS)).isEqualTo(1.2);
    }

    @Test
    void noAnswerAtAllIsNotWhatATopologyPredictsThatCarriesSome() {
        List<Double> abortedCalls = List.of(207.0, 152.0, 155.0, 103.0);
        Row disruptor = row(FLOOR, trial(1, DISRUPTOR, 0, 1000, "504", abortedCalls, 0, 0));

        assertThat(disruptor.whyBehind().orElseThrow())
                .startsWith("That it falls behind is what its topology predicts: X_max is 34.8/s (7 threads serve"
                        + " 'comments', 201 ms each); the trial has fewer than 30 answers")
                .contains("It answered 0.0/s, 0 % of that: a backlog grew until requests reached their deadline");
    }

    /** Two answers of a trial had combinations of 950 ms, the first that a young JVM ran. */
    @Test
    void theTaskTimesOfAFewAnswersExplainNothing() {
        assertThat(row(FLOOR, trial(1, DISRUPTOR, 0.1, 998, "504", CALLS, 620, 950)).whyBehind().orElseThrow())
                .doesNotContain("950 ms").contains("It answered 0.1").doesNotContain("of CPU for each right answer");
    }

    @Test
    void aShortfallWithoutPassedDeadlinesIsSaidToBeUnexplained() {
        assertThat(row(FLOOR, trial(1, DISRUPTOR, 3, 900, "502", CALLS, 6, 5)).whyBehind().orElseThrow())
                .endsWith("It answered 3.0/s, 8.6 % of that: the prediction does not explain the difference.");
    }

    @Test
    void whatNeitherTimesExplainIsSaidToBeUnexplained() {
        assertThat(row(FLOOR, trial(1, AKKA, 30, 400, "502", CALLS, 6, 5)).whyBehind().orElseThrow())
                .startsWith("Its topology does not explain why it fell behind: X_max is 74.5/s (I/O pool of 60")
                .contains("with the task times of the trial it is 74.5/s, 149 % of the rate");
    }

    @Test
    void whoKeptUpCloseToItsCapacityIsSaidToBeNearIt() {
        Trial close = trial(1, AKKA, 50, 0, "", CALLS, 10.2, 6.1);
        Trial faster = trial(2, AKKA, 50, 0, "", CALLS, 6.5, 6.3);

        Row row = row(FLOOR, close, faster);

        assertThat(row.standing().keptUp()).isTrue();
        assertThat(row.notes())
                .contains("Near its limit: it kept up in 2 of 2 blocks, but the rate is 81 % of its capacity in a trial,"
                        + " 61.3/s (CPU pool of 1, 16.3 ms of combining per request). It falls behind when its tasks"
                        + " take longer by 23 %.");
        assertThat(Conclusion.of(ComparisonTable.of(results(FLOOR, List.of(close, faster)), folder)).details())
                .anyMatch(detail -> detail.startsWith("akka: Near its limit"));
        assertThat(row(FLOOR, faster).nearLimit()).isEmpty();
    }

    /** Of a calibration that was slower than the trial, or of a window too short for a backlog. */
    @Test
    void ofRowsThatKeptUpBeyondTheirCapacityItIsSaidThatTheTimesDoNotHold() {
        assertThat(row(FLOOR, trial(1, AKKA, 50, 0, "", CALLS, 15.0, 10.0)).nearLimit().orElseThrow())
                .contains("the rate is 125 % of its capacity in a trial, 40.0/s")
                .endsWith("It carried more than that, so these times do not hold for the whole window.");
        assertThat(details(FLOOR, named("a", trial(1, AKKA, 50, 0, "", CALLS, 15.0, 10.0)),
                        named("b", trial(1, AKKA, 50, 0, "", CALLS, 15.0, 10.0)), named("c", trial(1, AKKA, 50, 0, "", CALLS, 15.1, 10.0))))
                .anySatisfy(detail -> assertThat(detail).contains("They carried more than that").doesNotContain("fall behind"));
    }

    /** 18 ms of CPU in the trial without the compilers, where a request alone took 50. */
    @Test
    void aCalibrationThatCostMoreThanTheTrialsCallsNobodyNearItsLimit() {
        Row row = row(new Floor(CALLS, List.of(5.7, 5.1), 50), trial(1, Samples.pools(false, false, 1000), 50, 0, "", CALLS, 6.5, 6.3));

        assertThat(row.limit().perSecond()).isCloseTo(2 / 0.018, within(1e-9));
        assertThat(row.limit().reason()).isEqualTo("2 cores, 18.0 ms of CPU per request in its trials");
        assertThat(row.nearLimit()).isEmpty();
    }

    @Test
    void ofBlocksThatDifferTheOneThatFellBehindIsExplained() {
        Row row = row(FLOOR, trial(1, AKKA, 50, 0, "", CALLS, 6.5, 6.3),
                trial(2, AKKA, 28, 594, "504", CALLS, 13.4, 9.4));

        assertThat(row.whyBehind().orElseThrow())
                .contains("with the task times of the trial it is 43.9/s, 88 % of the rate")
                .endsWith(" It kept up in 1 of 2 blocks.");
    }

    @Test
    void resultsWithoutTaskTimesAreExplainedByThoseWithoutLoad() {
        Trial trial = trial(1, DISRUPTOR, 34, 300, "504", List.of());

        assertThat(row(FLOOR, trial).whyBehind().orElseThrow())
                .contains("X_max is 34.8/s").endsWith("It answered 34.0/s, as predicted.");
    }

    private static Trial named(String name, Trial trial) {
        return Samples.with(trial, name, trial.topology());
    }

    private List<String> details(Floor floor, Trial... trials) {
        return Conclusion.of(ComparisonTable.of(results(floor, List.of(trials)), folder)).details();
    }

    @Test
    void rowsThatAreNearTheSameLimitShareASentence() {
        List<String> details = details(FLOOR,
                named("a", trial(1, AKKA, 50, 0, "", CALLS, 10.2, 6.1)), named("b", trial(1, AKKA, 50, 0, "", CALLS, 10.0, 6.1)),
                named("c", trial(1, AKKA, 50, 0, "", CALLS, 9.9, 6.1)), named("d", trial(1, AKKA, 50, 0, "", CALLS, 12.2, 6.1)));

        assertThat(details).filteredOn(detail -> detail.contains("near")).hasSize(2).first().asString()
                .startsWith("At this rate most strategies that kept up are near their limits").endsWith("With --rate 27, half of what they"
                        + " can carry, each has room.");
        assertThat(details).contains("3 strategies are near their limits, which are at most 5 % apart: they kept up in every"
                + " block, but the rate is 80 % to 81 % of their capacity in a trial, 61.3/s to 62.5/s (the lowest: CPU pool of"
                + " 1, 16.3 ms of combining per request). They fall behind when their tasks take longer by 23 % to 25 %. These are"
                + " a, b and c.");
        assertThat(details).anyMatch(detail -> detail.startsWith("d: Near its limit"));
    }

    @Test
    void rowsThatFellBehindForTheSameReasonShareASentence() {
        Floor floor = new Floor(CALLS, List.of(7.6, 6.6), 16);
        Trial behind = trial(1, AKKA, 11.3, 1138, "504", CALLS, 18.8, 10.4);

        List<String> details = details(floor, named("a", behind), named("b", behind),
                named("c", trial(1, AKKA, 14.2, 1038, "504", CALLS, 16.8, 10.4)),
                named("d", trial(1, DISRUPTOR, 34, 300, "504", List.of())));

        assertThat(details).contains("3 strategies did not keep up, and their limits are at most 5 % apart. The task times of the"
                + " trials explain why they fell behind, those without load do not: X_max is 70.4/s (CPU pool of 1, 14.2 ms of"
                + " combining per request); with the task times of the trials it is 68 % to 74 % of the rate. They answered"
                + " 11.3/s to 14.2/s. These are a, b and c.");
        assertThat(details).filteredOn(detail -> detail.contains("did not keep up")).hasSize(2)
                .anyMatch(detail -> detail.startsWith("d did not keep up: "));
    }

    private Row row(Floor floor, Trial... trials) {
        return ComparisonTable.of(results(floor, List.of(trials)), folder).rows().getFirst();
    }

    private static Results results(Floor floor, List<Trial> trials) {
        return new Results(Results.SCHEMA_VERSION, "2026-01-02T03:04:05Z", Samples.environment(),
                Samples.settings(RATE), floor, trials, null, List.of());
    }

    private static Trial trial(int block, Topology topology, double answered, long errors, String kind,
            List<Double> callMs, double... combineMs) {
        List<TaskTime> tasks = new ArrayList<>();
        for (int i = 0; i < callMs.size(); i++) {
            tasks.add(new TaskTime(Samples.NAMES.calls().get(i), "io", 1, callMs.get(i)));
        }
        IntStream.range(0, combineMs.length).forEach(
                i -> tasks.add(new TaskTime(Samples.NAMES.combinations().get(i), "combine", 1, combineMs[i])));
        Trial plain = Samples.plain("akka", block, new Latency(300, 300, 350, null, null, null, 900), answered, 20);
        Trial measured = Samples.with(Samples.with(plain, Math.round(30 * answered), errors, kind), "tasks", tasks,
                "resources.compilerMsPerRequest", 2.0);
        return Samples.with(measured, "akka", topology);
    }
}
