package io.birdseye.benchmarks.start;

import io.birdseye.benchmarks.Bench;
import io.birdseye.benchmarks.BenchContext;
import io.birdseye.benchmarks.Figure;
import io.birdseye.benchmarks.Target;
import io.birdseye.loadtest.TrialFailure;
import io.birdseye.loadtest.program.Launch;
import io.birdseye.loadtest.program.Program;
import io.birdseye.loadtest.program.Programs;
import io.birdseye.loadtest.program.Server;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * From the start of a process to its ready line, and of {@code ./birdseye strategies} to its end; the script's own look
 * for a JDK and for changed sources is in it.
 */
public final class StartBench implements Bench {

    private static final int RUNS = 5;

    @Override
    public String name() {
        return "start";
    }

    @Override
    public String what() {
        return "Service ready in 1.5 s, mock-api in 0.7 s, `./birdseye strategies` done in 0.5 s";
    }

    @Override
    public Duration estimate(boolean quick) {
        return Duration.ofSeconds(30);
    }

    @Override
    public List<Figure> run(BenchContext context) throws Exception {
        List<Double> service = new ArrayList<>();
        List<Double> mock = new ArrayList<>();
        List<Double> command = new ArrayList<>();
        for (int run = 0; run < RUNS; run++) {
            context.tell("start " + (run + 1) + " of " + RUNS);
            try (Server child = context.service("start-service", Programs.serviceJvmFlags(), List.of())) {
                service.add(seconds(child.startTime()));
            }
            try (Server child = context.mock("start-mock", List.of())) {
                mock.add(seconds(child.startTime()));
            }
            command.add(commandSeconds(context));
        }
        return List.of(
                Figure.median("service ready", Target.atMost(1.5), service, " s", "with the flags of `compare`"),
                Figure.median("mock-api ready", Target.atMost(0.7), mock, " s", ""),
                Figure.median("./birdseye strategies", Target.atMost(0.5), command, " s", ""));
    }

    private static double commandSeconds(BenchContext context) throws TrialFailure, InterruptedException {
        Path script = context.programs().home().resolve("birdseye");
        long begin = System.nanoTime();
        try (Program command = context.launcher().start(Launch.logged(
                "birdseye strategies", List.of(script.toString(), "strategies"), context.log("start-command")))) {
            command.awaitEnd(Duration.ofSeconds(60), () -> {});
        }
        return (System.nanoTime() - begin) / 1e9;
    }

    private static double seconds(Duration duration) {
        return duration.toNanos() / 1e9;
    }
}
