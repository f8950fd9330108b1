package io.birdseye.planning.production;

import io.birdseye.model.DataSize;
import io.birdseye.model.Durations;
import io.birdseye.model.Latency;
import io.birdseye.planning.text.Texts;
import io.birdseye.scenario.InvalidScenario;
import io.birdseye.scenario.ScenarioFile;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A scenario as far as telemetry tells it; {@code draft.jte} writes it as a file. The rate and today's response times
 * are null where they are unknown, and commented lines to fill in.
 */
public record ScenarioDraft(
        String name, List<String> origin, List<Group> groups, @Nullable Double perSecond, List<String> rateRemarks,
        @Nullable Today today) {

    private static final int WIDTH = 114;

    /** The largest body and the longest CPU time of scenario files. */
    private static final double MAX_BODY = 16e6;

    private static final double MAX_CPU_MS = 60_000;

    public record Today(double p50Ms, double p99Ms) {}

    /** Calls whose answers are combined, after groups that had always ended before; CPU time at most, or null. */
    public record Group(
            String name, List<String> remarks, List<String> after, List<Call> calls, @Nullable Double cpuMs, String cpuRemark) {

        public Group {
            remarks = List.copyOf(remarks);
            after = List.copyOf(after);
            calls = List.copyOf(calls);
        }

        public @Nullable String cpu() {
            return cpuMs == null ? null : duration(Math.min(cpuMs, MAX_CPU_MS));
        }
    }

    /**
     * Began after other calls of its group; {@code like} names an earlier call that it repeats, or is null; the mean
     * body is below 0 where it is unknown; a call that few requests make is written as a comment.
     */
    public record Call(
            String name, List<String> remarks, List<String> after, @Nullable String like, Latency latency,
            double failureRate, double payloadBytes, boolean rare) {

        public Call {
            remarks = List.copyOf(remarks);
            after = List.copyOf(after);
        }

        static Call like(String first, String name, List<String> remarks, List<String> after) {
            return new Call(name, remarks, after, first, Latency.Fixed.ZERO, 0, -1, false);
        }

        public @Nullable String payload() {
            return payloadBytes < 0
                    ? null
                    : new DataSize(Math.round(rounded(Math.min(payloadBytes, MAX_BODY)).doubleValue())).format();
        }
    }

    public ScenarioDraft {
        name = name.isEmpty() ? "my-endpoint" : name;
        origin = List.copyOf(origin);
        groups = List.copyOf(groups);
        rateRemarks = List.copyOf(rateRemarks);
    }

    /**
     * Drafts a scenario from traces, from one or two scrapes of metrics, or from both: the tree and its times from the
     * traces, the rate from the metrics. Cost: the files in memory, and the time that an address takes to be asked.
     *
     * @throws RefusedTelemetry in one line, with the place, if they do not give a scenario
     */
    public static ScenarioDraft of(
            Optional<Path> traces, List<MetricsSource> metrics, Optional<Duration> over, Optional<String> route)
            throws RefusedTelemetry, InterruptedException {
        if (traces.isEmpty() && metrics.isEmpty()) {
            throw new IllegalArgumentException("a scenario is drafted from traces or from metrics");
        }
        if (traces.isEmpty()) {
            return new ServiceMetrics(MetricsWindow.read(metrics, over), route.map(Set::of).orElse(Set.of())).draft();
        }
        RouteTraces.Route found = RouteTraces.find(traces.get().toString(), OtlpTraces.read(traces.get()), route);
        ScenarioDraft draft = new RequestTree(found).draft();
        return metrics.isEmpty()
                ? draft
                : new ServiceMetrics(MetricsWindow.read(metrics, over), found.names()).complete(draft);
    }

    /** Adds what metrics tell beside traces: the rate, and sentences on the origin. */
    ScenarioDraft with(@Nullable Double rate, List<String> remarks, List<String> more) {
        return new ScenarioDraft(name, Stream.concat(origin.stream(), more.stream()).toList(), groups, rate, remarks, today);
    }

    /** @throws IllegalStateException if the scenario is not valid, which is a defect */
    public ScenarioFile file(String fileName) {
        try {
            return ScenarioFile.parse(fileName, Texts.render("draft.jte", this), List.of());
        } catch (InvalidScenario e) {
            throw new IllegalStateException("the drafted scenario is not valid: " + e.getMessage(), e);
        }
    }

    /** As scenario files write it, with three digits. */
    public static String latency(Latency latency) {
        return switch (latency) {
            case Latency.Fixed(double ms) -> duration(ms);
            case Latency.Uniform(double lower, double upper) -> duration(lower).equals(duration(upper))
                    ? duration(upper)
                    : "{ uniform: { lower: " + duration(lower) + ", upper: " + duration(upper) + " } }";
            case Latency.Lognormal(double median, double sigma) ->
                "{ lognormal: { median: " + duration(median) + ", sigma: " + number(sigma) + " } }";
            case Latency.Exponential(double mean) ->
                throw new IllegalArgumentException("a scenario file has no exponential latency, mean " + mean + " ms");
        };
    }

    public static String duration(double ms) {
        return Durations.format(Duration.ofNanos(Math.round(rounded(ms).doubleValue() * 1000) * 1000));
    }

    public static String number(double value) {
        return rounded(value).toPlainString();
    }

    private static BigDecimal rounded(double value) {
        return new BigDecimal(value).round(new MathContext(3)).stripTrailingZeros();
    }

    /** In lines of a comment; text of the telemetry must not end one. */
    public static String comment(String indent, String sentence) {
        int width = WIDTH - indent.length();
        return sentence.replaceAll("[\\p{Cntrl}\\u2028\\u2029\\u0085 ]+", " ")
                .strip()
                .replaceAll("(\\d) (ms|s|%)(?!\\w)", "$1\u00a0$2") // a number stays beside its unit
                .replaceAll("(\\S{" + width + ",}|.{1," + width + "})(?: |$)", indent + "# $1\n")
                .replace('\u00a0', ' ')
                .stripTrailing();
    }
}
