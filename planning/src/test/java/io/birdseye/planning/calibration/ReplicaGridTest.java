package io.birdseye.planning.calibration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.birdseye.loadtest.generate.LoadListener;
import io.birdseye.loadtest.generate.LoadSummary;
import io.birdseye.loadtest.generate.Recorded;
import io.birdseye.loadtest.generate.Recording;
import io.birdseye.loadtest.generate.Schedule;
import io.birdseye.loadtest.generate.Share;
import io.birdseye.loadtest.generate.WarmUp;
import io.birdseye.loadtest.light.LightClient;
import io.birdseye.loadtest.plan.RequestPlan;
import io.birdseye.loadtest.program.JavaProgram;
import io.birdseye.loadtest.program.Programs;
import io.birdseye.loadtest.trial.Budgets;
import io.birdseye.loadtest.trial.Served;
import io.birdseye.loadtest.trial.ServiceOptions;
import io.birdseye.loadtest.trial.TestBed;
import io.birdseye.loadtest.trial.Work;
import io.birdseye.model.Arrivals;
import io.birdseye.model.Latency;
import io.birdseye.model.Layout;
import io.birdseye.model.Load;
import io.birdseye.model.Topology;
import io.birdseye.model.process.MachineSample;
import io.birdseye.planning.advice.ScenarioQuestion;
import io.birdseye.planning.calibration.Accuracy.CheckedFigures;
import io.birdseye.planning.calibration.Accuracy.CheckedPoint;
import io.birdseye.planning.simulation.RequestWork;
import io.birdseye.planning.simulation.ServiceModel;
import io.birdseye.planning.simulation.Simulation;
import io.birdseye.planning.simulation.SimulationResult;
import io.birdseye.report.result.ValidityBounds;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Predictions for several instances that share a load. They also share the cores of this machine, which replicas on machines of
 * their own would not, so their requests wait for upstreams and threads and hardly compute: four calls of 100 ms on six threads,
 * which carry 15 requests/s.
 */
class ReplicaGridTest {

    private static final int IO = 6;
    private static final int CPU_THREADS = 2;
    private static final int CALLS = 4;
    private static final Duration DELAY = Duration.ofMillis(100);
    private static final Duration CPU = Duration.ofMillis(1);
    private static final List<RequestWork.Call> CALLS_OF_ONE = Collections.nCopies(CALLS, RequestWork.Call.of(new Latency.Fixed(DELAY.toMillis())));
    private static final Topology TOPOLOGY =
            Topology.inParallel(Topology.Pool.shared(IO), Topology.Pool.shared(CPU_THREADS));
    private static final Duration WARM_UP = Duration.ofSeconds(8);
    private static final Duration WINDOW = Duration.ofSeconds(20);
    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final Served SERVED = new Served(
            List.of("executor"), new Budgets.Equal(IO, CPU_THREADS),
            Work.article(DELAY, 0, Layout.PRIMITIVE).withScenario(Optional.of(ScenarioQuestion.equalCalls(CALLS, DELAY, CPU))),
            new ServiceOptions(500, 32, Optional.of(TIMEOUT), List.of("-Xmx256m", "-XX:+UseSerialGC")));

    /** A third of what the pool carries, and users that keep all its threads busy. */
    private static final List<Load> OF_EACH = List.of(Load.open(5, Arrivals.CONSTANT), Load.closed(8));

    @TempDir
    private Path folder;

    @Test
    void onePredictedInstanceIsBoundByItsPool() {
        assertThat(predicted(OF_EACH.getFirst()).p50Ms()).isCloseTo(101, within(2.0));
        assertThat(predicted(Load.closed(8)).achievedPerSecond()).as("6 threads / 0.4 s").isCloseTo(15, within(0.3));
    }

    /** Two to four instances, each with an equal share. */
    @Test
    @Tag("nightly")
    void eachOfSeveralInstancesDoesWhatOneDoesWithItsShare() throws Exception {
        Programs programs = Programs.builtIn(Path.of("..").toAbsolutePath().normalize(), JavaProgram.thisJava());
        List<CheckedPoint> points = new ArrayList<>();
        MachineSample begin = MachineSample.now();
        for (int count = 2; count <= 4; count++) {
            try (TestBed testBed = new TestBed(1, programs, folder)) {
                List<String> urls = new ArrayList<>();
                for (int i = 1; i <= count; i++) {
                    urls.add(testBed.service(SERVED, "replica-" + i + "-of-" + count).url() + SERVED.request("executor").pathAndQuery());
                }
                for (Load each : OF_EACH) {
                    SimulationResult one = predicted(each);
                    points.add(new CheckedPoint(
                            count + " instances, " + each.describe() + " for each",
                            new CheckedFigures(count * one.achievedPerSecond(), one.p50Ms(), one.p99Ms()), measured(urls, each),
                            NullModel.of(each, List.of(CALLS_OF_ONE.stream().map(RequestWork.Call::made).toList()), TOPOLOGY)));
                }
            }
        }

        Accuracy accuracy = new Accuracy(points);
        System.out.println(accuracy.markdown());
        Double others = MachineSample.now().since(begin).others();
        assumeThat(others == null || others <= ValidityBounds.MAX_OTHERS).as("other programs took %s of the cores", others).isTrue();
        assertThat(points).as(accuracy.markdown()).allMatch(point -> near(point, CheckedFigures::perSecond, 0.1)
                && near(point, CheckedFigures::p50Ms, 0.15) && near(point, CheckedFigures::p99Ms, 0.3));
    }

    /** Totals: that several do what one does is asked here, and not how well its waiting is predicted. */
    private static boolean near(CheckedPoint point, ToDoubleFunction<CheckedFigures> figure, double tolerated) {
        return Math.abs(figure.applyAsDouble(point.predicted()) / figure.applyAsDouble(point.measured()) - 1) <= tolerated;
    }

    /** Of all instances together. */
    private static CheckedFigures measured(List<String> urls, Load each) throws Exception {
        List<Schedule.Step> steps = Schedule.steps(each, new WarmUp(WARM_UP, 1, Duration.ZERO), WINDOW, 1);
        Recording all = new Recording(Schedule.of(steps, each.users(), Share.WHOLE), TIMEOUT);
        try (ExecutorService clients = Executors.newCachedThreadPool()) {
            List<Future<Recorded>> loads = urls.stream()
                    .map(url -> clients.submit(() -> {
                        try (LightClient client = new LightClient(RequestPlan.light(url, steps, each.users()).withTimeout(TIMEOUT))) {
                            return client.run(System.nanoTime(), null, LoadListener.NONE).recorded();
                        }
                    }))
                    .toList();
            for (Future<Recorded> load : loads) {
                all.add(load.get());
            }
        }
        LoadSummary summary = all.summaries().getFirst();
        assertThat(summary.errors()).as("%s", summary.errorsByKind()).isZero();
        return new CheckedFigures(summary.achievedPerSecond(), summary.response().p50Ms(), summary.response().p99Ms());
    }

    /** One instance, alone with its share. */
    private static SimulationResult predicted(Load each) {
        RequestWork work = new RequestWork(
                List.of(new RequestWork.Group(CALLS_OF_ONE, new Latency.Fixed(CPU.toMillis()))), 0);
        return Simulation.run(
                ServiceModel.of(TOPOLOGY, work, Runtime.getRuntime().availableProcessors()), each,
                Simulation.RunLength.ofTrial(WARM_UP, WINDOW));
    }
}
