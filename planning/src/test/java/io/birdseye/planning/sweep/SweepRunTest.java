package io.birdseye.planning.sweep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.birdseye.loadtest.FolderRefused;
import io.birdseye.loadtest.Interrupted;
import io.birdseye.loadtest.NothingMeasured;
import io.birdseye.loadtest.Progress;
import io.birdseye.loadtest.generate.LatencyFigures;
import io.birdseye.loadtest.generate.WarmUp;
import io.birdseye.loadtest.plan.Expectation;
import io.birdseye.loadtest.plan.RequestTemplate;
import io.birdseye.loadtest.trial.Budgets;
import io.birdseye.loadtest.trial.LoadPlan;
import io.birdseye.loadtest.trial.Measurement;
import io.birdseye.loadtest.trial.RunningService;
import io.birdseye.loadtest.trial.TrialSettings;
import io.birdseye.loadtest.trial.Trials;
import io.birdseye.loadtest.trial.Work;
import io.birdseye.model.Budget;
import io.birdseye.model.Layout;
import io.birdseye.model.Load;
import io.birdseye.model.Topology;
import io.birdseye.planning.point.PointSettings;
import io.birdseye.planning.point.PointTrials;
import io.birdseye.planning.point.ServiceLimits;
import io.birdseye.report.result.RowKey;
import io.birdseye.report.result.Trial;
import io.birdseye.report.result.ValidityBounds;
import io.birdseye.scenario.ScenarioFile;
import io.birdseye.scenario.Scenarios;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sweeps over measurements that are made up. */
class SweepRunTest {

    private static final Topology TWO_POOLS = new Topology(false, false, 16, List.of(), 2, List.of(), false);

    @TempDir
    Path folder;

    private static PointSettings base() {
        return base(Optional.empty());
    }

    private static PointSettings base(Optional<ScenarioFile> scenario) {
        return new PointSettings(
                "executor", Load.open(40),
                Work.article(Duration.ofMillis(200), 0.5, Layout.PRIMITIVE).withScenario(scenario),
                new ServiceLimits(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty()),
                Duration.ofSeconds(5));
    }

    private static Trial trial(String strategy, double perSecond, double p99Ms) {
        Trial.Latency latency = new Trial.Latency(p99Ms / 2, p99Ms / 2, p99Ms, null, p99Ms, null, p99Ms);
        return new Trial(
                RowKey.of(strategy), 1, new Budget(16, 2, 100), TWO_POOLS, Trial.Outcome.COMPLETED, null,
                new Trial.Measured(
                        new Trial.Counts(12, perSecond, perSecond, 500, 0, Map.of(), 1.0), latency, latency,
                        new Trial.Work(new Trial.Resources(5.0, null, 1.0, 1.0, 1, null, 50, null, 0.2, 0.1, 0.1), List.of(), 16, 2,
                                null, null, null),
                        new Trial.Instruments(1, null, null, new Trial.Disturbance(null, null, null, null, null, null),
                                new Trial.InjectorsUsed(0, List.of())),
                        new Trial.Course("h.hlog", null, null, null), null));
    }

    private static Trials.JudgedTrial measured(String strategy, double perSecond, double p99Ms) {
        return new Trials.JudgedTrial(
                trial(strategy, perSecond, p99Ms),
                new LatencyFigures(1_200, p99Ms / 2, 1, p99Ms / 2, p99Ms, p99Ms, p99Ms, p99Ms, p99Ms), List.of());
    }

    /** Of the first strategy, at the objective. */
    private static Trials.JudgedTrial measured(TrialSettings settings) {
        return measured(settings.rows().getFirst().strategy(), 40, 300);
    }

    private static Trials.JudgedTrial invalid(Trials.JudgedTrial good, String why) {
        return new Trials.JudgedTrial(good.trial(), good.response(), List.of(why));
    }

    private static Trials.JudgedTrial failed(String strategy) {
        return new Trials.JudgedTrial(
                new Trial(RowKey.of(strategy), 1, new Budget(0, 0, 0), TWO_POOLS, Trial.Outcome.FAILED, "it died", null),
                null, List.of());
    }

    private static int io(TrialSettings settings) {
        return ((Budgets.Equal) settings.served().budgets()).ioConcurrency();
    }

    private SweepRun sweep(SweepPlan plan, PointSettings base, PointTrials.Runner runner) {
        PointTrials trials = new PointTrials(
                Duration.ofSeconds(6), Duration.ofSeconds(12), plan.seed(), List.of("-Xmx1g"),
                ValidityBounds.DEFAULT, folder, "./birdseye sweep", runner);
        return new SweepRun(plan, SweepPoints.of(plan, List.of("executor", "rx"), base, trials, "fixed"), Progress.NONE);
    }

