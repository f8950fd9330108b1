package io.birdseye.experiments.forkjoin;

import io.birdseye.experiments.forkjoin.IndexProbe.Surroundings;
import io.birdseye.experiments.measure.Effort;
import io.birdseye.experiments.measure.Needs;
import io.birdseye.experiments.measure.Point;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The points of indexing a text. The size can be set by the system property {@value #SIZE}, in MB. */
final class IndexExperiment {

    static final String SIZE = "birdseye.fj.megabytes";

    private IndexExperiment() {}

    /** The whole axis of threads with the text in the page cache. */
    static List<Point> axis(Effort effort, Axis axis) {
        List<Point> points = new ArrayList<>();
        points.add(point(effort, Surroundings.WARM, Workers.ONE, 1));
        points.add(point(effort, Surroundings.WARM, Workers.EXECUTOR, 1));
        for (Workers workers : parallel()) {
            for (int threads : axis.threads()) {
                points.add(point(effort, Surroundings.WARM, workers, threads));
            }
        }
        return points.stream().distinct().toList();
    }

    /** All three parallel ways in these surroundings. */
    static List<Point> around(Effort effort, Surroundings surroundings, int... threads) {
        List<Point> points = new ArrayList<>();
        for (Workers workers : parallel()) {
            for (int count : threads) {
                points.add(point(effort, surroundings, workers, count));
            }
        }
        return points;
    }

    static List<Workers> parallel() {
        return List.of(Workers.EXECUTOR, Workers.FORK_JOIN, Workers.STREAM);
    }

    static String name(Surroundings surroundings, Workers workers, int threads) {
        return "fj/index/" + surroundings.name().toLowerCase(Locale.ROOT) + "/" + workers.label() + "-" + threads;
    }

    private static Point point(Effort effort, Surroundings surroundings, Workers workers, int threads) {
        int megabytes = Integer.getInteger(SIZE, effort.pick(4, 32));
        // A different word takes some 140 bytes in each of the 256 parts, which is more than a small text and less than
        // a large one. Several times that, and most of it young: with less, whether a collection falls into a run makes
        // half of its time, and nothing is seen of the threads.
        int heap = 256 + Math.min(96 * megabytes, 2_400 + 4 * megabytes);
        int young = heap * 2 / 3;
        // Four times through the text, the collector's part in it, and the start of the JVM.
        Duration expected = Duration.ofMillis(300 + 120L * megabytes);
        return Point.of(name(surroundings, workers, threads), IndexProbe.class)
                .with("surroundings", surroundings.name())
                .with("workers", workers.name())
                .with("threads", threads)
                .with("megabytes", megabytes)
                .with("warmups", 2)
                .with("repeats", 2)
                .heap(heap)
                .flags("-Xms" + heap + "m", "-Xmn" + young + "m")
                .runs(effort.pick(2, 5))
                .needs(new Needs((heap + 100L) << 20, (megabytes + 100L) << 20, threads + 50L, 100))
                .takes(expected, Duration.ofSeconds(60 + megabytes));
    }
}
