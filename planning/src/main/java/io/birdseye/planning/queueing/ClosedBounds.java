package io.birdseye.planning.queueing;

import java.util.List;

/**
 * Bounds on a closed system: N users who think for Z and then pass through stations that each need a demand of D.
 *
 * <p>Source: E. D. Lazowska, J. Zahorjan, G. S. Graham, K. C. Sevcik, "Quantitative System Performance", 1984,
 * chapter 5: asymptotic bounds. They hold for any distribution.
 *
 * @param stations that a request passes through
 * @param thinkMs time between an answer and the next request
 */
public record ClosedBounds(List<Station> stations, double thinkMs) {

    /** A station: what a request needs of it in all, and how many servers share that work. */
    public record Station(double demandMs, double servers) {

        public Station {
            Require.atLeastZero("the demand", demandMs);
            Require.positive("the number of servers", servers);
        }

        double perServerMs() {
            return demandMs / servers;
        }
    }

    public ClosedBounds {
        stations = List.copyOf(stations);
        Require.atLeastZero("the think time", thinkMs);
        if (stations.isEmpty()) {
            throw new IllegalArgumentException("a closed system needs at least one station");
        }
    }

    /** D: the response time of a user who is alone. */
    public double aloneMs() {
        return stations.stream().mapToDouble(Station::demandMs).sum();
    }

    /** 1 / D_max: what the bottleneck carries, in 1/s. */
    public double saturationPerSecond() {
        return 1000 / bottleneckMs();
    }

    /** X(N) ≤ min(1 / D_max, N / (D + Z)). */
    public double highestPerSecond(int users) {
        return Math.min(saturationPerSecond(), users * 1000 / (aloneMs() + thinkMs));
    }

    /** R(N) ≥ max(D, N·D_max − Z). */
    public double lowestResponseMs(int users) {
        return Math.max(aloneMs(), users * bottleneckMs() - thinkMs);
    }

    /** X(N) ≥ N / (N·D + Z), for stations of one server: each user waits for all others at every station. */
    public double lowestPerSecond(int users) {
        return users * 1000 / (users * aloneMs() + thinkMs);
    }

    /** N* = (D + Z) / D_max: from about so many users on, they wait for one another. */
    public double kneeUsers() {
        return (aloneMs() + thinkMs) / bottleneckMs();
    }

    private double bottleneckMs() {
        return stations.stream().mapToDouble(Station::perServerMs).max().orElseThrow();
    }
}
