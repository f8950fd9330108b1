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
import java.util.stream.IntStream;

/**
 * The times of one kind of request or call: how many, and a classic histogram of Prometheus or quantiles where the service
 * publishes them. The sum is not a number where it is unknown; the last bucket has no bound.
 */
record MetricHistogram(double count, double failed, double sumMs, List<Bucket> buckets, SortedMap<Double, Double> quantilesMs) {

    private static final String[] STATUS = {
        "http_response_status_code", "http_status_code", "status", "response_code", "status_code", "code", "statusCode"};
    private static final Bucket NONE = new Bucket(0, 0);

    /** How many took at most as long as its bound, which is infinite for the last one. */
    record Bucket(double boundMs, double atMost) {}

    boolean isMeanOnly() {
        return buckets.isEmpty() && quantilesMs.isEmpty();
    }

    /** The mean; where the sum is unknown, of the middles of the buckets. */
    double meanMs() {
        double sum = 0;
        Bucket low = NONE;
        for (Bucket high : buckets) {
            double middle = Double.isInfinite(high.boundMs) ? low.boundMs : (low.boundMs + high.boundMs) / 2;
            sum += (high.atMost - low.atMost) * middle;
            low = high;
        }
        return (Double.isNaN(sumMs) ? sum : sumMs) / count;
    }

    /** By a straight line within the bucket, as Prometheus itself does; the last bound if it lies beyond that. */
    double quantileMs(double share) {
        Bucket high = bucketOf(share);
        Bucket low = before(high);
        return Double.isInfinite(high.boundMs) || high.atMost == low.atMost ? low.boundMs
                : low.boundMs + (high.boundMs - low.boundMs) * (share * count - low.atMost) / (high.atMost - low.atMost);
    }

    Bucket bucketOf(double share) {
        return buckets.stream().filter(bucket -> bucket.atMost >= share * count).findFirst().orElseGet(buckets::getLast);
    }

    Bucket before(Bucket bucket) {
        return buckets.stream().filter(lower -> lower.boundMs >= 0 && lower.boundMs < bucket.boundMs).reduce(NONE, (_, last) -> last);
    }

    private MetricHistogram plus(MetricHistogram other, String place) {
        boolean both = !buckets.isEmpty() && !other.buckets.isEmpty();
        if (both && !buckets.stream().map(Bucket::boundMs).toList().equals(other.buckets.stream().map(Bucket::boundMs).toList())) {
            throw new RefusedTelemetry(place, "histograms of one call have different buckets");
        }
        List<Bucket> sum = IntStream.range(0, both ? buckets.size() : 0)
                .mapToObj(i -> new Bucket(buckets.get(i).boundMs, buckets.get(i).atMost + other.buckets.get(i).atMost)).toList();
        // Quantiles cannot be added: those of the larger part stand for all.
        return new MetricHistogram(count + other.count, failed + other.failed, sumMs + other.sumMs, sum,
                quantilesMs.isEmpty() || !other.quantilesMs.isEmpty() && other.count > count ? other.quantilesMs : quantilesMs);
    }

    /** A metric by its name: a counter, or a histogram with its buckets, count and sum; and one of its unit in ms. */
    record Family(String name, double unitMs) {

        /** By a name with or without the ending of a sample; the unit is its own ending, or seconds. */
        static Family of(String sample) {
            String name = sample.replaceFirst("_(bucket|count|sum)$", "");
            return new Family(name, name.matches(".*_(milliseconds|millis|ms)") ? 1 : name.matches(".*_(microseconds|micros|us)") ? 1e-3
                    : name.matches(".*_(nanoseconds|nanos|ns)(_total)?") ? 1e-6 : 1000);
        }

        /** What the window counted of it, by the key that a sample's labels give; refuses what cannot be counted. */
        <K> SequencedMap<K, MetricHistogram> measured(MetricsWindow window, Function<MetricSample, K> key) {
            Map<Map<String, String>, Map<String, List<MetricSample>>> series = window.samples().stream()
                    .filter(sample -> sample.name().matches(name + "(_bucket|_count|_sum)?"))
                    .collect(groupingBy(MetricSample::withoutBound, LinkedHashMap::new,
                            groupingBy(sample -> sample.name().substring(name.length()))));
            SequencedMap<K, MetricHistogram> measured = new LinkedHashMap<>();
            series.values().forEach(parts -> parts.getOrDefault("_bucket", parts.getOrDefault("_count", List.of())).stream().findFirst()
                    .ifPresent(any -> {
                        MetricHistogram one = histogram(any, parts, window.difference());
                        if (one.count > 0) {
                            measured.merge(key.apply(any), one, (sum, next) -> sum.plus(next, any.place()));
                        }
                    }));
            return measured;
        }

        private MetricHistogram histogram(MetricSample any, Map<String, List<MetricSample>> parts, boolean difference) {
            double sumMs = parts.getOrDefault("_sum", List.of()).stream().mapToDouble(sum -> finite(sum) * unitMs)
                    .findFirst().orElse(Double.NaN);
            List<Bucket> buckets = buckets(parts.getOrDefault("_bucket", List.of()), parts.getOrDefault("_count", List.of()), difference);
            double count = buckets.isEmpty() ? finite(any) : buckets.getLast().atMost;
            if (buckets.size() <= 1 && count > 0 && Double.isNaN(sumMs)) {
                throw new RefusedTelemetry(any.place(), "has neither buckets nor a sum");
            }
            String status = any.label(STATUS);
            boolean failed = status.isEmpty() ? !any.label("error_type").isBlank()
                    : !status.matches("[1-4]\\d\\d|(?i)[1-4]xx|OK|0|SUCCESS");
            SortedMap<Double, Double> quantilesMs = new TreeMap<>();
            parts.getOrDefault("", List.of()).stream()
                    .filter(one -> one.label("quantile").matches("0?\\.\\d+") && one.value() > 0 && Double.isFinite(one.value()))
                    .forEach(one -> quantilesMs.put(Double.parseDouble(one.label("quantile")), one.value() * unitMs));
            return new MetricHistogram(count, failed ? count : 0, sumMs, buckets, quantilesMs);
        }

        /** The count stands for the bucket without a bound where a program leaves it out. */
        private List<Bucket> buckets(List<MetricSample> samples, List<MetricSample> counts, boolean difference) {
            TreeMap<Double, MetricSample> byBound = new TreeMap<>();
            samples.forEach(sample -> byBound.put(bound(sample), sample));
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
                    throw new RefusedTelemetry(bucket.getValue().place(), "counts " + Format.plain(atMost) + ", less than the bucket before"
                            + " with " + Format.plain(before) + "; a bucket counts all up to its bound, so its count cannot fall");
                }
                before = Math.max(before, atMost);
                buckets.add(new Bucket(bucket.getKey() * unitMs, before));
            }
            return buckets;
        }

        private static double bound(MetricSample bucket) {
            try {
                return MetricSample.number(bucket.label("le"));
            } catch (NumberFormatException e) {
                throw new RefusedTelemetry(bucket.place(), "has the bound le='%s', but allowed is a number or +Inf", bucket.label("le"));
            }
        }

        private static double finite(MetricSample sample) {
            if (!(sample.value() >= 0 && Double.isFinite(sample.value()))) {
                throw new RefusedTelemetry(sample.place(), "counts " + sample.value() + ", but allowed is a number from 0");
            }
            return sample.value();
        }
    }
}
