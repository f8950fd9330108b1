package io.birdseye.cli;

import io.birdseye.model.Layout;
import io.birdseye.model.Load;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The points at which predictions are checked: strategy topology × pool × rate × delay. None of them is used for
 * calibration. Lists are small and primitive, so that pools and cores decide, not the collector.
 *
 * <p>Saturated points have users and not a rate: what an open load does to a saturated service depends on for how long
 * it has done so, and nobody needs to have that predicted.
 */
final class ValidationGrid {

    static final double MEMORY = 0.5;
    static final Layout LAYOUT = Layout.PRIMITIVE;

    /** Two pools and the HTTP thread given back: the plainest of topologies. */
    static final String CALIBRATOR = "async-executor-split";

    private static final Duration DEADLINE = Duration.ofSeconds(10);
    private static final int USERS = 40;

    private static final List<String> TOPOLOGIES =
            List.of("executor", "async-executor", "async-executor-split", "rx", "disruptor-diamond", "virtual-threads");

    /** A point and what it is called. */
    record Point(String name, PointSettings settings) {}

    private ValidationGrid() {}

    /** The trial of the calibration: loaded, and well below what it could carry. */
    static PointSettings calibration() {
        return point(CALIBRATOR, Load.open(30), 150, 40);
    }

    /** Two points that come with every calibration: the pool decides, and nothing waits. */
    static List<Point> few() {
        return named(List.of(
                point("executor", Load.closed(USERS), 200, 16), point(CALIBRATOR, Load.open(50), 100, 32)));
    }

    static List<Point> all() {
        List<PointSettings> points = new ArrayList<>();
        for (String strategy : TOPOLOGIES) {
            // 16 threads carry 16 / (4 × 200 ms) = 20/s, 24 threads at 400 ms 24 / (4 × 400 ms) = 15/s.
            points.add(point(strategy, Load.closed(USERS), 200, 16));
            points.add(point(strategy, Load.closed(USERS), 400, 24));
            points.add(point(strategy, Load.open(15), 200, 16));
            points.add(point(strategy, Load.open(60), 50, 24));
        }
        points.add(point("sequential", Load.open(30), 50, 16));
        points.add(point("sequential", Load.closed(USERS), 100, 16));
        points.add(point("virtual-threads", Load.open(25), 400, 64));
        points.add(point("http-async", Load.open(50), 100, 32));
        return named(points);
    }

    private static PointSettings point(String strategy, Load load, int delayMs, int io) {
        return new PointSettings(
                strategy, load, Duration.ofMillis(delayMs), MEMORY, LAYOUT, Optional.of(io), Optional.empty(),
                Optional.of(1_000), Optional.of(200), DEADLINE, Optional.empty());
    }

    private static List<Point> named(List<PointSettings> points) {
        return points.stream().map(point -> new Point(name(point), point)).toList();
    }

    static String name(PointSettings point) {
        String upstreams = point.scenario()
                .map(file -> file.scenario().name())
                .orElseGet(() -> point.delay().toMillis() + " ms");
        return String.format(
                Locale.ROOT, "%s, pool %d, %s, %s",
                point.strategy(), point.ioThreads(), point.load().describe(), upstreams);
    }
}
