package io.birdseye.planning.advice;

import static org.assertj.core.api.Assertions.assertThat;

import io.birdseye.loadtest.generate.LightClient;
import io.birdseye.loadtest.generate.LightLoad;
import io.birdseye.loadtest.generate.LoadListener;
import io.birdseye.loadtest.generate.LoadSummary;
import io.birdseye.loadtest.generate.Schedule;
import io.birdseye.loadtest.generate.Schedule.Step;
import io.birdseye.loadtest.program.JavaProgram;
import io.birdseye.loadtest.program.Programs;
import io.birdseye.loadtest.trial.Budgets;
import io.birdseye.loadtest.trial.Served;
import io.birdseye.loadtest.trial.ServiceOptions;
import io.birdseye.loadtest.trial.TestBed;
import io.birdseye.loadtest.trial.Work;
import io.birdseye.mockapi.MockApiMain;
import io.birdseye.model.Latency;
import io.birdseye.model.Layout;
import io.birdseye.model.Topology;
import io.birdseye.planning.simulation.RequestWork;
import io.birdseye.planning.simulation.RequestWork.Call;
import io.birdseye.planning.simulation.RunLength;
import io.birdseye.planning.simulation.ServiceModel;
import io.birdseye.planning.simulation.Simulation;
import io.birdseye.planning.simulation.SimulationResult;
import io.birdseye.planning.simulation.Traffic;
import io.birdseye.service.ServiceMain;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Predicted and measured: several real services on this machine, each with a client that sends its share of the rate. They
 * share the cores, which replicas on machines of their own would not, so their requests wait for upstreams and for threads
 * and hardly compute. Two points: a third of what the pools carry, for the response time, and twice that, for the
 * throughput.
 */
class MeasuredReplicasTest {

    /** Threads for calls in each, of which there are four of 100 ms in a request: 15 requests/s. */
    private static final int IO = 6;

    private static final double LOW = 5;
    private static final double HIGH = 30;
    private static final Duration DELAY = Duration.ofMillis(100);
    private static final Duration WINDOW = Duration.ofSeconds(5);

    /** Of a request of a young JVM, a guess. */
    private static final double CPU_MS = 8;

    /** The client sends at the same moment to all of them, and a cold service needs some time to get through that. */
    private static final List<Step> STEPS = List.of(
            new Step(false, LOW, Duration.ofSeconds(4), Duration.ofSeconds(1)),
            new Step(true, LOW, WINDOW, Duration.ofMillis(500)),
            new Step(true, HIGH, WINDOW));

    @TempDir
    private Path out;

    private static Programs programs() {
        JavaProgram service = JavaProgram.ofThisClassPath(ServiceMain.class);
        return new Programs(
                JavaProgram.thisJava(), Path.of(""), JavaProgram.ofThisClassPath(MockApiMain.class),
                new JavaProgram(
                        service.mainClass(), service.classPath(),
                        List.of("--enable-preview", "--enable-native-access=ALL-UNNAMED")),
                service);
    }

    private static SimulationResult predicted(double perSecond) {
        RequestWork.Group group = new RequestWork.Group(
                Collections.nCopies(2, Call.of(new Latency.Fixed(DELAY.toMillis()))), new Latency.Fixed(CPU_MS / 2));
        Topology topology = Topology.inParallel(Topology.Pool.shared(IO), Topology.Pool.shared(2));
        return Simulation.run(
                ServiceModel.of(topology, new RequestWork(List.of(group, group), 0), 2), new Traffic.ConstantRate(perSecond),
                RunLength.ofTrial(Duration.ofSeconds(1), WINDOW));
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 4})
    void eachInstanceDoesWhatWasPredictedForItsShareOfTheRate(int replicas) throws Exception {
        List<String> off = measure(replicas);
        if (!off.isEmpty()) {
            // What else runs on the machine may take the cores for some seconds, but hardly twice.
            off = measure(replicas);
        }
        assertThat(off).isEmpty();
    }

    private List<String> measure(int replicas) throws Exception {
        double lowP50Ms = predicted(LOW).p50Ms();
        double highPerSecond = predicted(HIGH).achievedPerSecond();
        Served served = new Served(
                List.of("executor"), new Budgets.Equal(IO, 2), Work.article(DELAY, 0, Layout.PRIMITIVE),
                new ServiceOptions(
                        500, 32, Optional.of(Duration.ofSeconds(30)), List.of("-Xmx256m", "-XX:+UseSerialGC")));
        List<String> off = new ArrayList<>();
        try (TestBed testBed = new TestBed(served, 1, programs(), out);
                ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor()) {
            List<String> urls = new ArrayList<>();
            for (int i = 0; i < replicas; i++) {
                urls.add(testBed.service("replica-" + i).url() + served.request("executor").pathAndQuery());
            }
            List<Future<List<LoadSummary>>> loads = urls.stream().map(url -> clients.submit(() -> {
                try (LightClient client = new LightClient(LightLoad.of(url, Schedule.steps(STEPS)))) {
                    return client.run(LoadListener.NONE);
                }
            })).toList();
            for (Future<List<LoadSummary>> load : loads) {
                LoadSummary low = load.get().getFirst();
                LoadSummary high = load.get().getLast();
                String figures = String.format(
                        "%d replicas: at %.0f/s each p50 %.0f ms, predicted %.0f ms; at %.0f/s achieved %.1f/s, predicted %.1f/s",
                        replicas, LOW, low.response().p50Ms(), lowP50Ms, HIGH, high.achievedPerSecond(), highPerSecond);
                System.out.println(figures);
                boolean near = Math.abs(low.response().p50Ms() - lowP50Ms) <= 0.25 * lowP50Ms + 10 && low.errors() == 0
                        && high.achievedPerSecond() >= 0.75 * highPerSecond
                        && high.achievedPerSecond() <= 1.1 * highPerSecond;
                if (!near) {
                    off.add(figures);
                }
            }
        }
        return off;
    }
}
