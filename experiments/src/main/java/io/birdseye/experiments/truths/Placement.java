package io.birdseye.experiments.truths;

import io.birdseye.experiments.measure.NotPossible;
import io.birdseye.experiments.measure.Posix;

/** Which cores the tasks may use. */
enum Placement {
    /** As the scheduler likes. */
    FREE {
        @Override
        void pin(int task, int cores) {}
    },
    /** All tasks on the first core. */
    ONE_CORE {
        @Override
        void pin(int task, int cores) throws NotPossible {
            Posix.pinThisThread(0);
        }
    },
    /** Task by task to the next core. */
    EACH_CORE {
        @Override
        void pin(int task, int cores) throws NotPossible {
            Posix.pinThisThread(task % cores);
        }
    };

    /** Pins the calling thread. */
    abstract void pin(int task, int cores) throws NotPossible;
}
