package io.birdseye.report.capacity;

/**
 * The interactive response time law without think time: N users, each waiting for its answer before it asks again, make
 * {@code X = N / R} requests per second.
 *
 * <p>So a closed load test does not offer a rate: the slower the service, the less it is asked. Source: Lazowska et
 * al., "Quantitative System Performance", 1984, chapter 3, from Little 1961.
 */
public final class ClosedModel {

    private ClosedModel() {}

    /** Throughput, per second, of so many users who are answered after so long on average. */
    public static double throughputPerSecond(int users, double meanResponseMs) {
        requirePositive("users", users);
        requirePositive("the mean response time", meanResponseMs);
        return users * 1000.0 / meanResponseMs;
    }

    /** Mean response time, in ms, of so many users who get so many answers per second. */
    public static double meanResponseMs(int users, double throughputPerSecond) {
        requirePositive("users", users);
        requirePositive("the throughput", throughputPerSecond);
        return users * 1000.0 / throughputPerSecond;
    }

    private static void requirePositive(String what, double value) {
        if (!(value > 0)) {
            throw new IllegalArgumentException(what + " must be above 0, but is " + value);
        }
    }
}
