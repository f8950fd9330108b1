package io.birdseye.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.birdseye.fanout.Shape;
import io.birdseye.loadtest.generate.LatencyFigures;
import io.birdseye.loadtest.trial.TrialSettings;
import io.birdseye.loadtest.trial.Trials;
import io.birdseye.loadtest.trial.Budgets;
import io.birdseye.loadtest.Progress;
import io.birdseye.loadtest.trial.SingleTrial;
import io.birdseye.model.Budget;
import io.birdseye.model.Layout;
import io.birdseye.model.Load;
import io.birdseye.model.Topology;
import io.birdseye.planning.accuracy.Accuracy;
import io.birdseye.planning.accuracy.Accuracy.CheckedFigures;
import io.birdseye.planning.advice.Advice;
import io.birdseye.planning.advice.Advisor;
import io.birdseye.planning.advice.Question;
import io.birdseye.planning.calibration.CalibratedCosts;
import io.birdseye.planning.calibration.CalibrationFile;
import io.birdseye.planning.simulation.SimulationResult;
import io.birdseye.planning.sweep.SweepAxis;
import io.birdseye.planning.sweep.SweepPlan;
import io.birdseye.planning.sweep.SweepResult;
import io.birdseye.report.result.Trial;
import io.birdseye.scenario.ScenarioFile;
import io.birdseye.strategy.Strategies;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sweeps, predictions and checked advice over measurements that are made up. */
class MeasuredPlansTest {

    private static final Topology TWO_POOLS =
            new Topology(false, false, 16, List.of(), 2, List.of(), false);

    @TempDir
    Path folder;

    private static PointSettings base() {
        return new PointSettings(
                "executor", Load.open(40), Duration.ofMillis(200), 0.5, Layout.PRIMITIVE, Optional.empty(),
                Optional.empty(), Optional.empty(), Optional.empty(), Duration.ofSeconds(5), Optional.empty());
    }

    private static Trial trial(String strategy, double perSecond, double p99Ms) {
        Trial.Latency latency = new Trial.Latency(p99Ms / 2, p99Ms / 2, p99Ms, p99Ms, null, p99Ms);
        return new Trial(
                strategy, 1, new Budget(16, 2, 100), TWO_POOLS, Trial.Outcome.COMPLETED, null,
                new Trial.Measured(
                        12, perSecond, perSecond, 500, 0, Map.of(), latency, latency, 1,
                        new Trial.Resources(5, null, 1, 1, 1, null, 50, null, 0.2, 0.1, 0.1), List.of(), 16, 2, null,
                        "h.hlog", null, null, null));
    }

    private static Trials.Outcome measured(String strategy, double perSecond, double p99Ms) {
        return new Trials.Outcome(
                trial(strategy, perSecond, p99Ms),
                new LatencyFigures(1_200, p99Ms / 2, 1, p99Ms / 2, p99Ms, p99Ms, p99Ms, p99Ms),
                List.of());
    }

    private static Trials.Outcome failed(String strategy) {
        return new Trials.Outcome(
                new Trial(strategy, 1, new Budget(0, 0, 0), TWO_POOLS, Trial.Outcome.FAILED, "it died", null),
                null,
                List.of());
    }

    private static int io(TrialSettings settings) {
        return ((Budgets.Equal) settings.served().budgets()).ioConcurrency();
    }

    private SweepRun sweep(SweepPlan plan, PointSettings base, PointRunner runner) {
        return new SweepRun(
                plan, List.of("executor", "rx"), base, Duration.ofSeconds(6), Duration.ofSeconds(12), List.of("-Xmx1g"),
                folder, "./birdseye sweep", "2 cores", "fixed", runner, Progress.NONE);
    }

