package io.birdseye.planning.calibration;

import io.birdseye.loadtest.trial.Work;
import io.birdseye.model.Layout;
import io.birdseye.model.Load;
import io.birdseye.planning.point.PointSettings;
import io.birdseye.planning.point.ServiceLimits;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The points at which predictions are checked: strategy × pool × rate × delay. The calibration uses none of them. Lists
 * are small and primitive, so that pools and cores limit the throughput, not the garbage collector.
 *
 * <p>Points that saturate the service have users, not a rate: the backlog of an open load that is too high depends on
 * how long it lasts, so its latency is not a property of the service.
 */
public final class ValidationGrid {

    /** The strategy of the calibration. It has the simplest topology: two pools, and the HTTP thread given back. */
    public static final String CALIBRATOR = "async-executor-split";

    private static final double MEMORY = 0.5;
    private static final Duration DEADLINE = Duration.ofSeconds(10);
    private static final int MAX_IN_FLIGHT = 1_000;
    private static final int HTTP_THREADS = 200;
    private static final int USERS = 40;
    private static final List<String> STRATEGIES =
            List.of("executor", "async-executor", "async-executor-split", "rx", "disruptor-diamond", "virtual-threads");

    private ValidationGrid() {}

    /** The loaded trial of the calibration, far below saturation. */
    public static PointSettings calibration() {
        return point(CALIBRATOR, Load.open(30), 150, 40);
    }

    /**
     * The two points that check every calibration: in one the pool limits the throughput, in the other nothing waits.
     */
    public static List<PointSettings> few() {
        return List.of(point("executor", Load.closed(USERS), 200, 16), point(CALIBRATOR, Load.open(50), 100, 32));
    }

    /** All points. */
    public static List<PointSettings> all() {
        List<PointSettings> points = new ArrayList<>();
        for (String strategy : STRATEGIES) {
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
        return points;
    }

    private static PointSettings point(String strategy, Load load, int delayMs, int io) {
        return new PointSettings(
                strategy, load, Work.article(Duration.ofMillis(delayMs), MEMORY, Layout.PRIMITIVE),
                new ServiceLimits(
                        Optional.of(io), Optional.empty(), Optional.of(MAX_IN_FLIGHT), Optional.of(HTTP_THREADS)),
                DEADLINE);
    }
}
