package io.birdseye.loadtest.plan;

import io.birdseye.loadtest.TrialFailure;

/** A running service gives no variant the right answer, so that there is nothing to measure. */
public final class NoRightAnswer extends TrialFailure {

    public NoRightAnswer(String reason) {
        super(reason);
    }
}
