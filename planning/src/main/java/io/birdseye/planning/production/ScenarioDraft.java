package io.birdseye.planning.production;

import gg.jte.Content;
import io.birdseye.model.DataSize;
import io.birdseye.model.Durations;
import io.birdseye.model.Latency;
import io.birdseye.planning.text.Texts;
import io.birdseye.report.page.Templates;
import io.birdseye.scenario.InvalidScenario;
import io.birdseye.scenario.ScenarioFile;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A scenario as far as telemetry tells it, from traces, metrics or both; {@code draft.jte} writes it as a file. What is
 * unknown is null, and a commented line to fill in.
 */
public record ScenarioDraft(
        String name, List<String> warnings, @Nullable Traced traced, @Nullable Counted counted, List<Group> groups,
        @Nullable LessCpu lessCpu, @Nullable LatencyFit today) {

    static final int MAX_CALLS = 64;
    private static final int WIDTH = 114;

    /** The largest body and the longest CPU time of scenario files. */
    private static final double MAX_BODY = 16e6;

    private static final double MAX_CPU_MS = 60_000;

    /** What is wanted of the telemetry: a route, the time that counters cover, a metric of another name and its label. */
    public record Wanted(Optional<String> route, Optional<Duration> over, Optional<String> metric, Optional<String> routeLabel) {

        public static final Wanted ALL = new Wanted(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());
    }

    /** The requests of a file of traces, of how many recorded ones; the unusual ones waited for something unseen. */
    public record Traced(String label, int requests, int recorded, double seconds, List<String> remarks, int unusual) {

        public Traced {
            remarks = List.copyOf(remarks);
        }
    }

    /** What metrics tell of the requests that one or several instances counted; the rate may be unknown. */
    public record Counted(String label, double requests, String since, long instances, @Nullable Double perSecond,
            List<String> remarks, String timeLeft) {

        public Counted {
            remarks = List.copyOf(remarks);
        }
    }

    /** The CPU time of the process for a request, which is less than the spans without calls take. */
    public record LessCpu(double processMs, double spansMs) {}

    /** Calls whose answers are combined; CPU time at most, or null. */
    public record Group(String name, List<Call> calls, @Nullable Double cpuMs) {

        public Group {
            calls = List.copyOf(calls);
        }

        public @Nullable String cpu() {
            return cpuMs == null ? null : duration(Math.min(cpuMs, MAX_CPU_MS));
        }
    }

    /**
     * {@code then} names the call that follows it, {@code like} an earlier one that it repeats, or they are null. The
     * probability is that of a request or, in a chain, of an answer of the call before.
     */
    public record Call(String name, List<String> remarks, @Nullable String then, @Nullable String like, double probability, Answer answer) {

        public Call {
            remarks = List.copyOf(remarks);
        }
    }

    /** Of a call; of its latency the mean alone may be known; the mean body is below 0 where it is unknown. */
    public record Answer(Latency latency, boolean meanOnly, double failureRate, double payloadBytes) {

        static final Answer NONE = new Answer(Latency.Fixed.ZERO, false, 0, -1);

        public @Nullable String payload() {
            return payloadBytes < 0 ? null
                    : new DataSize(Math.round(rounded(Math.min(payloadBytes, MAX_BODY)).doubleValue())).format();
        }
    }

    public ScenarioDraft {
        name = name.isEmpty() ? "my-endpoint" : name;
        warnings = List.copyOf(warnings);
        groups = List.copyOf(groups);
    }

    public boolean hasChains() {
        return groups.stream().flatMap(group -> group.calls.stream()).anyMatch(call -> call.then != null);
    }

    /** Null where it is unknown. */
    public @Nullable Double perSecond() {
        return counted == null ? null : counted.perSecond;
    }

    /**
     * Drafts a scenario from traces, from one or two scrapes of metrics, or from both: the tree and its times from the
     * traces, the rate from the metrics. Cost: the spans in memory, and the time that an address takes to be asked.
     *
     * @throws RefusedTelemetry in one line, with the place, if they do not give a scenario
     */
    public static ScenarioDraft of(Optional<Path> traces, List<MetricsSource> metrics, Wanted wanted) throws InterruptedException {
        if (traces.isEmpty() && metrics.isEmpty()) {
            throw new IllegalArgumentException("a scenario is drafted from traces or from metrics");
        }
        if (traces.isEmpty()) {
            return new ServiceMetrics(MetricsWindow.read(metrics, wanted.over), wanted, wanted.route.map(Set::of).orElse(Set.of())).draft();
        }
        RefusedTelemetry.Warnings warnings = new RefusedTelemetry.Warnings();
        List<Span> spans = SpanReader.read(traces.get(), wanted.route, warnings);
        RouteTraces found = new RouteTraces(traces.get().toString(), spans, wanted.route, warnings);
        ScenarioDraft draft = new RequestTree(found).draft(warnings);
        return metrics.isEmpty() ? draft
                : new ServiceMetrics(MetricsWindow.read(metrics, wanted.over), wanted, found.route.names()).complete(draft);
    }

    /** Adds what metrics tell beside traces: the rate, and the CPU time of the process, or null. */
    ScenarioDraft with(Counted metrics, @Nullable Double processMs) {
        double spansMs = groups.stream().mapToDouble(group -> group.cpuMs == null ? 0 : group.cpuMs).sum();
        double share = processMs == null || processMs >= spansMs ? 1 : processMs / spansMs;
        List<Group> less = groups.stream()
                .map(group -> new Group(group.name, group.calls, group.cpuMs == null ? null : group.cpuMs * share)).toList();
        return new ScenarioDraft(
                name, warnings, traced, metrics, less, processMs == null || share == 1 ? null : new LessCpu(processMs, spansMs), today);
    }

    /** The draft as a file; throws an {@code IllegalStateException} if it is not valid, which is a defect. */
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
    public static String comment(String indent, Content sentence) {
        int width = WIDTH - indent.length();
        return Templates.text(sentence).replaceAll("[\\p{Cntrl}\\u2028\\u2029\\u0085 ]+", " ").strip()
                .replaceAll("(\\d) (ms|s|%)(?!\\w)", "$1\u00a0$2") // a number stays beside its unit
                .replaceAll("(\\S{" + width + ",}|.{1," + width + "})(?: |$)", indent + "# $1\n").replace('\u00a0', ' ')
                .stripTrailing();
    }
}