    @Test
    void aPointThatFailsIsShownAsFailedAndTheSweepGoesOn() throws Exception {
        SweepPlan plan = new SweepPlan(List.of(new SweepAxis("io", List.of(8.0, 16.0, 32.0))), 7);
        List<Integer> order = new ArrayList<>();

        SweepResult result = sweep(plan, base(), (settings, progress) -> {
                    order.add(io(settings));
                    return io(settings) == 16 ? failed(settings.strategies().getFirst())
                            : measured(settings.strategies().getFirst(), Math.min(40, io(settings) / 0.8), 300);
                })
                .run();

        assertThat(result.points()).hasSize(6);
        assertThat(result.points()).filteredOn(point -> point.failure() != null).hasSize(2)
                .allSatisfy(point -> assertThat(point.failure()).isEqualTo("it died"));
        assertThat(order).as("not one after the other").isNotEqualTo(List.of(8, 16, 32, 8, 16, 32));
        assertThat(folder.resolve("sweep.html")).content().contains("failed: it died");
        assertThat(folder.resolve("sweep.json")).isNotEmptyFile();
    }

    @Test
    void everyPointHasAFolderOfItsOwnAndTheOrderFollowsFromTheSeed() throws Exception {
        SweepPlan plan = new SweepPlan(
                List.of(new SweepAxis("rate", List.of(10.0, 20.0)), new SweepAxis("delay", List.of(100.0, 200.0))), 3);
        List<String> first = new ArrayList<>();
        List<String> again = new ArrayList<>();

        sweep(plan, base(), (settings, progress) -> {
                    first.add(settings.measurement().out() + " " + settings.load().load() + " " + settings.work());
                    return measured("executor", 10, 300);
                })
                .run();
        sweep(plan, base(), (settings, progress) -> {
                    again.add(settings.measurement().out() + " " + settings.load().load() + " " + settings.work());
                    return measured("executor", 10, 300);
                })
                .run();

        assertThat(first).hasSize(8).isEqualTo(again);
        assertThat(new HashSet<>(first)).hasSize(8);
    }

    @Test
    void aScenarioGoesIntoEveryPoint() throws Exception {
        PointSettings tree = new PointSettings(
                "executor", Load.open(40), Duration.ofMillis(200), 0.5, Layout.PRIMITIVE, Optional.empty(),
                Optional.empty(), Optional.empty(), Optional.empty(), Duration.ofSeconds(2),
                Optional.of(ScenarioFile.shipped("checkout-page")));
        sweep(new SweepPlan(List.of(new SweepAxis("io", List.of(8.0, 16.0))), 1), tree, (settings, progress) -> {
                    assertThat(settings.work().scenario()).hasValueSatisfying(
                            file -> assertThat(file.scenario().name()).isEqualTo("checkout-page"));
                    assertThat(settings.work().memoryMegabytes()).isZero();
                    return measured("executor", 40, 300);
                })
                .run();

        assertThatThrownBy(() -> tree.with("memory", 5)).hasMessageContaining("said by the scenario");
    }

    @Test
    void theGridHasTwentyFourPointsOrMoreAndNoneIsThatOfTheCalibration() {
        List<ValidationGrid.Point> points = ValidationGrid.all();

        assertThat(points).hasSizeGreaterThanOrEqualTo(24);
        assertThat(points.stream().map(ValidationGrid.Point::name).distinct()).hasSameSizeAs(points);
        assertThat(points).extracting(ValidationGrid.Point::settings).doesNotContain(ValidationGrid.calibration());
        assertThat(Strategies.load().names())
                .containsAll(points.stream().map(point -> point.settings().strategy()).toList());
        double seconds = points.stream()
                .mapToDouble(point -> SingleTrial.estimateSeconds(point.settings().trial(
                        Duration.ofSeconds(6), Duration.ofSeconds(12), 1, List.of(), folder, "")))
                .sum();
        assertThat(seconds).as("with the calibration within 16 minutes").isLessThan(14.5 * 60);
    }

