package io.birdseye.planning.production;

import static java.util.stream.Collectors.groupingBy;

import io.birdseye.model.Format;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * The times of one kind of request or call: how many, and a classic histogram of Prometheus or quantiles where the service
 * publishes them. The sum is not a number where it is unknown; the last bucket has no bound.
 */
record MetricHistogram(double count, double failed, double sumMs, List<Bucket> buckets, SortedMap<Double, Double> quantilesMs) {

    /** How many took at most as long as its bound, which is infinite for the last one. */
    record Bucket(double boundMs, double atMost) {}

    MetricHistogram {
        buckets = List.copyOf(buckets);
    }

    boolean hasBuckets() {
        return !buckets.isEmpty();
    }

    /** Whether no more than the mean is known. */
    boolean isMeanOnly() {
        return buckets.isEmpty() && quantilesMs.isEmpty();
    }

    /** The mean; where the sum is unknown, of the middles of the buckets. */
    double meanMs() {
        double sum = 0;
        double low = 0;
        double before = 0;
        for (Bucket bucket : buckets) {
            double high = Double.isInfinite(bucket.boundMs()) ? low : bucket.boundMs();
            sum += (bucket.atMost() - before) * (low + high) / 2;
            low = high;
            before = bucket.atMost();
        }
        return (Double.isNaN(sumMs) ? sum : sumMs) / count;
    }

    /** By a straight line within the bucket, as Prometheus itself does; the last bound if it lies beyond that. */
    double quantileMs(double share) {
        int index = bucketOf(share);
        double low = lowerBoundMs(share);
        Bucket bucket = buckets.get(index);
        double before = index == 0 ? 0 : buckets.get(index - 1).atMost();
        return Double.isInfinite(bucket.boundMs()) || bucket.atMost() == before ? low
                : low + (bucket.boundMs() - low) * (share * count - before) / (bucket.atMost() - before);
    }

    double lowerBoundMs(double share) {
        int index = bucketOf(share);
        return index == 0 ? 0 : Math.max(0, buckets.get(index - 1).boundMs());
    }

    double upperBoundMs(double share) {
        return buckets.get(bucketOf(share)).boundMs();
    }

    private int bucketOf(double share) {
        int index = 0;
        while (index < buckets.size() - 1 && buckets.get(index).atMost() < share * count) {
            index++;
        }
        return index;
    }

    /** @throws IllegalArgumentException if both have buckets, and their bounds differ */
    MetricHistogram plus(MetricHistogram other) {
        List<Bucket> sum = new ArrayList<>();
        if (hasBuckets() && other.hasBuckets()) {
            if (!buckets.stream().map(Bucket::boundMs).toList().equals(other.buckets.stream().map(Bucket::boundMs).toList())) {
                throw new IllegalArgumentException("histograms of one call have different buckets");
            }
            for (int i = 0; i < buckets.size(); i++) {
                sum.add(new Bucket(buckets.get(i).boundMs(), buckets.get(i).atMost() + other.buckets.get(i).atMost()));
            }
        }
        // Quantiles cannot be added: those of the larger part stand for all.
        return new MetricHistogram(count + other.count, failed + other.failed, sumMs + other.sumMs, sum,
                quantilesMs.isEmpty() || !other.quantilesMs.isEmpty() && other.count > count ? other.quantilesMs : quantilesMs);
    }

    /** A metric by its name: a counter, or a histogram with its buckets, count and sum; and one of its unit in ms. */
    record Family(String name, double unitMs) {

        private static final List<String> STATUS = List.of(
                "http_response_status_code", "http_status_code", "status", "response_code", "status_code", "code", "statusCode");

        /** By a name with or without the ending of a sample; the unit is its own ending, or seconds. */
        static Family of(String sample) {
            String name = sample.replaceFirst("_(bucket|count|sum)$", "");
            return new Family(name, name.matches(".*_(milliseconds|millis|ms)") ? 1
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

        private MetricHistogram histogram(MetricSample any, Map<String, List<MetricSample>> parts, boolean difference) throws RefusedTelemetry {
            List<MetricSample> sums = parts.getOrDefault("_sum", List.of());
            double sumMs = sums.isEmpty() ? Double.NaN : finite(sums.getFirst()) * unitMs;
            List<Bucket> buckets = buckets(parts.getOrDefault("_bucket", List.of()), parts.getOrDefault("_count", List.of()), difference);
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

        /** @param counts of the histogram, which stands for the bucket without a bound where a program leaves it out */
        private List<Bucket> buckets(List<MetricSample> samples, List<MetricSample> counts, boolean difference) throws RefusedTelemetry {
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
                byBound.put(Double.POSITIVE_INFINITY, counts.stream().findFirst().orElseThrow(() -> new RefusedTelemetry(
                        byBound.lastEntry().getValue().place(),
                        "is the last bucket of its histogram, which needs one with le=\"+Inf\", or a _count")));
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
}
