package io.birdseye.experiments.truths;

import io.birdseye.experiments.measure.Effort;
import io.birdseye.experiments.measure.Needs;
import io.birdseye.experiments.measure.Point;
import java.time.Duration;

/** The points of the article's tasks. */
final class TruthExperiment {

    static final String ALONE = "tr/compute/alone";
    static final String EIGHT = "tr/compute/eight";
    static final String EIGHT_LOCAL = "tr/compute/eight-own-generators";
    static final String ALONE_LOCAL = "tr/compute/alone-own-generator";
    static final String EIGHT_PINNED = "tr/compute/eight-pinned";
    static final String EIGHT_LOCAL_PINNED = "tr/compute/eight-own-generators-pinned";

    private static final int LOOPS = 250_000;

    private TruthExperiment() {}

    static Point compute(Effort effort, String name, int tasks, Computation.Randoms randoms, Placement placement) {
        return Point.of(name, ComputeProbe.class)
                .with("tasks", tasks)
                .with("loops", LOOPS)
                .with("randoms", randoms.name())
                .with("placement", placement.name())
                .with("warmups", 3)
                .with("repeats", 5)
                .runs(effort.pick(2, 10))
                .takes(Duration.ofSeconds(1), Duration.ofSeconds(120));
    }

    /** Calls to a server that answers after 2 s (0.5 s with quick effort), as many at once as there are tasks. */
    static Point io(Effort effort, String name, IoProbe.Client client, int tasks) {
        return Point.of(name, IoProbe.class)
                .with("client", client.name())
                .with("tasks", tasks)
                .with("delayMs", delayMillis(effort))
                .with("staggerMs", 0)
                .with("perHost", 5)
                .with("placement", Placement.FREE.name())
                .with("warmups", 1)
                .with("repeats", 1)
                .runs(effort.pick(2, 5))
                .needs(new Needs(0, 0, tasks + 100L, tasks + 200L))
                .takes(Duration.ofMillis(1000 + 2L * delayMillis(effort)), Duration.ofSeconds(150))
                .withUpstream();
    }

    static int delayMillis(Effort effort) {
        return effort.pick(500, 2000);
    }
}