    @Test
    void aPointThatIsNotValidHasNoFiguresButItsReason() throws Exception {
        SweepPlan plan = new SweepPlan(List.of(new SweepAxis("io-threads", List.of(8.0, 16.0))), 7);

        SweepResult result = sweep(plan, base(), (settings, progress) -> invalid(measured(settings), "other programs took 46 %")).run();

        assertThat(result.points()).hasSize(4).allSatisfy(point -> {
            assertThat(point.figures()).isNull();
            assertThat(point.failure()).isEqualTo("not valid: other programs took 46 %");
        });
    }

    @Test
    void aPointThatFailsIsShownAsFailedAndTheSweepGoesOn() throws Exception {
        SweepPlan plan = new SweepPlan(List.of(new SweepAxis("io-threads", List.of(8.0, 16.0, 32.0))), 7);
        List<Integer> order = new ArrayList<>();

        SweepResult result = sweep(plan, base(), (settings, progress) -> {
                    order.add(io(settings));
                    return io(settings) == 16 ? failed(settings.served().strategies().getFirst())
                            : measured(settings.served().strategies().getFirst(), Math.min(40, io(settings) / 0.8), 300);
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
                List.of(new SweepAxis("rate", List.of(10.0, 20.0)), new SweepAxis("latency", List.of(100.0, 200.0))), 3);
        List<String> points = new ArrayList<>();
        SweepRun sweep = sweep(plan, base(), (settings, progress) -> {
            points.add(settings.measurement().out() + " " + settings.load().load().ratePerSecond() + " " + settings.work().upstreamDelay());
            return measured(settings);
        });

        sweep.run();
        sweep.run();

        assertThat(points.subList(0, 8)).doesNotHaveDuplicates().isEqualTo(points.subList(8, 16));
    }

    @Test
    void aFolderIsForOneSweepAtATime() throws Exception {
        SweepPlan plan = new SweepPlan(List.of(new SweepAxis("io-threads", List.of(8.0, 16.0))), 1);
        PointTrials.Runner quick = (settings, progress) -> measured(settings);

        sweep(plan, base(), (settings, progress) -> {
                    assertThatThrownBy(() -> sweep(plan, base(), quick).run())
                            .isInstanceOf(FolderRefused.class)
                            .hasMessageContaining("is in use by another run");
                    return measured(settings);
                })
                .run();

        assertThat(sweep(plan, base(), quick).run().points()).as("the folder is free again").hasSize(4);
    }

    @Test
    void aScenarioGoesIntoEveryPoint() throws Exception {
        PointSettings tree = base(Optional.of(Scenarios.load("checkout-page")));
        sweep(new SweepPlan(List.of(new SweepAxis("io-threads", List.of(8.0, 16.0))), 1), tree, (settings, progress) -> {
                    assertThat(settings.work().scenario()).hasValueSatisfying(
                            file -> assertThat(file.scenario().name()).isEqualTo("checkout-page"));
                    assertThat(settings.work().memoryMegabytes()).isZero();
                    return measured(settings);
                })
                .run();

        assertThatThrownBy(() -> tree.with("memory", 5)).hasMessageContaining("said by the scenario");
    }

    private static SweepPlan plan(String... axes) {
        return new SweepPlan(Stream.of(axes).map(SweepAxis::parse).toList(), 1);
    }

    private static TrialSettings shop(Path out) {
        RequestTemplate shop = new RequestTemplate(
                "http://127.0.0.1:8081/{a,b}", Optional.empty(), List.of(), Optional.empty(), Expectation.OK);
        return new TrialSettings(
                new RunningService(shop.variants(), Duration.ofSeconds(10)),
                new LoadPlan(Load.open(1), WarmUp.of(Duration.ofSeconds(9)), Duration.ofSeconds(30)),
                new Measurement(1, 1, ValidityBounds.DEFAULT, out, "./birdseye sweep --url"));
    }

    @Test
    void aServiceOfOnesOwnIsMeasuredUnderEachLoadWithTheSameWordsAndTheSameFiles() throws Exception {
        SweepResult result = new SweepRun(plan("rate=10,20"), SweepPoints.of(shop(folder), (settings, progress) -> {
                    String variant = settings.rows().getFirst().strategy();
                    double rate = settings.load().load().ratePerSecond();
                    assertThat(settings.rows()).hasSize(1);
                    assertThat(settings.measurement().out().getParent()).isEqualTo(folder.resolve("points"));
                    if (variant.equals("b")) {
                        throw new NothingMeasured("nothing is measured: b: it is not there");
                    }
                    return rate > 10 ? invalid(measured(settings), "late") : measured(variant, rate, 300);
                }), Progress.NONE).run();

        assertThat(result.fixed())
                .isEqualTo("The service: http://127.0.0.1:8081, each point 30 s after 9 s of warm-up.");
        assertThat(result.points()).filteredOn(point -> point.strategy().equals("a") && point.failure() == null)
                .singleElement().satisfies(point -> assertThat(point.figures().achievedPerSecond()).isEqualTo(10));
        assertThat(result.points()).extracting(SweepResult.SweepPoint::failure).filteredOn(Objects::nonNull)
                .containsExactlyInAnyOrder("not valid: late", "nothing is measured: b: it is not there",
                        "nothing is measured: b: it is not there");
        assertThat(folder.resolve("sweep.html")).exists();
    }

    @Test
    void anInterruptedSweepEnds() {
        SweepPoints points = SweepPoints.of(shop(folder), (settings, progress) -> {
            throw new Interrupted(folder);
        });

        assertThatThrownBy(() -> new SweepRun(plan("rate=10,20"), points, Progress.NONE).run())
                .isInstanceOf(Interrupted.class);
    }

    @Test
    void onlyTheLoadOfAServiceOfOnesOwnCanBeSwept() {
        assertThatThrownBy(() -> plan("io-threads=4,8").ofLoads())
                .hasMessageContaining("rate or users can be on an axis, but not io-threads");
        assertThatThrownBy(() -> plan("rate=4,8", "users=1,2").ofLoads()).hasMessageContaining("either open or closed");
    }

    private static SweepAxis axis(String text) {
        return SweepAxis.parse(text);
    }

    @Test
    void anAxisIsAListASumOrAProduct() {
        assertThat(axis("io-threads=8,16,24")).isEqualTo(new SweepAxis("io-threads", List.of(8.0, 16.0, 24.0)));
        assertThat(axis("rate=10..50 by 20").values()).containsExactly(10.0, 30.0, 50.0);
        assertThat(axis("io-threads=8..70 x2").values()).containsExactly(8.0, 16.0, 32.0, 64.0);
        assertThat(axis("memory=0..1 by 0.1").values()).hasSize(11);
        assertThat(axis("io-threads=8,16").describe()).isEqualTo("io-threads = 8, 16");
    }

    @Test
    void whatIsNoAxisIsRefusedWithWhatIsAllowed() {
        assertThatThrownBy(() -> axis("io")).hasMessageContaining("'io' is not an axis").hasMessageContaining("8,16,32");
        assertThatThrownBy(() -> axis("io-threads=8")).hasMessageContaining("1 values");
        assertThatThrownBy(() -> axis("io-threads=16,8")).hasMessageContaining("must rise");
        assertThatThrownBy(() -> axis("io-threads=8..64 by 0")).hasMessageContaining("never gets");
        assertThatThrownBy(() -> axis("io-threads=8..64 x1")).hasMessageContaining("never gets");
        assertThatThrownBy(() -> axis("io-threads=1..1000000 by 1")).hasMessageContaining("allowed are 2 to 100");
    }

    @Test
    void everyPointIsMeasuredOnceInAnOrderThatFollowsFromTheSeed() {
        SweepPlan plan = new SweepPlan(List.of(axis("io-threads=8,16,32"), axis("rate=10,20,30,40")), 7);

        assertThat(plan.grid()).hasSize(12);
        List<String> strategies = List.of("executor", "rx");
        assertThat(plan.order(strategies)).hasSize(24).doesNotHaveDuplicates();
        assertThat(plan.order(strategies).stream().map(SweepPlan.Step::values).distinct())
                .containsExactlyInAnyOrderElementsOf(plan.grid());
        assertThat(plan.order(strategies)).isEqualTo(new SweepPlan(plan.axes(), 7).order(strategies));
        assertThat(plan.order(strategies)).isNotEqualTo(new SweepPlan(plan.axes(), 8).order(strategies));
    }

    @Test
    void threeSettingsOrOneTwiceAreRefused() {
        SweepAxis io = axis("io-threads=8,16");

        assertThatThrownBy(() -> new SweepPlan(List.of(io, axis("rate=1,2"), axis("latency=1ms,2ms")), 1))
                .hasMessageContaining("one or two");
        assertThatThrownBy(() -> new SweepPlan(List.of(io, axis("io-threads=1,2")), 1)).hasMessageContaining("both are io-threads");
    }

    @Test
    void aSaturatingPoolHasItsKneeWhereItSaturatesAStraightLineAndAFallingCurveHaveNone() {
        assertThat(Knee.of(IntStream.rangeClosed(1, 16).mapToObj(i -> new Knee.CurvePoint(8 * i, Math.min(50, 8 * i / 0.8))).toList()))
                .hasValue(new Knee.CurvePoint(40, 50));
        assertThat(Knee.of(List.of(new Knee.CurvePoint(1, 1), new Knee.CurvePoint(2, 2), new Knee.CurvePoint(3, 3)))).isEmpty();
        assertThat(Knee.of(List.of(new Knee.CurvePoint(1, 3), new Knee.CurvePoint(2, 2), new Knee.CurvePoint(3, 1)))).isEmpty();
        assertThat(Knee.of(List.of(new Knee.CurvePoint(1, 1), new Knee.CurvePoint(2, 2)))).isEmpty();
    }
}
