package io.birdseye.report.result;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.birdseye.model.Format;
import io.birdseye.model.Load;
import io.birdseye.model.Objective;
import io.birdseye.report.statistics.Ranking;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What was asked for, equal for all trials of a comparison.
 *
 * @param validity beyond which a trial is invalid
 * @param scenario null for the main article's tree
 * @param target null for Birdseye's own service
 */
public record Settings(
        Load load,
        @JsonUnwrapped ServiceUsed service,
        @JsonUnwrapped Run run,
        ValidityBounds validity,
        @Nullable ScenarioUsed scenario,
        @Nullable TargetUsed target,
        @JsonUnwrapped Options options) {

    /**
     * Birdseye's own service.
     *
     * @param latencyMs of every upstream; with a scenario the mean of the slowest
     * @param memoryMegabytes the article's label for the shared memory
     * @param budgets {@code equal} or {@code published}
     */
    public record ServiceUsed(double latencyMs, double memoryMegabytes, String layout, String budgets, int httpThreads) {

        /** Of another one, for which all that has no meaning. */
        public static final ServiceUsed NONE = new ServiceUsed(0, 0, "none", "none", 0);
    }

    /** How a trial runs, and how to repeat it; the seed is that of the order of trials, of arrivals at random and of the mock. */
    public record Run(double warmUpSeconds, double durationSeconds, long seed, String command) {}

    /**
     * What few comparisons ask for.
     *
     * @param profile what was profiled in the middle of each window, {@code cpu}, {@code wall} or {@code alloc}; null if
     *     nothing was. Profiled trials are compared with no others
     * @param axes what was varied beside strategies; empty where nothing was
     * @param margin the share by which a strategy may be slower than the best and is as good; null for
     *     {@link Ranking#MARGIN}
     * @param objective of which the highest rate was searched, from the rate of the load on; null where trials had one rate
     * @param engine that sent the requests; null for Gatling
     */
    public record Options(
            @Nullable String profile, List<AxisUsed> axes, @Nullable Double margin, @Nullable Objective objective,
            @Nullable String engine) {

        public static final Options NONE = new Options(null, List.of(), null, null, null);

        public Options {
            axes = List.copyOf(axes);
            if (margin != null) {
                Ranking.requireMargin(margin);
            }
        }

        public Options varying(List<AxisUsed> varied) {
            return new Options(profile, varied, margin, objective, engine);
        }

        public Options within(@Nullable Double other) {
            return new Options(profile, axes, other, objective, engine);
        }
    }

    /** For people: {@code open, 50/s at random, by the light client}. */
    public String loadInWords() {
        return load.describe() + (options.engine == null ? "" : ", by the " + options.engine + " client");
    }

    /** What is compared: {@code strategy}, {@code variant}, or {@code row} where more than the strategy is varied. */
    public String compared() {
        return target != null ? "variant" : varied().isEmpty() ? "strategy" : "row";
    }

    /** Whether all trials were measured in one process, so that what it took from its start is in all of them. */
    public boolean inOneProcess() {
        return target != null && !target.started();
    }

    /** Several of them: {@code strategies}, {@code variants} or {@code rows}. */
    public String comparedMany() {
        return target == null && varied().isEmpty() ? "strategies" : compared() + "s";
    }

    /** Whether the highest rate was searched at which an objective holds, and not one rate measured. */
    public boolean searched() {
        return options.objective != null;
    }

    /** That of the search. */
    public Objective objective() {
        return requireNonNull(options.objective, "of a search");
    }

    /** The share of requests that fail because the scenario lets their upstreams fail, from 0 to 1. */
    public double failingShare() {
        return scenario != null ? scenario.failingShare() : target != null ? target.failingShare() : 0;
    }

    public Settings with(String command) {
        Run repeated = new Run(run.warmUpSeconds, run.durationSeconds, run.seed, command);
        return new Settings(load, service, repeated, validity, scenario, target, options);
    }

    public Settings with(Options others) {
        return new Settings(load, service, run, validity, scenario, target, others);
    }

    public double marginOrDefault() {
        return options.margin == null ? Ranking.MARGIN : options.margin;
    }

    /** The layouts that were measured: {@code boxed and primitive}. */
    public String layoutsInWords() {
        return varied().stream().filter(axis -> axis.name().equals("layout")).findFirst()
                .map(axis -> Format.list(axis.values().stream().map(AxisUsed.ValueUsed::label).toList()))
                .orElse(service.layout);
    }

    /** The axes on which rows differ: those with more than one value. */
    public List<AxisUsed> varied() {
        return options.axes.stream().filter(axis -> axis.values().size() > 1).toList();
    }

    /**
     * Something beside the strategy that was chosen for a comparison, such as the collector.
     *
     * @param name as the trials have it: {@code java}, {@code jvm}, {@code heap}, {@code layout} or {@code http-server}
     */
    public record AxisUsed(String name, List<ValueUsed> values) {

        public AxisUsed {
            values = List.copyOf(values);
        }

        /** For people: {@code jvm: g1 (-XX:+UseG1GC), zgc (-XX:+UseZGC)}. */
        public String describe() {
            return name + ": " + values.stream().map(ValueUsed::describe).collect(Collectors.joining(", "));
        }

        /**
         * One value.
         *
         * @param label as trials and rows have it
         * @param meaning such as JVM flags; like the label where that says all
         */
        public record ValueUsed(String label, String meaning) {

            String describe() {
                return label.equals(meaning) ? label : label + " (" + meaning + ")";
            }
        }
    }

    /**
     * The scenario that was measured, as a whole: a name alone would not repeat it.
     *
     * @param failingShare of the requests, that fail because their upstreams are told to, from 0 to 1
     */
    public record ScenarioUsed(String name, String text, double failingShare, @Nullable List<PoolUsed> pools) {

        /** A pool whose places all requests share, and for how long a request holds one on average. */
        public record PoolUsed(String name, int size, double heldMs) {}
    }

    /**
     * The service that was measured, where it is not Birdseye's.
     *
     * @param started whether Birdseye started it anew for each trial; else it was running, and was measured in slices
     * @param upstreams whether mock-api played the services behind it
     * @param failingShare of the requests, that fail because mock-api is told to let their calls fail, from 0 to 1
     */
    public record TargetUsed(
            String address, boolean started, boolean upstreams, List<VariantUsed> variants, String text,
            double failingShare) {

        public TargetUsed {
            variants = List.copyOf(variants);
        }

        /** For people: {@code http://127.0.0.1:8081, which was running}. */
        public String describe() {
            return address + (started ? ", started anew for each trial" : ", which was running");
        }

        public record VariantUsed(String name, String request) {}
    }
}
