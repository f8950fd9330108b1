package io.birdseye.report.table;

import io.birdseye.model.Format;
import io.birdseye.report.result.Trial.Latency;
import io.birdseye.report.result.Trial.Measured;
import io.birdseye.report.result.Trial.Resources;
import io.birdseye.report.statistics.Ranking;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A figure by which rows are compared with the best; less is better. Rows are ordered by the first one. Each has a ranking
 * of its own, whose statements hold together with 95 % confidence.
 */
public enum Compared {
    P50("p50", "median response time", response(Latency::p50Ms)),
    P95("p95", "p95", response(Latency::p95Ms)),
    P99("p99", "p99", response(Latency::p99Ms)),
    /** Without the compilers: their part fades within minutes, and is unlike in each JVM. */
    CPU("CPU", "CPU time per answer without the compilers", measured -> measured.perAnswer(Compared::withoutCompilers));

    /** The first of these that every trial carries is compared. */
    static final List<Compared> TAILS = List.of(P99, P95);

    private final String label;
    private final String words;
    private final Function<Measured, @Nullable Double> figure;

    Compared(String label, String words, Function<Measured, @Nullable Double> figure) {
        this.label = label;
        this.words = words;
        this.figure = figure;
    }

    private static Function<Measured, @Nullable Double> response(Function<Latency, @Nullable Double> percentile) {
        return measured -> measured.requests() == 0 ? null : percentile.apply(measured.response());
    }

    private static @Nullable Double withoutCompilers(Resources used) {
        return used.cpuMsPerRequest() == null ? null : (Double) used.cpuMsWithoutCompilers();
    }

    /** For the head of a column. */
    public String label() {
        return label;
    }

    /** For sentences. */
    public String words() {
        return words;
    }

    /** What a place says, in the cells of a table: CPU time is more, and not slower. */
    public String words(Ranking.@Nullable Place place) {
        return place == null ? Format.NONE : worse(place.words());
    }

    /** In a sentence on rows that are worse. */
    String worse(String slower) {
        return this == CPU ? slower.replaceFirst("^slower", "more") : slower;
    }

    /** In ms; null where it is not known. */
    public @Nullable Double of(Measured measured) {
        return figure.apply(measured);
    }
}
