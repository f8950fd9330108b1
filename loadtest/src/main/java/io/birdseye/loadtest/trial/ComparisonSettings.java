package io.birdseye.loadtest.trial;

import io.birdseye.loadtest.LoadSettings.WarmUp;
import io.birdseye.model.Load;
import io.birdseye.report.result.Settings;
import io.birdseye.report.result.ValidityBounds;
import io.birdseye.scenario.CpuStage;
import io.birdseye.scenario.ScenarioFile;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * What a comparison is asked to do.
 *
 * @param strategies their names; each is measured once per block
 * @param load equal for all
 * @param delay of every upstream
 * @param memoryMegabytes the article's label for the shared memory
 * @param layout {@code boxed} or {@code primitive}
 * @param budgets what every strategy may use
 * @param maxInFlight how many requests the service lets in at once, and how many more may wait for an HTTP thread
 * @param httpThreads the service's worker threads
 * @param deadline after which the service gives a request up, or empty for its default
 * @param warmUp of every trial
 * @param duration of every measured window
 * @param blocks how often every strategy is measured
 * @param seed of the order of trials and of the mock
 * @param serviceJvmFlags heap, collector and the like
 * @param out the folder of the results; trials found there are not measured again
 * @param command the command line that repeats the comparison
 * @param validity beyond which a trial says nothing
 * @param scenario whose tree is measured; empty for the main article's
 */
public record ComparisonSettings(
        List<String> strategies,
        Load load,
        Duration delay,
        double memoryMegabytes,
        String layout,
        Budgets budgets,
        int maxInFlight,
        int httpThreads,
        Optional<Duration> deadline,
        WarmUp warmUp,
        Duration duration,
        int blocks,
        long seed,
        List<String> serviceJvmFlags,
        Path out,
        String command,
        ValidityBounds validity,
        Optional<ScenarioFile> scenario) {

    /** The main article's tree, with the default bounds. */
    public ComparisonSettings(
            List<String> strategies,
            Load load,
            Duration delay,
            double memoryMegabytes,
            String layout,
            Budgets budgets,
            int maxInFlight,
            int httpThreads,
            Optional<Duration> deadline,
            WarmUp warmUp,
            Duration duration,
            int blocks,
            long seed,
            List<String> serviceJvmFlags,
            Path out,
            String command) {
        this(strategies, load, delay, memoryMegabytes, layout, budgets, maxInFlight, httpThreads, deadline, warmUp,
                duration, blocks, seed, serviceJvmFlags, out, command, ValidityBounds.DEFAULT, Optional.empty());
    }

    /** The same with other bounds. */
    public ComparisonSettings withValidity(ValidityBounds bounds) {
        return new ComparisonSettings(
                strategies, load, delay, memoryMegabytes, layout, budgets, maxInFlight, httpThreads, deadline, warmUp,
                duration, blocks, seed, serviceJvmFlags, out, command, bounds, scenario);
    }

    /**
     * The same for the tree of a scenario. What the scenario says of its upstreams and of its CPU work takes the place
     * of delay, memory and layout.
     */
    public ComparisonSettings withScenario(ScenarioFile file) {
        double slowestMs = file.meanCallMs().stream().mapToDouble(Double::doubleValue).max().orElse(0);
        Optional<CpuStage.Multiply> article = file.articleTree();
        return new ComparisonSettings(
                strategies,
                load,
                Duration.ofNanos(Math.round(slowestMs * 1e6)),
                article.map(shared -> shared.multiply().megabytes()).orElse(0.0),
                article.map(shared -> shared.layout().name().toLowerCase(Locale.ROOT)).orElse(layout),
                budgets, maxInFlight, httpThreads, deadline, warmUp, duration, blocks, seed, serviceJvmFlags, out,
                command, validity, Optional.of(file));
    }

    public ComparisonSettings {
        strategies = List.copyOf(strategies);
        serviceJvmFlags = List.copyOf(serviceJvmFlags);
        if (strategies.isEmpty() || strategies.stream().distinct().count() != strategies.size()) {
            throw new IllegalArgumentException("strategies must be at least one, and none twice, but are " + strategies);
        }
        if (delay.isNegative()) {
            throw new IllegalArgumentException("the delay must not be negative, but is " + delay);
        }
        if (maxInFlight < 1 || httpThreads < 1 || blocks < 1) {
            throw new IllegalArgumentException("queue bound, HTTP threads and blocks must be at least 1, but are "
                    + maxInFlight + ", " + httpThreads + " and " + blocks);
        }
    }

    /** What the strategies of a comparison may use. */
    public sealed interface Budgets {

        /** The same for all: what makes a comparison fair. */
        record Equal(int ioConcurrency, int cpuConcurrency) implements Budgets {

            public Equal {
                if (ioConcurrency < 1 || cpuConcurrency < 1) {
                    throw new IllegalArgumentException("a budget needs at least one call and one combination at once, but has "
                            + ioConcurrency + " and " + cpuConcurrency);
                }
            }
        }

        /** Each its own, as its article has it. */
        record Published() implements Budgets {}
    }

    Settings forResults() {
        return new Settings(
                load,
                delay.toNanos() / 1e6,
                memoryMegabytes,
                layout,
                switch (budgets) {
                    case Budgets.Equal(int io, int cpu) -> "equal";
                    case Budgets.Published() -> "published";
                },
                httpThreads,
                warmUp.total().toMillis() / 1e3,
                duration.toMillis() / 1e3,
                seed,
                command,
                validity,
                scenario.map(file -> new Settings.ScenarioUsed(file.scenario().name(), file.text())).orElse(null));
    }

    /** How long the injector waits for an answer: longer than the service, so that its 504 is seen. */
    Duration requestTimeout() {
        return deadline.orElse(Duration.ofSeconds(5)).plusSeconds(5);
    }

    Duration trialSpan() {
        return warmUp.span().plus(duration);
    }
}
