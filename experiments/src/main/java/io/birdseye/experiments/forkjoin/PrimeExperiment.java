package io.birdseye.experiments.forkjoin;

import io.birdseye.experiments.measure.Effort;
import io.birdseye.experiments.measure.Point;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The points of testing a prime. The number can be set by the system property {@value #NUMBER}; the published one is
 * 1530692068127007263 and takes some 12 times as long as that of the full effort.
 */
final class PrimeExperiment {

    static final String NUMBER = "birdseye.fj.prime";

    /** The largest primes below 10^14 and 10^16. */
    private static final long QUICK = 99_999_999_999_973L;
    private static final long FULL = 9_999_999_999_999_937L;

    private static final int TASKS = 256;
    private static final int FINE_TASKS = 100_000;

    /** Divisions in a second, at least; only for the time limit. */
    private static final double SLOWEST = 2e7;

    private PrimeExperiment() {}

    static List<Point> points(Effort effort, Axis axis) {
        List<Point> points = new ArrayList<>();
        points.add(point(effort, name(Workers.ONE, 1), Workers.ONE, 1, TASKS));
        for (Workers workers : IndexExperiment.parallel()) {
            for (int threads : axis.threads()) {
                points.add(point(effort, name(workers, threads), workers, threads, TASKS));
            }
            points.add(point(effort, fine(workers), workers, axis.cores(), FINE_TASKS));
        }
        return points;
    }

    static String name(Workers workers, int threads) {
        return "fj/prime/" + workers.label() + "-" + threads;
    }

    static String fine(Workers workers) {
        return "fj/prime/fine/" + workers.label();
    }

    private static Point point(Effort effort, String name, Workers workers, int threads, int tasks) {
        long number = Long.getLong(NUMBER, effort.pick(QUICK, FULL));
        int repeats = effort.pick(3, 5);
        double seconds = PrimeTest.root(number) / SLOWEST * (1 + repeats);
        return Point.of(name, PrimeProbe.class)
                .with("workers", workers.name())
                .with("threads", threads)
                .with("tasks", tasks)
                .with("number", number)
                .with("warmups", 1)
                .with("repeats", repeats)
                .runs(effort.pick(4, 6))
                .takes(Duration.ofMillis(300 + (long) (seconds * 45)), Duration.ofSeconds(30 + (long) (10 * seconds)));
    }
}