    /** What the article got wrong: the pool alone decides, whatever the framework. */
    @Test
    void sixteenThreadsAtTwoHundredMillisecondsCarryTwentyAndTwentyFourAtFourHundredFifteen() {
        CalibratedCosts light =
                new CalibratedCosts(List.of(0.1, 0.1, 0.1, 0.1), List.of(0.2, 0.2), 1, 1, 1, 0);
        CatalogMenu menu = CatalogMenu.of(Strategies.load(), List.of(), Shape.TWO_BY_TWO);
        int checked = 0;
        for (ValidationGrid.Point point : ValidationGrid.all()) {
            PointSettings settings = point.settings();
            boolean saturated = settings.load().model() == Load.Model.CLOSED
                    && (settings.delay().toMillis() == 200 || settings.delay().toMillis() == 400);
            if (saturated && !settings.strategy().equals("disruptor-diamond")) {
                SimulationResult result = Predictions.simulate(
                        light, 2, settings, menu.topology(settings.strategy(), settings.ioThreads(), 2),
                        Predictions.runLength(Duration.ofSeconds(8), Duration.ofSeconds(24)));
                double expected = settings.delay().toMillis() == 200 ? 20 : 15;
                assertThat(result.achievedPerSecond().mean()).as(point.name()).isCloseTo(expected, within(0.5));
                checked++;
            }
        }
        assertThat(checked).isEqualTo(10);
    }

    @Test
    void theGridIsPublishedBetweenItsMarksAndNothingElseIsTouched() throws IOException {
        Path page = Files.writeString(
                folder.resolve("prediction.md"),
                "before\n" + GridSection.BEGIN + "\nold\n" + GridSection.END + "\nafter\n");
        CalibrationFile file = new CalibrationFile(
                1, "2026-01-01T00:00:00Z", "On 2 cores.", 2, "memory 0.5 primitive",
                new CalibratedCosts(List.of(1.0), List.of(1.0), 0, 0, 1, 0),
                new Accuracy(List.of(new Accuracy.CheckedPoint("p", new CheckedFigures(20, 800, 900), new CheckedFigures(20, 800, 900)))));

        GridSection.publish(page, file, List.of("q: it died"));

        assertThat(page).content()
                .startsWith("before\n" + GridSection.BEGIN)
                .endsWith(GridSection.END + "\nafter\n")
                .contains("1 of 1 measured point is within", "| p | 20.0 |", "not measured: q: it died")
                .doesNotContain("old");
        Path other = Files.writeString(folder.resolve("other.md"), "nothing");
        assertThatThrownBy(() -> GridSection.publish(other, file, List.of())).hasMessageContaining("no place");
    }

    @Test
    void adviceThatIsMeasuredSaysWhetherItHeldAndDrawsBoth() {
        Question question = Question.ofFlags(4, 200, 5, 50, 2, 400.0);
        CatalogMenu menu = CatalogMenu.of(Strategies.load(), List.of("executor", "rx"), new Shape(List.of(4)));
        Advice advice = new Advisor(menu).advise(question);
        Advice.Recommendation recommended = Objects.requireNonNull(advice.recommendation());

        Verification held = verification(question, menu, recommended, 300, 1900);
        assertThat(held.text())
                .contains("The recommended pool meets the objective.", "Half of it does not.")
                .contains(recommended.io() + " threads  predicted ");
        assertThat(held.page(advice)).contains("data-chart", "predicted: ", "objective: ", "not met");

        Verification missed = verification(question, menu, recommended, 700, 1900);
        assertThat(missed.sentences()).first().asString().startsWith("Half of it does not");
        assertThat(missed.sentences()).last().asString()
                .startsWith("The recommended pool does not meet the objective here: predicted were");

        Verification generous = verification(question, menu, recommended, 300, 350);
        assertThat(generous.sentences()).first().asString().startsWith("Half of it meets the objective too");
    }

    private static Verification verification(
            Question question, CatalogMenu menu, Advice.Recommendation recommended, double p99Ms, double halfP99Ms) {
        List<Double> pools = Verification.pools(recommended);
        List<SweepResult.SweepPoint> points = new ArrayList<>();
        for (double io : pools) {
            double p99 = io < recommended.io() ? halfP99Ms : p99Ms;
            points.add(new SweepResult.SweepPoint(
                    points.size(), recommended.strategy(), Map.of("io", io),
                    new SweepResult.PointFigures(50, 50, 0, 1_200, p99 / 2, p99, p99, 5, 0.3), null));
        }
        SweepResult measured = new SweepResult(
                1, "now", "./birdseye advise --verify", "2 cores", "", List.of(new SweepAxis("io", pools)), points);
        return new Verification(
                question, recommended, io -> menu.topology(recommended.strategy(), io, 2), 0, measured);
    }
}
