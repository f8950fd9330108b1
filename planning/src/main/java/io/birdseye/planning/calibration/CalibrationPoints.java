package io.birdseye.planning.calibration;

import io.birdseye.loadtest.trial.Work;
import io.birdseye.model.Layout;
import io.birdseye.model.Load;
import io.birdseye.planning.point.PointSettings;
import io.birdseye.planning.point.ServiceLimits;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The points of a calibration and those that check it. Lists are small and primitive, so that pools and cores limit the
 * throughput, not the garbage collector.
 *
 * <p>A point that saturates the service has users, not a rate: the backlog of an open load that is too high depends on
 * how long it lasts, so its latency is not a property of the service.
 */
public final class CalibrationPoints {

    /** The strategy of the calibration. It has the simplest topology: two pools, and the HTTP thread given back. */
    public static final String CALIBRATOR = "async-executor-split";

    private static final double MEMORY = 0.5;
    private static final Duration DEADLINE = Duration.ofSeconds(10);
    private static final int MAX_IN_FLIGHT = 1_000;
    private static final int HTTP_THREADS = 200;
    private static final int USERS = 40;

    private CalibrationPoints() {}

    /** The loaded trial of the calibration, far below saturation. */
    public static PointSettings calibration() {
        return point(CALIBRATOR, Load.open(30), 150, 40);
    }

    /**
     * The two points that check every calibration: in one the pool limits the throughput, in the other it is 80 % busy.
     */
    public static List<PointSettings> few() {
        return List.of(point("executor", Load.closed(USERS), 100, 16), point(CALIBRATOR, Load.open(50), 100, 25));
    }

    public static PointSettings point(String strategy, Load load, int delayMs, int io) {
        return new PointSettings(
                strategy, load, Work.article(Duration.ofMillis(delayMs), MEMORY, Layout.PRIMITIVE),
                new ServiceLimits(
                        Optional.of(io), Optional.empty(), Optional.of(MAX_IN_FLIGHT), Optional.of(HTTP_THREADS)),
                DEADLINE);
    }
}
