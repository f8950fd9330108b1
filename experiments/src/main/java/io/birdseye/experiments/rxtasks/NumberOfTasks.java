package io.birdseye.experiments.rxtasks;

import io.birdseye.experiments.measure.Effort;
import java.util.Locale;

/** How many tasks run at once, by effort. */
enum NumberOfTasks {
    FEW(50, 50),
    SOME(500, 500),
    MANY(1_000, 7_500),
    HUGE(2_000, 20_000);

    private final int quick;
    private final int full;

    NumberOfTasks(int quick, int full) {
        this.quick = quick;
        this.full = full;
    }

    int count(Effort effort) {
        return effort.pick(quick, full);
    }

    /** The name in points: the same for both efforts, so that rules need not know which it was. */
    String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
