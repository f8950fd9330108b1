package io.birdseye.experiments.an;

import io.birdseye.experiments.measure.Effort;
import io.birdseye.experiments.measure.Point;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;

/** The points that the article's claims share: one for each kind of action, with all ways in it. */
final class HundredActionsExperiment {

    private HundredActionsExperiment() {}

    static List<Point> points(Effort effort, Action... actions) {
        return Arrays.stream(actions).map(action -> point(effort, action)).toList();
    }

    static String name(Action action) {
        return "an/" + action.label();
    }

    private static Point point(Effort effort, Action action) {
        Point point = Point.of(name(action), HundredActionsProbe.class)
                .with("action", action.name())
                .runs(effort.pick(3, 5));
        return switch (action) {
            case ARITHMETIC, LISTS, STORAGE -> iterations(point, effort.pick(3, 5), effort.pick(200, 1000))
                    .takes(seconds(effort.pick(40, 240)), seconds(effort.pick(240, 900)));
            // Sleeping needs no warm-up, and one thread takes 5 s for a hundred network actions.
            case NETWORK -> iterations(point, 0, 1).takes(seconds(65), seconds(300));
            case MIXED -> iterations(point, effort.pick(1, 3), effort.pick(100, 1000))
                    .takes(seconds(effort.pick(45, 180)), seconds(effort.pick(240, 900)));
        };
    }

    private static Point iterations(Point point, int iterations, int millis) {
        return point.with("warmups", iterations)
                .with("warmupMs", millis)
                .with("iterations", Math.max(1, iterations))
                .with("iterationMs", millis);
    }

    private static Duration seconds(int count) {
        return Duration.ofSeconds(count);
    }
}
