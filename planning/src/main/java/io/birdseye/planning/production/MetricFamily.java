package io.birdseye.planning.production;

import static java.util.stream.Collectors.groupingBy;

import io.birdseye.model.Format;
import io.birdseye.planning.production.MetricHistogram.Bucket;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;

/** A metric by its name: a counter, or a histogram with its buckets, count and sum; and one of its unit in ms. */
record MetricFamily(String name, double unitMs) {

    private static final List<String> STATUS = List.of(
            "http_response_status_code", "http_status_code", "status", "response_code", "status_code", "code", "statusCode");

    /** By a name with or without the ending of a sample; the unit is its own ending, or seconds. */
    static MetricFamily of(String sample) {
        String name = sample.replaceFirst("_(bucket|count|sum)$", "");
        return new MetricFamily(name, name.matches(".*_(milliseconds|millis|ms)") ? 1
                : name.matches(".*_(microseconds|micros|us)") ? 1e-3 : name.matches(".*_(nanoseconds|nanos|ns)") ? 1e-6 : 1000);
    }

    /** What the window counted of it, by the key that a sample's labels give; refuses what cannot be counted. */
    <K> SequencedMap<K, MetricHistogram> measured(MetricsWindow window, Function<MetricSample, K> key) throws RefusedTelemetry {
        Map<Map<String, String>, Map<String, List<MetricSample>>> series = window.samples().stream()
                .filter(sample -> sample.name().matches(name + "(_bucket|_count|_sum)?"))
                .collect(groupingBy(MetricSample::withoutBound, LinkedHashMap::new,
                        groupingBy(sample -> sample.name().substring(name.length()))));
        SequencedMap<K, MetricHistogram> measured = new LinkedHashMap<>();
        for (Map<String, List<MetricSample>> parts : series.values()) {
            List<MetricSample> any = parts.getOrDefault("_bucket", parts.getOrDefault("_count", List.of()));
            MetricHistogram one = any.isEmpty() ? null : histogram(any.getFirst(), parts, window.difference());
            try {
                if (one != null && one.count() > 0) {
                    measured.merge(key.apply(any.getFirst()), one, MetricHistogram::plus);
                }
            } catch (IllegalArgumentException e) {
                throw new RefusedTelemetry(any.getFirst().place(), String.valueOf(e.getMessage()));
            }
        }
        return measured;
    }

    private MetricHistogram histogram(MetricSample any, Map<String, List<MetricSample>> parts, boolean difference)
            throws RefusedTelemetry {
        List<MetricSample> sums = parts.getOrDefault("_sum", List.of());
        double sumMs = sums.isEmpty() ? Double.NaN : finite(sums.getFirst()) * unitMs;
        List<Bucket> buckets = buckets(parts.getOrDefault("_bucket", List.of()), difference);
        double count = buckets.isEmpty() ? finite(any) : buckets.getLast().atMost();
        if (buckets.size() <= 1 && count > 0 && Double.isNaN(sumMs)) {
            throw new RefusedTelemetry(any.place(), "has neither buckets nor a sum");
        }
        String status = any.label(STATUS);
        boolean failed = status.isEmpty() ? !any.label(List.of("error_type")).isEmpty()
                : !status.matches("[1-4]\\d\\d|(?i)[1-4]xx|OK|0|SUCCESS");
        SortedMap<Double, Double> quantilesMs = new TreeMap<>();
        parts.getOrDefault("", List.of()).stream()
                .filter(one -> one.label(List.of("quantile")).matches("0?\\.\\d+") && one.value() > 0 && Double.isFinite(one.value()))
                .forEach(one -> quantilesMs.put(Double.parseDouble(one.label(List.of("quantile"))), one.value() * unitMs));
        return new MetricHistogram(count, failed ? count : 0, sumMs, buckets, quantilesMs);
    }

    private static double finite(MetricSample sample) throws RefusedTelemetry {
        if (!(sample.value() >= 0 && Double.isFinite(sample.value()))) {
            throw new RefusedTelemetry(sample.place(), "counts " + sample.value() + ", but allowed is a number from 0");
        }
        return sample.value();
    }

    private List<Bucket> buckets(List<MetricSample> samples, boolean difference) throws RefusedTelemetry {
        TreeMap<Double, MetricSample> byBound = new TreeMap<>();
        for (MetricSample sample : samples) {
            String bound = sample.label(List.of("le"));
            try {
                byBound.put(MetricSample.number(bound), sample);
            } catch (NumberFormatException e) {
                throw new RefusedTelemetry(sample.place(), "has the bound le='" + RefusedTelemetry.shown(bound)
                        + "', but allowed is a number or +Inf");
            }
        }
        if (!byBound.isEmpty() && !Double.isInfinite(byBound.lastKey())) {
            throw new RefusedTelemetry(byBound.lastEntry().getValue().place(),
                    "is the last bucket of its histogram, which needs one with le=\"+Inf\"");
        }
        List<Bucket> buckets = new ArrayList<>();
        double before = 0;
        for (Map.Entry<Double, MetricSample> bucket : byBound.entrySet()) {
            double atMost = finite(bucket.getValue());
            if (atMost < before && !difference) {
                throw new RefusedTelemetry(bucket.getValue().place(), "counts " + Format.plain(atMost) + ", less than the bucket before with "
                        + Format.plain(before) + "; a bucket counts all up to its bound, so its count cannot fall");
            }
            before = Math.max(before, atMost);
            buckets.add(new Bucket(bucket.getKey() * unitMs, before));
        }
        return buckets;
    }
}
