package io.birdseye.benchmarks;

import io.birdseye.loadtest.Progress;
import io.birdseye.loadtest.TrialFailure;
import io.birdseye.loadtest.generate.LoadListener;
import io.birdseye.loadtest.generate.WarmUp;
import io.birdseye.loadtest.program.Launch;
import io.birdseye.loadtest.program.Launcher;
import io.birdseye.loadtest.program.Program;
import io.birdseye.loadtest.program.Programs;
import io.birdseye.loadtest.recipe.Comparison;
import io.birdseye.loadtest.trial.Budgets;
import io.birdseye.loadtest.trial.LoadPlan;
import io.birdseye.loadtest.trial.Measurement;
import io.birdseye.loadtest.trial.Served;
import io.birdseye.loadtest.trial.ServiceOptions;
import io.birdseye.loadtest.trial.TrialSettings;
import io.birdseye.loadtest.trial.Work;
import io.birdseye.model.Effort;
import io.birdseye.model.Layout;
import io.birdseye.model.Load;
import io.birdseye.model.Sizing;
import io.birdseye.report.result.Results;
import io.birdseye.report.result.Trial.Measured;
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
import org.openjdk.jmh.results.format.ResultFormatType;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;

/** What every bench needs: programs, a folder, and comparisons, each of which is measured once and shared. */
public record BenchContext(
        Programs programs, Effort effort, Path out, Consumer<String> progress, Launcher launcher,
        Map<String, Timed> done) implements AutoCloseable {

    /** The article's smaller case. */
    static final double MEMORY_MEGABYTES = 5;

    static final Duration UPSTREAM_DELAY = Duration.ofMillis(200);

    /** One of each thread model: a waiting thread, a virtual one, and none. */
    static final List<String> STRATEGIES = List.of("executor", "virtual-threads", "http-async");

    private static final int CALLS = 4;
    private static final Duration DEADLINE = Duration.ofSeconds(5);

    /**
     * At 50 requests/s methods are called seldom: one that is called once for a request is given to the optimising
     * JIT compiler after 5,000 of them, which is after 100 s, and JMH has waited for its loops, too.
     */
    private static final int STANDARD_WARM_UP_SECONDS = 150;

    BenchContext(Programs programs, Effort effort, Path out, Consumer<String> progress) {
        this(programs, effort, out, progress, new Launcher(), new HashMap<>());
    }

    record Timed(Results results, double seconds) {

        List<MeasuredTrial> trials() {
            return results.trials().stream()
                    .flatMap(trial -> Stream.ofNullable(trial.measured())
                            .map(measured -> new MeasuredTrial(trial.strategy(), measured)))
                    .toList();
        }
    }

    record MeasuredTrial(String strategy, Measured figures) {}

    /** What is done at the beginning and at the end of the measured phase, while a program has to stay alive. */
    record AtWindow(Program watched, Action begin, Action end) implements LoadListener {

        interface Action {
            void run() throws TrialFailure, IOException, InterruptedException;
        }

        @Override
        public void waiting(Stage stage) throws TrialFailure, InterruptedException {
            watched.requireAlive();
        }

        @Override
        public void measuring() throws TrialFailure, IOException, InterruptedException {
            begin.run();
        }

        @Override
        public void measured() throws TrialFailure, IOException, InterruptedException {
            end.run();
        }
    }

    /** Starts mock-api on a free port, with the flags of a trial. */
    Program mock(String name, String... arguments) throws TrialFailure, InterruptedException {
        return server(name, programs.mockCommand(onAnyPort(arguments)));
    }

    /** Starts the service on a free port. */
    Program service(String name, List<String> jvmFlags, String... arguments) throws TrialFailure, InterruptedException {
        return server(name, programs.serviceCommand(Optional.empty(), jvmFlags, onAnyPort(arguments)));
    }

    private static List<String> onAnyPort(String... arguments) {
        return Stream.concat(Stream.of("--port", "0"), Stream.of(arguments)).toList();
    }

    private Program server(String name, List<String> command) throws TrialFailure, InterruptedException {
        return launcher.startServer(Launch.logged(name, command, log(name)));
    }

    public Path log(String name) {
        return out.resolve(name + ".log");
    }

    /** A run of JMH that keeps its log and its results in the folder. */
    public ChainedOptionsBuilder jmh(Class<?> benchmark, String name) {
        return new OptionsBuilder()
                .include(benchmark.getName())
                .jvm(programs.java().toString())
                .output(log(name).toString())
                .resultFormat(ResultFormatType.JSON)
                .result(out.resolve(name + ".json").toString());
    }

    /** The case that most promises are about: 50 requests/s, upstreams of 200 ms, memory 5, equal budgets. */
    Timed standard(Layout layout) throws Exception {
        Work work = Work.article(UPSTREAM_DELAY, MEMORY_MEGABYTES, layout);
        LoadPlan load = load(Load.open(50), STANDARD_WARM_UP_SECONDS);
        return compare("standard-" + layout.label(), STRATEGIES, work, load, 1);
    }

    public boolean quick() {
        return effort == Effort.QUICK;
    }

    /** In how many JVMs JMH repeats a benchmark. */
    public int forks() {
        return effort.pick(1, 2, 4);
    }

    /** How long something is measured that takes so long with normal effort. */
    Duration window(int quickSeconds, int normalSeconds) {
        return Duration.ofSeconds(effort.pick(quickSeconds, normalSeconds, 4 * normalSeconds));
    }

    /** A load for 30 s after a warm-up; shorter in a quick run. */
    LoadPlan load(Load load, int warmUpSeconds) {
        return new LoadPlan(load, WarmUp.of(Duration.ofSeconds(quick() ? 12 : warmUpSeconds)), window(15, 30));
    }

    /** Measures as {@code ./birdseye compare} does by default, unless a comparison of this label has been measured. */
    Timed compare(String label, List<String> strategies, Work work, LoadPlan load, int blocks) throws Exception {
        Timed known = done.get(label);
        if (known != null) {
            return known;
        }
        progress.accept("comparison " + label + ": " + String.join(", ", strategies));
        Sizing sizing = Sizing.of(
                load.load(), Collections.nCopies(CALLS, (double) UPSTREAM_DELAY.toMillis()), DEADLINE.toMillis(),
                Runtime.getRuntime().availableProcessors());
        Served served = new Served(
                strategies, new Budgets.Equal(sizing.ioConcurrency(), sizing.cpuConcurrency()), work,
                new ServiceOptions(
                        sizing.maxInFlight(), sizing.httpThreads(), Optional.of(DEADLINE), Programs.serviceJvmFlags()));
        // A folder of its own: a comparison would take the trials of an earlier run for its own.
        Path folder = Files.createTempDirectory(out, label + "-");
        Measurement measurement = new Measurement(blocks, 1, ValidityBounds.DEFAULT, folder, "./birdseye bench");
        long begin = System.nanoTime();
        Results results = new Comparison(new TrialSettings(served, load, measurement), programs, Progress.NONE).run();
        Timed timed = new Timed(results, (System.nanoTime() - begin) / 1e9);
        done.put(label, timed);
        return timed;
    }

    @Override
    public void close() {
        launcher.close();
    }
}
