package io.birdseye.report.result;

import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What the mean response time went to, in ms: each moment of a request's critical path belongs to exactly one part, so
 * they add up to the mean response time as the injector saw it. Right answers only.
 *
 * @param queueMs a task was ready, or the request had come, and waited for a thread or a permit
 * @param coreMs could compute, but waited for a core that compilers did not hold; null where the system does not tell,
 *     and then part of {@code cpuMs}
 * @param gcMs stopped by the garbage collector while waiting for a thread or computing
 * @param jitMs waited for a core that compilers held: the share of the wait for a core that they had of all CPU time;
 *     null where the system does not tell
 * @param edgeMs the rest: HTTP in the service before and after the strategy, the network, and the injector
 */
public record ResponseParts(
        double wireMs,
        double queueMs,
        @Nullable Double coreMs,
        double gcMs,
        @Nullable Double jitMs,
        double cpuMs,
        double edgeMs) {

    /** One of the parts, in the order in which a request usually meets them. */
    public enum Kind {
        WIRE("on the wire", ResponseParts::wireMs),
        QUEUE("waiting for a thread or permit", ResponseParts::queueMs),
        CORE("waiting for a core", ResponseParts::coreMs),
        COLLECTING("collecting", ResponseParts::gcMs),
        COMPILING("compiling", ResponseParts::jitMs),
        COMPUTING("computing", ResponseParts::cpuMs), EDGE("HTTP and injector", ResponseParts::edgeMs);

        private final String words;
        private final Function<ResponseParts, @Nullable Double> figure;

        Kind(String words, Function<ResponseParts, @Nullable Double> figure) {
            this.words = words;
            this.figure = figure;
        }

        /** For people: {@code waiting for a core}. */
        public String words() {
            return words;
        }

        /** In ms; null where it is not known. */
        public @Nullable Double of(ResponseParts parts) {
            return figure.apply(parts);
        }
    }

    /**
     * Parts of a mean response time.
     *
     * @param coreMs waiting for a core, whoever held it; null where the system does not tell
     * @param jitShare of all CPU time, that the compilers took; null where the system does not tell
     */
    public static ResponseParts of(
            double responseMs, double wireMs, double queueMs, @Nullable Double coreMs, double gcMs,
            @Nullable Double jitShare, double cpuMs) {
        Double jitMs = coreMs == null || jitShare == null ? null : (Double) (coreMs * jitShare);
        double edgeMs = responseMs - wireMs - queueMs - (coreMs == null ? 0 : coreMs) - gcMs - cpuMs;
        return new ResponseParts(
                wireMs, queueMs, coreMs == null || jitMs == null ? coreMs : (Double) (coreMs - jitMs), gcMs, jitMs, cpuMs,
                edgeMs);
    }

    /** The same of another mean response time: what it differs by goes to the rest. */
    public ResponseParts of(double responseMs) {
        return new ResponseParts(wireMs, queueMs, coreMs, gcMs, jitMs, cpuMs, edgeMs + responseMs - totalMs());
    }

    /** All parts together: the mean response time. */
    public double totalMs() {
        return Arrays.stream(Kind.values()).map(kind -> kind.of(this)).mapToDouble(ms -> ms == null ? 0 : ms).sum();
    }

    /** The mean of one or more. A part that one of them does not know is not known. */
    public static ResponseParts mean(List<ResponseParts> all) {
        return new ResponseParts(
                mean(all, Kind.WIRE), mean(all, Kind.QUEUE), meanOrNull(all, Kind.CORE), mean(all, Kind.COLLECTING),
                meanOrNull(all, Kind.COMPILING), mean(all, Kind.COMPUTING), mean(all, Kind.EDGE));
    }

    private static @Nullable Double meanOrNull(List<ResponseParts> all, Kind kind) {
        return all.stream().anyMatch(parts -> kind.of(parts) == null) ? null : (Double) mean(all, kind);
    }

    private static double mean(List<ResponseParts> all, Kind kind) {
        return all.stream().map(kind::of).mapToDouble(ms -> ms == null ? 0 : ms).average().orElseThrow();
    }
}
