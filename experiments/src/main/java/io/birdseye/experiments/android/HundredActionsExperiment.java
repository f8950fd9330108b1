package io.birdseye.experiments.android;

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
                .with("ways", "ALL")
                .runs(effort.pick(2, 5));
        return switch (action) {
            case ARITHMETIC -> iterations(point, effort.pick(1, 2), effort.pick(200, 300))
                    .takes(seconds(effort.pick(24, 42)), seconds(effort.pick(240, 600)));
            case LISTS -> iterations(point, effort.pick(1, 2), effort.pick(200, 300))
                    .takes(seconds(effort.pick(9, 32)), seconds(effort.pick(240, 600)));
            case STORAGE -> iterations(point, 1, effort.pick(100, 300))
                    .takes(seconds(effort.pick(7, 22)), seconds(effort.pick(240, 600)));
            case MIXED -> iterations(point, 1, effort.pick(100, 300))
                    .takes(seconds(effort.pick(29, 42)), seconds(effort.pick(240, 600)));
            // Sleeping needs no warm-up. On one thread a hundred take 5 s, and no rule asks for those.
            case NETWORK -> iterations(point, 0, 1)
                    .with("ways", effort.pick("IO", "ALL"))
                    .takes(seconds(effort.pick(10, 65)), seconds(300));
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
