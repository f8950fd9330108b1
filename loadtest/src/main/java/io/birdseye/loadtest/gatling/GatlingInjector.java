package io.birdseye.loadtest.gatling;

import io.birdseye.loadtest.TrialFailure;
import io.birdseye.loadtest.generate.LoadGenerator;
import io.birdseye.loadtest.generate.LoadListener;
import io.birdseye.loadtest.generate.LoadListener.Stage;
import io.birdseye.loadtest.generate.LoadSummary;
import io.birdseye.loadtest.program.Launch;
import io.birdseye.loadtest.program.Launcher;
import io.birdseye.loadtest.program.Program;
import io.birdseye.loadtest.program.Programs;
import io.birdseye.report.result.JsonFile;
import io.birdseye.report.result.ResultsFile;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/**
 * The load generator of trials: {@link OverviewSimulation} in a JVM of its own, so that its garbage collection and its
 * JIT compilers are measured apart from everything else. It starts when it is made, and begins to send about two
 * seconds later.
 */
public final class GatlingInjector implements LoadGenerator {

    /** The latencies of each second, in the injector's folder. */
    public static final String HISTOGRAMS = "latencies.hlog";

    /** The {@link LoadSummary}, in the injector's folder. */
    public static final String SUMMARY = "window.json";

    static final String WARM_UP_STARTS = "BIRDSEYE warmup-start";
    static final String MEASUREMENT_STARTS = "BIRDSEYE measure-start";
    static final String MEASUREMENT_ENDS = "BIRDSEYE measure-end";

    /** How much longer than its schedule a step may take. */
    private static final Duration SLACK = Duration.ofSeconds(60);

    /**
     * C1 alone and the serial collector halve the injector's CPU. Gatling looks for newer versions of itself in a
     * package registry; the proxy, which does not exist, makes that fail at once.
     */
    private static final List<String> JVM_FLAGS = List.of(
            "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx512m",
            "--add-opens=java.base/java.lang=ALL-UNNAMED", "--enable-native-access=ALL-UNNAMED",
            "--sun-misc-unsafe-memory-access=allow",
            "-Dhttps.proxyHost=127.0.0.1", "-Dhttps.proxyPort=9");

    private final InjectorSettings settings;
    private final Program program;

    /** @throws TrialFailure if the JVM cannot be started */
    public GatlingInjector(Launcher launcher, Programs programs, InjectorSettings settings, Path log)
            throws TrialFailure {
        this.settings = settings;
        List<String> flags = Stream.concat(
                        JVM_FLAGS.stream(), settings.properties().stream().map(property -> "-Dbirdseye." + property))
                .toList();
        program = launcher.start(Launch.logged(
                "injector", programs.injector().command(programs.java(), flags, List.of()), log));
    }

    public Program program() {
        return program;
    }

    @Override
    public List<LoadSummary> run(LoadListener listener) throws TrialFailure, IOException, InterruptedException {
        await(WARM_UP_STARTS, Duration.ZERO, Stage.STARTING, listener);
        await(MEASUREMENT_STARTS, settings.warmUp().span(), Stage.WARMING_UP, listener);
        listener.measuring();
        await(MEASUREMENT_ENDS, settings.duration(), Stage.MEASURING, listener);
        listener.measured();
        program.awaitEnd(settings.requestTimeout().plus(SLACK), () -> listener.waiting(Stage.LAST_ANSWERS));
        return List.of(summary(settings.out()));
    }

    private void await(String mark, Duration expected, Stage stage, LoadListener listener)
            throws TrialFailure, InterruptedException {
        listener.waiting(stage);
        program.awaitLine(line -> line.startsWith(mark), mark, expected.plus(SLACK), () -> listener.waiting(stage));
    }

    /**
     * What an injector has left in its folder.
     *
     * @throws TrialFailure if there is no summary, or a damaged one
     */
    public static LoadSummary summary(Path folder) throws TrialFailure {
        Path file = folder.resolve(SUMMARY);
        try {
            return JsonFile.read(file, json -> ResultsFile.JSON.readValue(json, LoadSummary.class));
        } catch (IOException e) {
            throw new TrialFailure("there is no summary of the injector: " + e.getMessage(), e);
        }
    }

    @Override
    public void close() {
        program.close();
    }
}
