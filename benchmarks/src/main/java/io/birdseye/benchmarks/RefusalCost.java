package io.birdseye.benchmarks;

import static java.util.Objects.requireNonNull;

import io.birdseye.benchmarks.BenchContext.AtWindow;
import io.birdseye.benchmarks.Figure.Target;
import io.birdseye.loadtest.TrialFailure;
import io.birdseye.loadtest.client.ServiceClient;
import io.birdseye.loadtest.generate.LightClient;
import io.birdseye.loadtest.generate.LightLoad;
import io.birdseye.loadtest.generate.Schedule;
import io.birdseye.loadtest.generate.Schedule.Step;
import io.birdseye.loadtest.program.Programs;
import io.birdseye.loadtest.program.Program;
import io.birdseye.model.Format;
import io.birdseye.model.process.ServiceUse;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The CPU time of the service for a request that it refuses. In a trial it cannot be told apart from that of right
 * answers; here the upstreams hold the few requests that are admitted for longer than the measurement, so the service
 * does nothing but refuse.
 */
final class RefusalCost {

    private static final String STRATEGY = "adaptive";
    private static final double PER_SECOND = 1_000;
    private static final Duration WARM_UP = Duration.ofSeconds(6);
    private static final Duration MEASURED = Duration.ofSeconds(10);
    private static final int ADMITTED = 8;

    private RefusalCost() {}

    static Figure measure(BenchContext context) throws TrialFailure, IOException, InterruptedException {
        String name = STRATEGY + ": CPU of a refused request";
        context.progress().accept("a service that refuses " + Math.round(PER_SECOND) + " requests per second");
        Duration held = WARM_UP.plus(MEASURED).plusSeconds(5);
        try (Program mock = context.mock("refusal-mock", "--delay", held.toSeconds() + "s");
                Program service = context.service(
                        "refusal-service", Programs.serviceJvmFlags(), "--upstream", mock.url(), "--deadline", "60s",
                        "--default-max-in-flight", Integer.toString(ADMITTED), "--memory-sizes", "0.5");
                ServiceClient client = new ServiceClient(service.url())) {
            List<ServiceUse> looks = new ArrayList<>();
            AtWindow ends = new AtWindow(service,
                    () -> looks.add(client.resources()), () -> looks.add(client.resources()));
            LightLoad load = LightLoad.of(
                    service.url() + "/overview/" + STRATEGY + "?sharedMemory=0.5",
                    Schedule.steps(List.of(new Step(false, PER_SECOND, WARM_UP), new Step(true, PER_SECOND, MEASURED))));
            try (LightClient users = new LightClient(load.withTimeout(held.plusSeconds(10)))) {
                users.run(ends);
            }
            ServiceUse used = looks.getLast().since(looks.getFirst());
            long refused = requireNonNull(used.requests()).refused();
            long answered = used.requests().succeeded();
            if (refused == 0 || answered > 0) {
                return Figure.failed(name, Target.none(), Format.text("%d refused, %d answered", refused, answered));
            }
            double cpuMs = used.process().cpuNanosOfProgram() / 1e6 / refused;
            double allMs = requireNonNull(used.process().cpuNanos()) / 1e6 / refused;
            return Figure.of(name, Target.none(), cpuMs, " ms",
                    Format.text("of %d refusals in %d s, JIT %.2f ms beside it", refused, MEASURED.toSeconds(), allMs - cpuMs));
        }
    }
}
