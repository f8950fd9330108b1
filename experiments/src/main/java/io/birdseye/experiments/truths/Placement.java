package io.birdseye.experiments.truths;

import io.birdseye.experiments.measure.Probe.NotPossible;
import io.birdseye.experiments.measure.Posix;

public enum Placement {
    /** All; the scheduler chooses. */
    FREE,
    /** All tasks run on the first core. */
    ONE_CORE,
    /** Each task runs on the core after that of the task before it. */
    EACH_CORE;

    void pin(int task) throws NotPossible {
        switch (this) {
            case FREE -> { }
            case ONE_CORE -> Posix.pinThisThread(0);
            case EACH_CORE -> Posix.pinThisThread(task % Runtime.getRuntime().availableProcessors());
        }
    }
}
