package io.birdseye.experiments.birdseyeview;

import io.birdseye.experiments.measure.Effort;
import io.birdseye.experiments.measure.Needs;
import io.birdseye.experiments.measure.Point;
import io.birdseye.model.Layout;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;

/** The points of multiplying shared memory: size, threads, layout, collector and compact object headers. */
final class MemoryExperiment {

    /** How many bytes a boxed list really takes for each byte of the article's label. */
    static final double BOXED_BYTES = 8.5;

    /** Twice the article's label is what both primitive lists take together. */
    static final double PRIMITIVE_BYTES = 2;

    static final double BELOW = 5;
    static final double ABOVE = 10;

    /** Primitive lists of as many bytes as the boxed ones of the upper case. */
    static final double SAME_BYTES = ABOVE * BOXED_BYTES / PRIMITIVE_BYTES;

    private MemoryExperiment() {}

    /** What is different about the JVM; the name stands in the point's name. */
    enum Jvm {
        PARALLEL("-XX:+UseParallelGC", false),
        SERIAL("-XX:+UseSerialGC", false),
        G1("-XX:+UseG1GC", false),
        COMPACT("-XX:+UseParallelGC", true);

        private final String collector;
        private final boolean compactHeaders;

        Jvm(String collector, boolean compactHeaders) {
            this.collector = collector;
            this.compactHeaders = compactHeaders;
        }

        Point in(Point point) {
            Point collected = point.collector(collector);
            return compactHeaders ? collected.flags("-XX:+UseCompactObjectHeaders") : collected;
        }
    }

    static String name(Jvm jvm, Layout layout, double megabytes, int threads) {
        return "bv/shared/" + jvm.name().toLowerCase(Locale.ROOT) + "/" + layout.label() + "-" + megabytes + "-"
                + threads;
    }

    /** The whole sweep. */
    static List<Point> sweep(Effort effort, int cores) {
        Map<String, Point> points = new LinkedHashMap<>();
        List<Double> sizes = effort.pick(List.of(0.5, BELOW, ABOVE), List.of(0.5, 2.0, BELOW, ABOVE, 64.0));
        int most = Math.max(2, cores);
        int[] threads = effort == Effort.FULL ? IntStream.rangeClosed(1, most).toArray() : new int[] {1, most};
        for (int count : threads) {
            for (double size : sizes) {
                add(points, point(effort, Jvm.PARALLEL, Layout.BOXED, size, count));
                if (effort == Effort.FULL || size >= ABOVE) {
                    add(points, point(effort, Jvm.COMPACT, Layout.BOXED, size, count));
                    add(points, point(effort, Jvm.PARALLEL, Layout.PRIMITIVE, size, count));
                }
            }
            add(points, point(effort, Jvm.PARALLEL, Layout.PRIMITIVE, SAME_BYTES, count));
            add(points, point(effort, Jvm.SERIAL, Layout.BOXED, ABOVE, count));
            add(points, point(effort, Jvm.G1, Layout.BOXED, ABOVE, count));
        }
        return List.copyOf(points.values());
    }

    /** Cache misses of the upper case, with one thread and with more. */
    static Point counters(Effort effort, int threads) {
        return Point.of(counters(threads), CacheCountersProbe.class)
                .with("threads", threads)
                .with("megabytes", ABOVE)
                .with("layout", Layout.BOXED.name())
                .heap(heap(ABOVE, BOXED_BYTES, threads))
                .runs(effort.pick(2, 3))
                .takes(Duration.ofSeconds(effort.pick(4, 6)), Duration.ofSeconds(120));
    }

    static String counters(int threads) {
        return "bv/shared/cache-misses-" + threads;
    }

    private static void add(Map<String, Point> points, Point point) {
        points.put(point.name(), point);
    }

    private static Point point(Effort effort, Jvm jvm, Layout layout, double megabytes, int threads) {
        int heap = heap(megabytes, layout == Layout.BOXED ? BOXED_BYTES : PRIMITIVE_BYTES, threads);
        return jvm.in(Point.of(name(jvm, layout, megabytes, threads), SharedMemoryProbe.class))
                .flags("-Xlog:gc*:file=gc-%p.log:uptime:filecount=0")
                .with("threads", threads)
                .with("megabytes", megabytes)
                .with("layout", layout.name())
                .with("megabytesOfWork", effort.pick(60, 120))
                .with("warmups", 2)
                .with("repeats", 3)
                .heap(heap)
                .runs(effort.pick(2, 4))
                .needs(new Needs((heap + 200L) << 20, 0, 0, 0))
                .takes(Duration.ofSeconds(effort.pick(2, 4)), Duration.ofSeconds(180));
    }

    /** Room for the lists, and for twice what every thread makes at once. */
    private static int heap(double megabytes, double bytes, int threads) {
        return (int) (128 + megabytes * bytes * (1 + 2 * threads));
    }
}
