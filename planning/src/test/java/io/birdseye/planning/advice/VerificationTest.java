package io.birdseye.planning.advice;

import static org.assertj.core.api.Assertions.assertThat;

import io.birdseye.model.Arrivals;
import io.birdseye.model.Budget;
import io.birdseye.model.Load;
import io.birdseye.model.Objective;
import io.birdseye.model.Topology;
import io.birdseye.planning.simulation.ServiceModel;
import io.birdseye.planning.simulation.Simulation;
import io.birdseye.report.capacity.Bound;
import io.birdseye.report.capacity.TaskNames;
import io.birdseye.report.result.Floor;
import io.birdseye.report.result.RateFound;
import io.birdseye.report.result.Results;
import io.birdseye.report.result.Results.Environment;
import io.birdseye.report.result.RowKey;
import io.birdseye.report.result.Settings;
import io.birdseye.report.result.Trial;
import io.birdseye.report.result.ValidityBounds;
import io.birdseye.report.statistics.Interval;
import io.birdseye.report.statistics.Ranking;
import io.birdseye.report.table.Carried;
import io.birdseye.report.table.ComparisonTable;
import io.birdseye.report.table.LeastTime;
import io.birdseye.report.table.LoadOutcome;
import io.birdseye.report.table.LoadOutcome.Grade;
import io.birdseye.report.table.Metric;
import io.birdseye.report.table.Row;
import io.birdseye.report.table.Simplicity;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VerificationTest {

    private static final Objective OBJECTIVE = new Objective(99, 400);
    private static final Question QUESTION = Question.ofEqualCalls(4, 200, 5, 50, 2, 400.0);
    private static final Advice ADVICE = Advisor.advise(AdvisorTest.MENU, QUESTION);
    private static final Advice.Recommendation RECOMMENDED = Objects.requireNonNull(ADVICE.recommendation());

    private static Row row(String name, double perSecond, double low, double high, boolean atLeast, String reason) {
        RateFound found = new RateFound(
                OBJECTIVE, atLeast ? RateFound.Kind.AT_LEAST : RateFound.Kind.FOUND, perSecond, low, high, List.of(), null, null);
        Grade grade = perSecond > 0 ? Grade.KEPT_UP : reason.startsWith(RateFound.NOWHERE) ? Grade.FAILED : Grade.INVALID;
        return new Row(
                List.of(new Trial(RowKey.of(name), 1, Budget.NONE, new Topology(false, false, 0, List.of(), 0, List.of(), false), Trial.Outcome.COMPLETED, null, null)),
                List.of(), new LoadOutcome(grade, reason), null, new LeastTime(Double.NaN, null, null, false), List.of(Bound.notKnown("")), null,
                Map.of(Metric.CAPACITY, Ranking.Place.unranked(name, "one process")), null, List.of(),
                perSecond > 0 ? new Carried(List.of(found), new Interval(low, high), atLeast, "the cores") : null);
    }

    private static ComparisonTable measured(Row... rows) {
        Map<String, String> simplicity = new LinkedHashMap<>();
        AdvisorTest.MENU.with(1, 1).forEach(option -> simplicity.put(option.name(), option.simplicity()));
        Settings settings = new Settings(
                Load.open(10), new Settings.ServiceUsed(200, 5, "boxed", "equal", 8), new Settings.Run(1, 1, 1, "./birdseye capacity"),
                ValidityBounds.DEFAULT, null, null, new Settings.Options(null, List.of(), null, OBJECTIVE, null));
        return new ComparisonTable(
                new Results(1, "2026-11-28T10:00:00Z", new Environment("c0ffee", "25", List.of(), "Parallel", 2, "cpu", 1, "Linux", "6.1"),
                        settings, new Floor(List.of(), List.of(), 0), List.of(), null, List.of()),
                List.of(rows), Map.of(), TaskNames.numbered(0, 0), new Simplicity(simplicity));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "62 | 58 | 66 | false | true  | The advice holds: ",
        "70 | 70 | 70 | true  | true  | The advice holds: ",
        "51 | 46 | 56 | false |       | Not shown either way: ",
        "41 | 37 | 45 | false | false | The advice does not hold here: ",
        "0  | 0  | 0  | false | false | The advice does not hold here: "
    })
    void theRecommendationHoldsWhereTheIntervalLiesAboveTheRate(
            double perSecond, double low, double high, boolean atLeast, Boolean holds, String words) {
        Verification verification = new Verification(QUESTION, RECOMMENDED, measured(row(
                RECOMMENDED.strategy(), perSecond, low, high, atLeast, perSecond > 0 ? "" : RateFound.NOWHERE + "p99 < 400ms at no rate")));

        assertThat(verification.confirmed().orElse(null)).isEqualTo(holds);
        assertThat(verification.sentence()).startsWith(words);
    }

    @Test
    void whatCouldNotBeMeasuredIsNotVerified() {
        Verification verification = new Verification(
                QUESTION, RECOMMENDED, measured(row(RECOMMENDED.strategy(), Double.NaN, 0, 0, false, "not valid: other programs took 20 % of the cores")));

        assertThat(verification.confirmed()).isEmpty();
        assertThat(verification.sentence()).isEqualTo("The advice is not verified: not valid: other programs took 20 % of the cores.");
    }

    @Test
    void measuredAreTheRecommendedStrategyAndTheNextThatMeetsTheObjective() {
        assertThat(Verification.choices(ADVICE, RECOMMENDED)).hasSizeBetween(1, 2).startsWith(RECOMMENDED.strategy());
        assertThat(Verification.objective(QUESTION)).isEqualTo(new Objective(99, 400));
        assertThat(Verification.objective(Question.ofEqualCalls(4, 200, 5, 50, 2, null)).ofFloor()).isTrue();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        // Rate, share, lost: instances of one that surely carries 80/s.
        "50  | 0.7 | 0 | 1", "57 | 0.7 | 0 | 2", "200 | 0.7 | 0 | 4", "200 | 1 | 0 | 3", "200 | 1 | 1 | 4", "200 | 0.7 | 2 | 5"
    })
    void instancesFollowFromWhatOneSurelyCarries(double rate, double share, int lost, int instances) {
        MeasuredAdvice advice = new MeasuredAdvice(
                measured(row("two pools", 90, 80, 100, false, ""), row("one pool", 88, 80, 99, false, "")), rate, share, lost);

        assertThat(advice.instances()).isEqualTo(instances);
        assertThat(advice.sentences().getFirst()).startsWith("You need " + instances + " instance");
        assertThat(advice.sentences().get(1)).startsWith("Take one pool: the simplest of the 2 that carry about as much (88.0/s, 80.0 to 99.0, within p99 < 400ms).");
        assertThat(advice.json().get("replicas").asInt()).isEqualTo(instances);
    }

    /** At equal distances nothing waits, and the measurement would confirm a pool that misses the objective of 400 ms. */
    @Test
    void aPoolThatIsTooSmallPassesAtEqualDistancesOnly() {
        assertThat(p99OfFortyFiveThreads(Arrivals.CONSTANT)).isLessThan(250);
        assertThat(p99OfFortyFiveThreads(Arrivals.POISSON)).isGreaterThan(450);
        assertThat(Question.ofEqualCalls(4, 200, 22, 50, 2, 400.0).load()).isEqualTo(Load.open(50, Arrivals.POISSON));
    }

    private static double p99OfFortyFiveThreads(Arrivals arrivals) {
        return Simulation.run(
                        new ServiceModel(
                                AdvisorTest.MENU.topology("two pools", 45, 2), Question.ofEqualCalls(4, 200, 22, 50, 2, 400.0).work(), 2, 0,
                                200, 500, 500, 5_000),
                        Load.open(50, arrivals), new Simulation.RunLength(20_000, 60_000, 60_000, 5, 1))
                .p99Ms();
    }
}
