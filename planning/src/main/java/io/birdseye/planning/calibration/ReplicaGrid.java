package io.birdseye.planning.calibration;

import io.birdseye.loadtest.TrialFailure;
import io.birdseye.loadtest.generate.LightClient;
import io.birdseye.loadtest.generate.LightLoad;
import io.birdseye.loadtest.generate.LoadListener;
import io.birdseye.loadtest.generate.LoadSummary;
import io.birdseye.loadtest.generate.Recorded;
import io.birdseye.loadtest.generate.Recording;
import io.birdseye.loadtest.generate.Schedule;
import io.birdseye.loadtest.generate.Schedule.Step;
import io.birdseye.loadtest.generate.Share;
import io.birdseye.loadtest.program.Programs;
import io.birdseye.loadtest.program.Server;
import io.birdseye.loadtest.trial.Budgets;
import io.birdseye.loadtest.trial.Served;
import io.birdseye.loadtest.trial.ServiceOptions;
import io.birdseye.loadtest.trial.TestBed;
import io.birdseye.loadtest.trial.Work;
import io.birdseye.model.Latency;
import io.birdseye.model.Layout;
import io.birdseye.model.Load;
import io.birdseye.model.Topology;
import io.birdseye.model.process.MachineSample;
import io.birdseye.planning.advice.EqualCalls;
import io.birdseye.planning.calibration.Accuracy.CheckedFigures;
import io.birdseye.planning.calibration.Accuracy.CheckedPoint;
import io.birdseye.planning.simulation.RequestWork;
import io.birdseye.planning.simulation.RequestWork.Call;
import io.birdseye.planning.simulation.RunLength;
import io.birdseye.planning.simulation.ServiceModel;
import io.birdseye.planning.simulation.Simulation;
import io.birdseye.planning.simulation.SimulationResult;
import io.birdseye.planning.simulation.Traffic;
import io.birdseye.report.result.ValidityBounds;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Checks predictions for several instances that share a load: starts them on this machine, each with its interleaved share,
 * as a load balancer that takes turns would deal it out. They share the cores, which replicas on machines of their own
 * would not. So their requests wait for upstreams and threads, and hardly compute; what is checked is that each instance does
 * what one does with its share. Two points for each number of instances: a third of what the pools carry, and users that
 * keep all threads busy.
 *
 * @param out the folder of the logs
 * @param phase is told what is being done
 */
public record ReplicaGrid(Programs programs, Path out, Consumer<String> phase) {

    /** More take memory that small machines lack. */
    public static final int MOST = 4;

    /** Threads for calls in each instance, of which there are four of 100 ms in a request: 15 requests/s. */
    private static final int IO = 6;

    private static final int CPU_THREADS = 2;
    private static final int CALLS = 4;
    private static final Duration DELAY = Duration.ofMillis(100);
    private static final Duration CPU = Duration.ofMillis(1);
    private static final String STRATEGY = "executor";

    /** Of each instance. */
    private static final int RATE = 5;

    private static final int USERS = 8;
    private static final Duration WARM_UP = Duration.ofSeconds(8);
    private static final Duration WINDOW = Duration.ofSeconds(20);
    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final Duration START = Duration.ofSeconds(10);

    /**
     * What was found.
     *
     * @param others the largest share of the processors that other programs took; null where it is not known
     */
    public record Checked(Accuracy accuracy, @Nullable Double others) {

        /** Whether other programs took so much that the figures say little. */
        public boolean disturbed() {
            return others != null && others > ValidityBounds.MOST_OTHERS;
        }
    }

    /** How long it takes, roughly. */
    public static Duration estimate(int most) {
        return START.plus(WARM_UP.plus(WINDOW).multipliedBy(2)).multipliedBy(most - 1L);
    }

