package io.birdseye.experiments;

import io.birdseye.experiments.claim.ClaimText;
import io.birdseye.experiments.ledger.Entry;
import io.birdseye.experiments.measure.Point;
import io.birdseye.experiments.measure.Run;
import java.time.Duration;

/** Hears of the progress of a run over claims. */
public interface RunListener {

    /**
     * Before the first measurement.
     *
     * @param runs how many child JVMs there will be
     */
    void started(int claims, int runs, Duration expected);

    /** The points of this claim come next. */
    void claimStarted(ClaimText claim);

    /** A child JVM starts. */
    void runStarted(Point point);

    /** A child JVM ended. */
    void runFinished(Point point, Run run, int runsLeft, Duration timeLeft);

    /** The claim is judged and in the ledger. */
    void claimFinished(Entry entry);
}
