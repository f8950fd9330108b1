package io.birdseye.cli.doctor;

import io.birdseye.loadtest.TrialFailure;
import io.birdseye.loadtest.generate.LightClient;
import io.birdseye.loadtest.generate.LightLoad;
import io.birdseye.loadtest.generate.LoadListener;
import io.birdseye.loadtest.generate.LoadSummary;
import io.birdseye.loadtest.generate.Schedule;
import io.birdseye.loadtest.program.JavaProgram;
import io.birdseye.loadtest.program.Launch;
import io.birdseye.loadtest.program.Launcher;
import io.birdseye.loadtest.program.Server;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * One trial of about 1.4 s: a {@link SyntheticService} in a fresh JVM under open load. The load generator runs in this
 * JVM, since starting an injector four hundred times would take an hour.
 */
final class SyntheticTrial implements Proof.Trial {

    private static final double MEDIAN_MICROS = 24_000;
    private static final double RATE = 300;
    private static final int CONNECTIONS = 150;
    private static final Duration WARM_UP = Duration.ofMillis(300);
    private static final Duration MEASURED = Duration.ofMillis(733);
    private static final List<String> JVM_FLAGS = List.of(
            "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xmx64m", "-Xshare:auto",
            "-Dsun.net.httpserver.nodelay=true");

    private final Path java;

    private final Path log;

    SyntheticTrial(Path java) throws IOException {
        this.java = java;
        this.log = Files.createTempFile("birdseye-proof", ".log");
        log.toFile().deleteOnExit();
    }

    /** The server of the JDK closes idle connections from 200 on, and requests on them would fail. */
    private static LightLoad load(String url, Schedule schedule) {
        return LightLoad.of(url + "/", schedule).withConnections(CONNECTIONS);
    }

    @Override
    public double medianMs(double slowdown, long seed) throws TrialFailure, InterruptedException {
        List<String> command = JavaProgram.ofThisClassPath(SyntheticService.class)
                .command(java, JVM_FLAGS, List.of(Double.toString(MEDIAN_MICROS * slowdown), Long.toString(seed)));
        Schedule schedule = Schedule.steps(List.of(
                new Schedule.Step(false, RATE, WARM_UP), new Schedule.Step(true, RATE, MEASURED)));
        try (Launcher launcher = new Launcher();
                Server service = launcher.startServer(Launch.logged("the synthetic service", command, log));
                LightClient client = new LightClient(load(service.url(), schedule))) {
            LoadSummary summary = client.run(LoadListener.NONE).getFirst();
            if (!summary.errorsByKind().isEmpty()) {
                throw new TrialFailure("the synthetic service failed requests: " + summary.errorsByKind());
            }
            return summary.response().p50Ms();
        } catch (IOException e) {
            throw new TrialFailure("the synthetic service cannot be measured: " + e.getMessage(), e);
        }
    }
}
