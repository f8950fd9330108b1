package io.birdseye.report.condition;

import io.birdseye.report.result.Trial.Latency;
import io.birdseye.report.result.Trial.Measured;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A figure that a condition bounds. Latencies are response times. Percentiles are those of all requests, and one that failed
 * is slower than any: else a service that lets its slowest requests fail would have a better p99. Mean and maximum are of
 * right answers.
 */
public enum ConditionFigure {

    P50("p50", Latency::p50Ms),
    P90("p90", Latency::p90Ms),
    P95("p95", Latency::p95Ms),
    P99("p99", Latency::p99Ms),
    P999("p99.9", Latency::p999Ms),
    MEAN("mean", measured -> measured.response().meanMs(), Unit.TIME),
    /** The slowest right answer of all blocks: counted, not tested. */
    MAX("max", measured -> measured.response().maxMs(), Unit.TIME),
    /** Requests without a right answer, of all blocks: counted, not tested. */
    ERRORS("errors", measured -> (double) measured.errors(), Unit.COUNT, Unit.SHARE),
    /** Right answers per second, or their share of the requests that were sent. */
    ANSWERED("answered", Measured::achievedPerSecond, Unit.PER_SECOND, Unit.SHARE),
    /** CPU time of the service for a right answer. */
    CPU("cpu", Measured::cpuMsPerAnswer, Unit.TIME);

    /** In what a bound is written. */
    public enum Unit {
        TIME("a time such as 400ms"),
        COUNT("a whole number"),
        SHARE("a share such as 1%"),
        PER_SECOND("a rate such as 45/s");

        private final String words;

        Unit(String words) {
            this.words = words;
        }
    }

    private final String label;
    private final Function<Measured, @Nullable Double> value;
    private final List<Unit> units;
    private final @Nullable Function<Latency, @Nullable Double> percentile;

    ConditionFigure(String label, Function<Latency, @Nullable Double> percentile) {
        this.label = label;
        this.value = measured -> percentile.apply(measured.response());
        this.units = List.of(Unit.TIME);
        this.percentile = percentile;
    }

    ConditionFigure(String label, Function<Measured, @Nullable Double> value, Unit... units) {
        this.label = label;
        this.value = value;
        this.units = List.of(units);
        this.percentile = null;
    }

    /** How it is written in a condition. */
    public String label() {
        return label;
    }

    /** The units that a bound of it may have. */
    public List<Unit> units() {
        return units;
    }

    /** For messages: {@code a time such as 400ms}. */
    String unitsInWords() {
        return units.stream().map(unit -> unit.words).collect(Collectors.joining(" or "));
    }

    /** Of one trial; in ms, requests or requests per second. Null where it is not known. */
    @Nullable Double of(Measured measured) {
        return value.apply(measured);
    }

    /** Whether requests that failed count in it. */
    boolean ofAllRequests() {
        return percentile != null;
    }

    /** In ms, of a trial in whose latencies requests that failed count; null where the sample does not carry it. */
    @Nullable Double of(Latency withFailures) {
        return percentile == null ? null : percentile.apply(withFailures);
    }

    /** Whether it is a fact of what was measured, and no estimate with an interval. */
    boolean counted() {
        return this == MAX || this == ERRORS;
    }

    static String labels() {
        return Stream.of(values()).map(ConditionFigure::label).collect(Collectors.joining(", "));
    }
}
