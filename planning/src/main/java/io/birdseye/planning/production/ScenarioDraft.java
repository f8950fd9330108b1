package io.birdseye.planning.production;

import io.birdseye.model.DataSize;
import io.birdseye.model.Durations;
import io.birdseye.model.Format;
import io.birdseye.model.Latency;
import io.birdseye.scenario.InvalidScenario;
import io.birdseye.scenario.ScenarioFile;
import java.math.BigDecimal;
import java.math.MathContext;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A scenario as far as telemetry tells it. What it does not tell is written as a commented line to fill in.
 *
 * @param name in kebab case
 * @param origin what it was drafted from, in sentences
 * @param groups at least one, each with a call
 * @param perSecond requests per second, or null where that is not known
 * @param rateRemarks where the rate comes from, or why it is not known
 * @param today the response times of the route, or null where they are not known
 */
public record ScenarioDraft(
        String name,
        List<String> origin,
        List<Group> groups,
        @Nullable Double perSecond,
        List<String> rateRemarks,
        @Nullable Today today) {

    private static final int WIDTH = 116;
    private static final String FILL_IN = "# fill in: ";

    /** The largest body and the longest CPU time of scenario files. */
    private static final double LARGEST_BODY = 16e6;

    private static final double LONGEST_CPU_MS = 60_000;

    /** Response times of the route as the service has them today, in ms. */
    public record Today(double p50Ms, double p99Ms) {}

    /**
     * Calls whose answers are combined.
     *
     * @param after names of groups that had always ended before this one began
     * @param cpuMs CPU time of its combination at most, or null where that is not known
     */
    public record Group(
            String name,
            List<String> remarks,
            List<String> after,
            List<Call> calls,
            @Nullable Double cpuMs,
            List<String> cpuRemarks) {

        public Group {
            remarks = List.copyOf(remarks);
            after = List.copyOf(after);
            calls = List.copyOf(calls);
            cpuRemarks = List.copyOf(cpuRemarks);
        }
    }

    /**
     * A call.
     *
     * @param after names of calls of its group that had always ended before this one began
     * @param like the name of an earlier call of which this one is a repetition, or null
     * @param failureRate the share of calls that failed
     * @param payloadBytes mean size of the answer's body, or below 0 where it is not known
     * @param rare whether too few requests make it, so that it is written as a comment
     */
    public record Call(
            String name,
            List<String> remarks,
            List<String> after,
            @Nullable String like,
            Latency latency,
            double failureRate,
            double payloadBytes,
            boolean rare) {

        public Call {
            remarks = List.copyOf(remarks);
            after = List.copyOf(after);
        }
    }

    public ScenarioDraft {
        origin = List.copyOf(origin);
        groups = List.copyOf(groups);
        rateRemarks = List.copyOf(rateRemarks);
    }

    /**
     * The same with what metrics tell beside traces.
     *
     * @param more sentences on its origin
     */
    ScenarioDraft with(@Nullable Double rate, List<String> remarks, List<String> more) {
        List<String> both = new ArrayList<>(origin);
        both.addAll(more);
        return new ScenarioDraft(name, both, groups, rate, remarks, today);
    }

    /**
     * The scenario file.
     *
     * @throws IllegalStateException if it is not valid, which is a defect
     */
    public ScenarioFile file(String fileName) {
        try {
            return ScenarioFile.parse(fileName, text(), List.of());
        } catch (InvalidScenario e) {
            throw new IllegalStateException("the drafted scenario is not valid: " + e.getMessage(), e);
        }
    }

    private String text() {
        StringBuilder text = new StringBuilder("# yaml-language-server: $schema=scenario.schema.json\n#\n");
        origin.forEach(sentence -> comment(text, "", sentence));
        comment(text, "", "Lines with 'fill in' name what could not be known.");
        text.append("\nname: ").append(name).append("\n\ngroups:\n");
        groups.forEach(group -> group(text, group));
        load(text);
        text.append("\n# After which a request is given up; 5s if left out.\n").append(FILL_IN).append("deadline: 5s\n");
        objective(text);
        return text.toString();
    }

    private static void group(StringBuilder text, Group group) {
        group.remarks().forEach(remark -> comment(text, "  ", remark));
        text.append("  - name: ").append(group.name()).append("\n    calls:\n");
        group.calls().forEach(call -> call(text, call));
        group.cpuRemarks().forEach(remark -> comment(text, "    ", remark));
        Double cpuMs = group.cpuMs();
        text.append(cpuMs == null
                ? "    " + FILL_IN + "cpu: { time: 4ms }\n"
                : "    cpu: { time: " + duration(Math.min(cpuMs, LONGEST_CPU_MS)) + " }\n");
        text.append("\n");
    }

    private static void call(StringBuilder text, Call call) {
        call.remarks().forEach(remark -> comment(text, "      ", remark));
        String lead = call.rare() ? "      # " : "      ";
        text.append(lead).append("- name: ").append(call.name()).append('\n');
        if (call.like() != null) {
            text.append(lead).append("  like: ").append(call.like()).append('\n');
            return;
        }
        text.append(lead).append("  latency: ").append(latency(call.latency())).append('\n');
        if (call.payloadBytes() >= 0) {
            long bytes = Math.round(rounded(Math.min(call.payloadBytes(), LARGEST_BODY)).doubleValue());
            text.append(lead).append("  payload: ").append(new DataSize(bytes).format()).append('\n');
        } else {
            text.append(lead).append("  # fill in: payload: 5kB\n");
        }
        if (call.failureRate() > 0) {
            text.append(lead).append("  failureRate: ").append(number(Math.min(1, call.failureRate()))).append('\n');
        }
    }

    private void load(StringBuilder text) {
        rateRemarks.forEach(remark -> comment(text, "", remark));
        text.append(perSecond == null ? FILL_IN : "").append("load: { rate: ").append(number(perSecond == null ? 50 : perSecond))
                .append(", arrivals: poisson }\n");
    }

    private void objective(StringBuilder text) {
        Today times = today;
        comment(text, "", times == null
                ? "What you want: 99 of 100 requests within so long, at so many requests per second."
                : "What you want: 99 of 100 requests within so long, at so many requests per second. Today p50 is "
                        + Format.ms(times.p50Ms()) + " and p99 " + Format.ms(times.p99Ms()) + ".");
        text.append(FILL_IN).append("objective: { p99: ")
                .append(duration(times == null ? 400 : times.p99Ms()))
                .append(", rate: ").append(number(perSecond == null ? 50 : perSecond)).append(" }\n");
    }

    /** As scenario files write it, with three digits. */
    static String latency(Latency latency) {
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

    private static String duration(double ms) {
        return Durations.format(Duration.ofNanos(Math.round(rounded(ms).doubleValue() * 1000) * 1000));
    }

    private static String number(double value) {
        return rounded(value).toPlainString();
    }

    private static BigDecimal rounded(double value) {
        return new BigDecimal(value).round(new MathContext(3)).stripTrailingZeros();
    }

    /** In lines of a comment; text of the telemetry must not end one. */
    private static void comment(StringBuilder text, String indent, String sentence) {
        StringBuilder line = new StringBuilder(indent + "#");
        for (String word : sentence.replaceAll("[\\p{Cntrl}\\u2028\\u2029\\u0085]+", " ")
                .strip()
                .replaceAll("(\\d) (ms|s|%)(?!\\w)", "$1\u00a0$2") // a number stays beside its unit
                .split(" +")) {
            if (line.length() + 1 + word.length() > WIDTH && line.length() > indent.length() + 1) {
                text.append(line).append('\n');
                line = new StringBuilder(indent + "#");
            }
            line.append(' ').append(word.replace('\u00a0', ' '));
        }
        text.append(line).append('\n');
    }
}