    /**
     * Measures 2 instances, and then one more each time.
     *
     * @param most the highest number of instances, up to {@value #MOST}
     * @throws TrialFailure if an instance does not start or answers nothing
     * @throws IllegalArgumentException if there are to be more
     */
    public Checked run(int most) throws TrialFailure, IOException, InterruptedException {
        if (most < 2 || most > MOST) {
            throw new IllegalArgumentException("instances on this machine must be 2 to " + MOST + ", but are " + most);
        }
        List<CheckedPoint> points = new ArrayList<>();
        Double others = null;
        for (int count = 2; count <= most; count++) {
            try (TestBed testBed = new TestBed(served(), 1, programs, out)) {
                phase.accept("starting " + count + " instances");
                List<String> urls = new ArrayList<>();
                for (int i = 1; i <= count; i++) {
                    Server service = testBed.service("replica-" + i + "-of-" + count);
                    urls.add(service.url() + served().request(STRATEGY).pathAndQuery());
                }
                for (Load each : List.of(Load.open(RATE), Load.closed(USERS))) {
                    String name = count + " instances, " + each.describe() + " for each";
                    phase.accept(name);
                    MachineSample begin = MachineSample.now();
                    CheckedFigures measured = measured(urls, each);
                    Double share = MachineSample.now().since(begin).others();
                    if (share != null && (others == null || share > others)) {
                        others = share;
                    }
                    SimulationResult one = predicted(each);
                    points.add(new CheckedPoint(
                            name, new CheckedFigures(count * one.achievedPerSecond(), one.p50Ms(), one.p99Ms()), measured));
                }
            }
        }
        return new Checked(new Accuracy(points), others);
    }

    private static Served served() {
        return new Served(
                List.of(STRATEGY), new Budgets.Equal(IO, CPU_THREADS), Work.article(DELAY, 0, Layout.PRIMITIVE)
                        .withScenario(Optional.of(EqualCalls.scenario(CALLS, DELAY, CPU))),
                new ServiceOptions(500, 32, Optional.of(TIMEOUT), List.of("-Xmx256m", "-XX:+UseSerialGC")));
    }

    /** Of all instances together. */
    private static CheckedFigures measured(List<String> urls, Load each) throws TrialFailure, IOException, InterruptedException {
        int count = urls.size();
        double rate = each.model() == Load.Model.OPEN ? each.ratePerSecond() * count : 0;
        int users = each.model() == Load.Model.OPEN ? 0 : each.users() * count;
        List<Step> steps = List.of(new Step(false, rate, WARM_UP), new Step(true, rate, WINDOW));
        Recording all = new Recording(Schedule.of(steps, users, Share.WHOLE), TIMEOUT);
        try (ExecutorService clients = Executors.newThreadPerTaskExecutor(Thread.ofPlatform().name("replica-", 1).factory())) {
            List<Future<Recorded>> loads = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                LightLoad load = LightLoad.of(urls.get(i), Schedule.of(steps, users, new Share(i, count))).withTimeout(TIMEOUT);
                loads.add(clients.submit(() -> {
                    try (LightClient client = new LightClient(load)) {
                        client.run(LoadListener.NONE);
                        return client.recorded();
                    }
                }));
            }
            for (Future<Recorded> load : loads) {
                all.add(load.get());
            }
        } catch (ExecutionException e) {
            throw new TrialFailure("an instance could not be measured: " + e.getCause(), e);
        }
        LoadSummary summary = all.summaries(0).getFirst();
        if (summary.ok() == 0 || summary.errors() > 0) {
            throw new TrialFailure("instances gave " + summary.ok() + " right answers and failed " + summary.errors()
                    + " times: " + summary.errorsByKind());
        }
        return new CheckedFigures(summary.achievedPerSecond(), summary.response().p50Ms(), summary.response().p99Ms());
    }

    /** One instance, alone with its share. */
    static SimulationResult predicted(Load each) {
        RequestWork work = new RequestWork(
                List.of(new RequestWork.Group(
                        Collections.nCopies(CALLS, Call.of(new Latency.Fixed(DELAY.toMillis()))), new Latency.Fixed(CPU.toMillis()))),
                0);
        Topology topology = Topology.inParallel(Topology.Pool.shared(IO), Topology.Pool.shared(CPU_THREADS));
        return Simulation.run(
                ServiceModel.of(topology, work, Runtime.getRuntime().availableProcessors()), Traffic.of(each),
                RunLength.ofTrial(WARM_UP, WINDOW));
    }
}
