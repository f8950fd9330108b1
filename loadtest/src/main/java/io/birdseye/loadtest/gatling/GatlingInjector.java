package io.birdseye.loadtest.gatling;

import io.birdseye.loadtest.TrialFailure;
import io.birdseye.loadtest.generate.LoadGenerator;
import io.birdseye.loadtest.generate.LoadListener.Stage;
import io.birdseye.loadtest.generate.LoadListener;
import io.birdseye.loadtest.generate.LoadSummary;
import io.birdseye.loadtest.generate.Schedule;
import io.birdseye.loadtest.program.Launch;
import io.birdseye.loadtest.program.Launcher;
import io.birdseye.loadtest.program.Program;
import io.birdseye.loadtest.program.Programs;
import io.birdseye.loadtest.target.TargetPlan;
import io.birdseye.model.WholeFile;
import io.birdseye.report.json.JsonFile;
import io.birdseye.report.result.ResultsFile;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The load generator of trials: {@link OverviewSimulation} or {@link TargetSimulation} in a JVM of its own, so that its
 * garbage collection and its JIT compilers are measured apart from everything else. It starts when it is made, and begins
 * to send about two seconds later.
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
     * package registry; the proxy, which does not exist, makes that fail at once. Its library for brotli would copy a native
     * file into the temporary folder, and leave it there if the injector is killed; no answer is compressed. A service whose answers do not fit into
     * the memory ends the injector, with one line.
     */
    private static final List<String> JVM_FLAGS = List.of(
            "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx512m", "-XX:+ExitOnOutOfMemoryError",
            "--add-opens=java.base/java.lang=ALL-UNNAMED", "--enable-native-access=ALL-UNNAMED",
            "--sun-misc-unsafe-memory-access=allow",
            "-Dhttps.proxyHost=127.0.0.1", "-Dhttps.proxyPort=9", "-Dbrotli4j.library.path=none");

    private final Schedule schedule;
    private final Duration requestTimeout;
    private final Path out;
    private final Program program;

    /** @throws TrialFailure if the JVM cannot be started */
    public GatlingInjector(Launcher launcher, Programs programs, InjectorSettings settings, Path log)
            throws TrialFailure {
        this(launcher, programs, settings.schedule(), settings.requestTimeout(), settings.out(), settings.properties(), log);
    }

    /**
     * Sends the requests of a plan, which is written into the folder of the results.
     *
     * @param out receives histograms and summaries
     * @throws TrialFailure if the JVM cannot be started, or the plan cannot be written
     */
    public static GatlingInjector of(Launcher launcher, Programs programs, TargetPlan plan, Path out, Path log)
            throws TrialFailure {
        Path file = out.resolve("plan.json");
        try {
            WholeFile.write(file, plan.toJson());
        } catch (IOException e) {
            throw new TrialFailure(file + " cannot be written: " + e.getMessage(), e);
        }
        return new GatlingInjector(
                launcher, programs, plan.schedule(), plan.requestTimeout(), out, List.of("plan=" + file, "out=" + out), log);
    }

    private GatlingInjector(
            Launcher launcher, Programs programs, Schedule schedule, Duration requestTimeout, Path out,
            List<String> properties, Path log)
            throws TrialFailure {
        this.schedule = schedule;
        this.requestTimeout = requestTimeout;
        this.out = out;
        List<String> flags = Stream.concat(JVM_FLAGS.stream(), properties.stream().map(property -> "-Dbirdseye." + property))
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
        List<Schedule.Phase> windows = schedule.windows();
        long reached = 0;
        for (Schedule.Phase window : windows) {
            await(MEASUREMENT_STARTS, Duration.ofNanos(window.startNanos() - reached), Stage.WARMING_UP, listener);
            listener.measuring();
            await(MEASUREMENT_ENDS, window.duration(), Stage.MEASURING, listener);
            listener.measured();
            reached = window.endNanos();
        }
        program.awaitEnd(requestTimeout.plus(SLACK), () -> listener.waiting(Stage.LAST_ANSWERS));
        List<LoadSummary> summaries = new ArrayList<>();
        for (int i = 0; i < windows.size(); i++) {
            summaries.add(read(out.resolve(summary(i, windows.size()))));
        }
        return summaries;
    }

    /** The file of a window's latencies, in the injector's folder; a single window has no number. */
    public static String histograms(int window, int windows) {
        return windows == 1 ? HISTOGRAMS : "latencies-" + (window + 1) + ".hlog";
    }

    /** The file of a window's summary, in the injector's folder; a single window has no number. */
    static String summary(int window, int windows) {
        return windows == 1 ? SUMMARY : "window-" + (window + 1) + ".json";
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
        return read(folder.resolve(SUMMARY));
    }

    private static LoadSummary read(Path file) throws TrialFailure {
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
