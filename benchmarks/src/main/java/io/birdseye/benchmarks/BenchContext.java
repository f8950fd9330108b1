package io.birdseye.benchmarks;

import io.birdseye.loadtest.TrialFailure;
import io.birdseye.loadtest.generate.WarmUp;
import io.birdseye.loadtest.program.Launch;
import io.birdseye.loadtest.program.Launcher;
import io.birdseye.loadtest.program.Programs;
import io.birdseye.loadtest.program.Server;
import io.birdseye.loadtest.recipe.Comparison;
import io.birdseye.loadtest.trial.Budgets;
import io.birdseye.loadtest.trial.LoadPlan;
import io.birdseye.loadtest.trial.Measurement;
import io.birdseye.loadtest.trial.Served;
import io.birdseye.loadtest.trial.ServiceOptions;
import io.birdseye.loadtest.trial.TrialSettings;
import io.birdseye.loadtest.trial.Work;
import io.birdseye.model.Layout;
import io.birdseye.model.Load;
import io.birdseye.report.capacity.Sizing;
import io.birdseye.report.result.Results;
import io.birdseye.report.result.Trial;
import io.birdseye.report.result.ValidityBounds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** What every bench has at hand: the programs, a folder, and comparisons, each of which is measured once and shared. */
public final class BenchContext implements AutoCloseable {

    /** The article's smaller case. */
    public static final double MEMORY_MEGABYTES = 5;

    private static final Duration UPSTREAM_DELAY = Duration.ofMillis(200);
    private static final int CALLS = 4;
    private static final Duration DEADLINE = Duration.ofSeconds(5);

    private final Programs programs;
    private final boolean quick;
    private final Path out;
    private final Consumer<String> progress;
    private final Launcher launcher = new Launcher();
    private final Map<String, Timed> done = new HashMap<>();

    /**
     * @param quick fewer and shorter measurements: a direction, not a result
     * @param out for logs and raw results; made if it does not exist
     * @param progress is told what is being done
     */
    public BenchContext(Programs programs, boolean quick, Path out, Consumer<String> progress) throws IOException {
        this.programs = programs;
        this.quick = quick;
        this.out = out;
        this.progress = progress;
        Files.createDirectories(out);
    }

    /** @param seconds that the whole comparison took */
    public record Timed(Results results, double seconds) {

        /** The trials that came to their end. */
        public List<Trial> measured() {
            return results.trials().stream().filter(trial -> trial.measured() != null).toList();
        }
    }

    public Programs programs() {
        return programs;
    }

    public boolean quick() {
        return quick;
    }

    public Path out() {
        return out;
    }

    public Launcher launcher() {
        return launcher;
    }

    public void tell(String what) {
        progress.accept(what);
    }

    /** Starts mock-api on a free port, with the flags of a trial. */
    public Server mock(String name, List<String> arguments) throws TrialFailure, InterruptedException {
        return launcher.startServer(Launch.logged(name, programs.mockCommand(onFreePort(arguments)), log(name)));
    }

    /** Starts the service on a free port. */
    public Server service(String name, List<String> jvmFlags, List<String> arguments)
            throws TrialFailure, InterruptedException {
        return launcher.startServer(
                Launch.logged(name, programs.serviceCommand(jvmFlags, onFreePort(arguments)), log(name)));
    }

    public Path log(String name) {
        return out.resolve(name + ".log");
    }

    private static List<String> onFreePort(List<String> arguments) {
        return Stream.concat(Stream.of("--port", "0"), arguments.stream()).toList();
    }

    /** A comparison as {@code ./birdseye compare} runs it where nothing else is said. */
    public TrialSettings comparison(String label, List<String> strategies, Load load, Layout layout) {
        Sizing sizing = Sizing.of(
                load, Collections.nCopies(CALLS, (double) UPSTREAM_DELAY.toMillis()), DEADLINE.toMillis(),
                Runtime.getRuntime().availableProcessors(), Sizing.DEFAULT_HEADROOM);
        return new TrialSettings(
                new Served(
                        strategies,
                        new Budgets.Equal(sizing.ioConcurrency(), sizing.cpuConcurrency()),
                        Work.article(UPSTREAM_DELAY, MEMORY_MEGABYTES, layout),
                        new ServiceOptions(
                                sizing.maxInFlight(), sizing.httpThreads(), Optional.of(DEADLINE),
                                Programs.serviceJvmFlags())),
                new LoadPlan(load, WarmUp.of(Duration.ofSeconds(18)), Duration.ofSeconds(30)),
                new Measurement(1, 1, ValidityBounds.DEFAULT, fresh(label), "./birdseye bench"));
    }

    /** Measures a comparison, unless one of this label has been measured; shorter where a direction will do. */
    public Timed compare(String label, TrialSettings settings) throws Exception {
        Timed known = done.get(label);
        if (known != null) {
            return known;
        }
        tell("comparison " + label + ": " + String.join(", ", settings.strategies()));
        TrialSettings chosen = quick
                ? new TrialSettings(
                        settings.served(),
                        new LoadPlan(
                                settings.load().load(), WarmUp.of(Duration.ofSeconds(12)), Duration.ofSeconds(15)),
                        settings.measurement())
                : settings;
        return measure(label, chosen);
    }

    /** Measures a comparison with just these times. */
    public Timed measure(String label, TrialSettings settings) throws Exception {
        long begin = System.nanoTime();
        Results results = new Comparison(settings, programs, (phase, doneSeconds, totalSeconds) -> {}).run();
        Timed timed = new Timed(results, (System.nanoTime() - begin) / 1e9);
        done.put(label, timed);
        return timed;
    }

    /** What an earlier run left would be taken for this one's: a comparison goes on where it was interrupted. */
    private Path fresh(String label) {
        Path folder = out.resolve(label);
        for (int i = 2; Files.exists(folder); i++) {
            folder = out.resolve(label + "-" + i);
        }
        return folder;
    }

    /** Ends what still runs. */
    @Override
    public void close() {
        launcher.close();
    }
}
