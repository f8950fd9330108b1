package io.birdseye.mockapi;

import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;

/**
 * How long an answer is held back before its first byte. All times are in nanoseconds and at most one hour; a draw
 * from the tail of a distribution is cut off there.
 */
public sealed interface Delay {

    long MAX_NANOS = TimeUnit.HOURS.toNanos(1);

    /** No delay at all. */
    Delay NONE = new Fixed(0);

    /** The delay of one request, in nanoseconds. A random delay takes exactly one number from the generator. */
    long drawNanos(SplittableRandom random);

    /** The same delay for every request. */
    record Fixed(long nanos) implements Delay {

        public Fixed {
            requireInRange("delay", nanos);
        }

        @Override
        public long drawNanos(SplittableRandom random) {
            return nanos;
        }
    }

    /** Any delay between the two bounds is equally likely. */
    record Uniform(long lowerNanos, long upperNanos) implements Delay {

        public Uniform {
            requireInRange("lower", lowerNanos);
            requireInRange("upper", upperNanos);
            if (lowerNanos > upperNanos) {
                throw new InvalidSetting(
                        "upper", Durations.text(upperNanos), "at least the lower bound, " + Durations.text(lowerNanos));
            }
        }

        @Override
        public long drawNanos(SplittableRandom random) {
            return lowerNanos + (long) (random.nextDouble() * (upperNanos - lowerNanos));
        }
    }

    /**
     * The usual shape of a service's latency: half of the delays are below the median, and the tail is long.
     *
     * @param sigma the standard deviation of the logarithm; p99 is {@code median * exp(2.326 * sigma)}
     */
    record Lognormal(long medianNanos, double sigma) implements Delay {

        /** With a sigma of 5 the p99 is already 100,000 times the median. */
        static final double MAX_SIGMA = 5;

        public Lognormal {
            requireInRange("median", medianNanos);
            if (!(sigma >= 0 && sigma <= MAX_SIGMA)) {
                throw new InvalidSetting("sigma", sigma, "a number from 0 to " + MAX_SIGMA);
            }
        }

        @Override
        public long drawNanos(SplittableRandom random) {
            return (long) Math.min(medianNanos * Math.exp(sigma * random.nextGaussian()), (double) MAX_NANOS);
        }
    }

    private static void requireInRange(String field, long nanos) {
        if (nanos < 0 || nanos > MAX_NANOS) {
            throw new InvalidSetting(field, Durations.text(nanos), Durations.ALLOWED);
        }
    }
}
