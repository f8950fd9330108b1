package io.birdseye.benchmarks.start;

import io.birdseye.benchmarks.Bench;
import io.birdseye.benchmarks.Figure;
import io.birdseye.benchmarks.Lab;
import io.birdseye.benchmarks.Target;
import io.birdseye.loadtest.TrialFailure;
import io.birdseye.loadtest.program.Launch;
import io.birdseye.loadtest.program.Server;
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
    public List<Figure> run(Lab lab) throws Exception {
        List<Double> service = new ArrayList<>();
        List<Double> mock = new ArrayList<>();
        List<Double> command = new ArrayList<>();
        for (int run = 0; run < RUNS; run++) {
            lab.tell("start " + (run + 1) + " of " + RUNS);
            try (Server server = lab.service("start-service", Lab.SERVICE_FLAGS, List.of())) {
                service.add(seconds(server.startTime()));
            }
            try (Server server = lab.mock("start-mock", List.of())) {
                mock.add(seconds(server.startTime()));
            }
            command.add(commandSeconds(lab));
        }
        return List.of(
                Figure.median("service ready", Target.atMost(1.5), service, " s", "with the flags of `compare`"),
                Figure.median("mock-api ready", Target.atMost(0.7), mock, " s", ""),
                Figure.median("./birdseye strategies", Target.atMost(0.5), command, " s", ""));
    }

    private static double commandSeconds(Lab lab) throws TrialFailure, InterruptedException {
        List<String> command = List.of(lab.programs().home().resolve("birdseye").toString(), "strategies");
        long begin = System.nanoTime();
        lab.launcher()
                .start(Launch.logged("'birdseye strategies'", command, lab.out().resolve("start-command.log")))
                .awaitEnd(Duration.ofMinutes(1), () -> {});
        return (System.nanoTime() - begin) / 1e9;
    }

    private static double seconds(Duration duration) {
        return duration.toNanos() / 1e9;
    }
}
