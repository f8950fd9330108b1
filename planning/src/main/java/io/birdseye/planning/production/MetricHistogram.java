package io.birdseye.planning.production;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;

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
}
