package io.birdseye.planning.queueing;

import java.util.ArrayList;
import java.util.List;

/**
 * The exact throughput of a closed product-form network with one class of users.
 *
 * <p>Stations serve first come, first served with exponential times, or share their processors, or only delay. A
 * network of single servers and delays is solved by mean value analysis. With stations of many servers its recursion
 * over probabilities loses all digits near saturation, so those are solved by convolution of logarithms: only sums of
 * positive terms, hundreds of servers and users are fine. Cost: stations × users².
 *
 * <p>Sources: M. Reiser, S. S. Lavenberg, "Mean-value analysis of closed multichain queuing networks", Journal of the
 * ACM 27(2), 1980; J. P. Buzen, "Computational algorithms for closed queueing networks with exponential servers",
 * Communications of the ACM 16(9), 1973.
 *
 * @param thinkMs the delay between an answer and the next request
 */
public record ClosedNetwork(List<ClosedBounds.Station> stations, double thinkMs) {

    /** What so many users see. */
    public record Solution(int users, double perSecond, double responseMs) {}

    public ClosedNetwork {
        stations = List.copyOf(stations);
        Require.atLeastZero("the think time", thinkMs);
        if (stations.stream().anyMatch(station -> station.servers() != Math.rint(station.servers()))) {
            throw new IllegalArgumentException("the number of servers of a station must be whole");
        }
        if (stations.stream().noneMatch(station -> station.demandMs() > 0)) {
            throw new IllegalArgumentException("a closed network needs a station with a demand above 0 ms");
        }
    }

    /** The exact solution for so many users. */
    public Solution solve(int users) {
        Require.positive("the number of users", users);
        boolean single = stations.stream().allMatch(station -> station.servers() == 1);
        return single ? meanValueAnalysis(users) : convolution(users);
    }

    Solution meanValueAnalysis(int users) {
        double[] queue = new double[stations.size()];
        double perMs = 0;
        double response = 0;
        for (int n = 1; n <= users; n++) {
            double[] residence = new double[queue.length];
            response = 0;
            for (int k = 0; k < queue.length; k++) {
                // The arrival theorem: one who arrives sees the system as it is with one user less.
                residence[k] = stations.get(k).demandMs() * (1 + queue[k]);
                response += residence[k];
            }
            perMs = n / (response + thinkMs);
            for (int k = 0; k < queue.length; k++) {
                queue[k] = perMs * residence[k];
            }
        }
        return new Solution(users, perMs * 1000, response);
    }

    Solution convolution(int users) {
        List<double[]> factors = new ArrayList<>();
        for (ClosedBounds.Station station : stations) {
            factors.add(logFactors(station.demandMs(), station.servers(), users));
        }
        factors.add(logFactors(thinkMs, users, users));
        double[] constant = factors.getFirst();
        for (double[] factor : factors.subList(1, factors.size())) {
            constant = convolve(constant, factor);
        }
        double perMs = Math.exp(constant[users - 1] - constant[users]);
        return new Solution(users, perMs * 1000, users / perMs - thinkMs);
    }

    /** log f(n), where f(n) = Π D / min(i, c) over i up to n. */
    private static double[] logFactors(double demandMs, double servers, int users) {
        double[] log = new double[users + 1];
        for (int n = 1; n <= users; n++) {
            log[n] = log[n - 1] + Math.log(demandMs) - Math.log(Math.min(n, servers));
        }
        return log;
    }

    private static double[] convolve(double[] a, double[] b) {
        double[] sum = new double[a.length];
        for (int n = 0; n < a.length; n++) {
            double highest = Double.NEGATIVE_INFINITY;
            for (int i = 0; i <= n; i++) {
                highest = Math.max(highest, a[i] + b[n - i]);
            }
            if (highest == Double.NEGATIVE_INFINITY) {
                sum[n] = highest; // nobody can be at stations that need no time
                continue;
            }
            double scaled = 0;
            for (int i = 0; i <= n; i++) {
                scaled += Math.exp(a[i] + b[n - i] - highest);
            }
            sum[n] = highest + Math.log(scaled);
        }
        return sum;
    }
}
