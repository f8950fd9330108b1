package io.birdseye.planning.production;

import java.util.ArrayList;
import java.util.List;

/**
 * A classic histogram of Prometheus, in ms.
 *
 * @param buckets in the order of their bounds; the last one has none
 * @param sumMs of all times; not a number where it is not known
 */
record MetricHistogram(List<Bucket> buckets, double sumMs) {

    /**
     * A bucket.
     *
     * @param boundMs infinite for the last one
     * @param atMost how many took at most as long
     */
    record Bucket(double boundMs, double atMost) {}

    MetricHistogram {
        buckets = List.copyOf(buckets);
        if (buckets.isEmpty() || !Double.isInfinite(buckets.getLast().boundMs())) {
            throw new IllegalArgumentException("a histogram needs a last bucket without bound");
        }
    }

    double count() {
        return buckets.getLast().atMost();
    }

    /** The mean; where the sum is not known, of the middles of its buckets. */
    double meanMs() {
        if (!Double.isNaN(sumMs)) {
            return sumMs / count();
        }
        double sum = 0;
        double low = 0;
        double before = 0;
        for (Bucket bucket : buckets) {
            double high = Double.isInfinite(bucket.boundMs()) ? low : bucket.boundMs();
            sum += (bucket.atMost() - before) * (low + high) / 2;
            low = high;
            before = bucket.atMost();
        }
        return sum / count();
    }

    /** By a straight line within the bucket, as Prometheus itself does; the last bound if it lies beyond that. */
    double quantileMs(double share) {
        double rank = share * count();
        int index = bucketOf(rank);
        double low = lowerBoundMs(share);
        Bucket bucket = buckets.get(index);
        double before = index == 0 ? 0 : buckets.get(index - 1).atMost();
        if (Double.isInfinite(bucket.boundMs()) || bucket.atMost() == before) {
            return low;
        }
        return low + (bucket.boundMs() - low) * (rank - before) / (bucket.atMost() - before);
    }

    double lowerBoundMs(double share) {
        int index = bucketOf(share * count());
        return index == 0 ? 0 : Math.max(0, buckets.get(index - 1).boundMs());
    }

    double upperBoundMs(double share) {
        return buckets.get(bucketOf(share * count())).boundMs();
    }

    private int bucketOf(double rank) {
        int index = 0;
        while (index < buckets.size() - 1 && buckets.get(index).atMost() < rank) {
            index++;
        }
        return index;
    }

    /**
     * Both together.
     *
     * @throws IllegalArgumentException if their bounds differ
     */
    MetricHistogram plus(MetricHistogram other) {
        if (buckets.size() != other.buckets.size()) {
            throw new IllegalArgumentException("histograms of one call have different buckets");
        }
        List<Bucket> sum = new ArrayList<>();
        for (int i = 0; i < buckets.size(); i++) {
            if (buckets.get(i).boundMs() != other.buckets.get(i).boundMs()) {
                throw new IllegalArgumentException("histograms of one call have different buckets");
            }
            sum.add(new Bucket(buckets.get(i).boundMs(), buckets.get(i).atMost() + other.buckets.get(i).atMost()));
        }
        return new MetricHistogram(sum, sumMs + other.sumMs);
    }
}
