package io.birdseye.benchmarks;

import io.birdseye.benchmarks.Figure.Target;
import io.birdseye.loadtest.program.Launch;
import io.birdseye.loadtest.program.Program;
import io.birdseye.loadtest.program.Programs;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** From the start of a process to its ready line; and of {@code ./birdseye strategies}, script included, to its end. */
final class StartBench {

    private static final int RUNS = 5;

    private StartBench() {}

    static List<Figure> run(BenchContext context) throws Exception {
        List<Double> service = new ArrayList<>();
        List<Double> mock = new ArrayList<>();
        List<Double> command = new ArrayList<>();
        List<String> strategies = List.of(context.programs().home().resolve("birdseye").toString(), "strategies");
        for (int run = 1; run <= RUNS; run++) {
            context.progress().accept("start " + run + " of " + RUNS);
            try (Program server = context.service("start-service", Programs.serviceJvmFlags())) {
                service.add(server.startTime().toNanos() / 1e9);
            }
            try (Program server = context.mock("start-mock")) {
                mock.add(server.startTime().toNanos() / 1e9);
            }
            long begin = System.nanoTime();
            try (Program program = context.launcher().start(
                    Launch.logged("birdseye strategies", strategies, context.log("start-command")))) {
                program.awaitEnd(Duration.ofSeconds(60), () -> {});
            }
            command.add((System.nanoTime() - begin) / 1e9);
        }
        return List.of(
                Figure.median("service ready", Target.atMost(1.5), service, " s", "with the flags of `compare`"),
                Figure.median("mock-api ready", Target.atMost(0.7), mock, " s", ""),
                Figure.median("./birdseye strategies", Target.atMost(0.5), command, " s", ""));
    }
}
