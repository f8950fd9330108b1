package io.birdseye.planning.production;

import io.birdseye.model.Format;
import io.birdseye.planning.production.MetricHistogram.Bucket;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A metric by its name: a counter, or a histogram with its buckets, count and sum.
 *
 * @param unitMs one of its unit, in ms
 */
record MetricFamily(String name, double unitMs) {

    private static final List<String> STATUS = List.of("http_response_status_code", "http_status_code", "status");

    /**
     * What was counted of one kind of request or call.
     *
     * @param sumMs not a number where it is not known
     * @param histogram null where only count and sum are known
     */
    record Measured(double count, double failed, double sumMs, @Nullable MetricHistogram histogram) {

        Measured plus(Measured other) {
            return new Measured(
                    count + other.count, failed + other.failed, sumMs + other.sumMs,
                    histogram == null || other.histogram == null ? null : histogram.plus(other.histogram));
        }

        double meanMs() {
            return histogram == null ? sumMs / count : histogram.meanMs();
        }
    }

    /** All samples of one series: labels but for 'le'. */
    private record Series(List<MetricSample> buckets, List<MetricSample> sums, List<MetricSample> counts) {}

    /**
     * What the window counted of it, by the key that a sample's labels give.
     *
     * @throws RefusedTelemetry with file and line, if it is no histogram or counts what cannot be counted
     */
    <K> Map<K, Measured> measured(MetricsWindow window, Function<MetricSample, K> key) throws RefusedTelemetry {
        Map<Map<String, String>, Series> all = new LinkedHashMap<>();
        for (MetricSample sample : window.samples()) {
            if (sample.name().startsWith(name + "_")) {
                Map<String, String> labels = new HashMap<>(sample.labels());
                labels.remove("le");
                Series series = all.computeIfAbsent(
                        labels, own -> new Series(new ArrayList<>(), new ArrayList<>(), new ArrayList<>()));
                switch (sample.name().substring(name.length())) {
                    case "_bucket" -> series.buckets.add(sample);
                    case "_sum" -> series.sums.add(sample);
                    case "_count" -> series.counts.add(sample);
                    default -> {} // the maximum, and when it was created
                }
            }
        }
        Map<K, Measured> measured = new LinkedHashMap<>();
        for (Series series : all.values()) {
            List<MetricSample> any = series.buckets.isEmpty() ? series.counts : series.buckets;
            if (any.isEmpty()) {
                continue;
            }
            Measured one = measured(series, any.getFirst(), window.difference());
            if (one.count() > 0) {
                try {
                    measured.merge(key.apply(any.getFirst()), one, Measured::plus);
                } catch (IllegalArgumentException e) {
                    throw new RefusedTelemetry(any.getFirst().place(), String.valueOf(e.getMessage()));
                }
            }
        }
        return measured;
    }

    private Measured measured(Series series, MetricSample any, boolean difference) throws RefusedTelemetry {
        double sumMs = series.sums.isEmpty() ? Double.NaN : finite(series.sums.getFirst()) * unitMs;
        MetricHistogram histogram = series.buckets.isEmpty() ? null : histogram(series.buckets, sumMs, difference);
        double count = histogram == null ? finite(any) : histogram.count();
        if (series.buckets.size() <= 1 && count > 0 && Double.isNaN(sumMs)) {
            throw new RefusedTelemetry(any.place(), "has neither buckets nor a sum");
        }
        String status = any.label(STATUS);
        boolean failed = status.isEmpty() ? !any.label(List.of("error_type")).isEmpty() : !status.matches("[1-4]\\d\\d|[1-4]xx");
        return new Measured(count, failed ? count : 0, sumMs, histogram);
    }

    private static double finite(MetricSample sample) throws RefusedTelemetry {
        if (!(sample.value() >= 0 && Double.isFinite(sample.value()))) {
            throw new RefusedTelemetry(sample.place(), "counts " + sample.value() + ", but allowed is a number from 0");
        }
        return sample.value();
    }

    private MetricHistogram histogram(List<MetricSample> samples, double sumMs, boolean difference)
            throws RefusedTelemetry {
        record Bound(double bound, MetricSample sample) {}
        List<Bound> bounds = new ArrayList<>();
        for (MetricSample sample : samples) {
            String le = sample.label(List.of("le"));
            try {
                bounds.add(new Bound(le.matches("\\+?Inf") ? Double.POSITIVE_INFINITY : Double.parseDouble(le), sample));
            } catch (NumberFormatException e) {
                throw new RefusedTelemetry(sample.place(), "has the bound le='" + RefusedTelemetry.shown(le)
                        + "', but allowed is a number or +Inf");
            }
        }
        bounds.sort(Comparator.comparingDouble(Bound::bound));
        if (!Double.isInfinite(bounds.getLast().bound())) {
            throw new RefusedTelemetry(bounds.getLast().sample().place(),
                    "is the last bucket of its histogram, which needs one with le=\"+Inf\"");
        }
        List<Bucket> buckets = new ArrayList<>();
        double before = 0;
        for (Bound bound : bounds) {
            double atMost = finite(bound.sample());
            if (atMost < before && !difference) {
                throw new RefusedTelemetry(bound.sample().place(), "counts " + Format.plain(atMost)
                        + ", less than the bucket before with " + Format.plain(before)
                        + "; a bucket counts all up to its bound, so its count cannot fall");
            }
            before = Math.max(before, atMost);
            buckets.add(new Bucket(bound.bound() * unitMs, before));
        }
        return new MetricHistogram(buckets, sumMs);
    }
}
