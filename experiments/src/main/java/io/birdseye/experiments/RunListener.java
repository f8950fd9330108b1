package io.birdseye.experiments;

import io.birdseye.experiments.claim.ClaimText;
import io.birdseye.experiments.ledger.Entry;
import io.birdseye.experiments.measure.ExperimentProgress;
import java.time.Duration;

/** Is told of the progress of a run over claims, and of every child JVM in it. */
public interface RunListener extends ExperimentProgress {

    /**
     * Before the first measurement.
     *
     * @param runs how many child JVMs there will be
     * @param expected how long they take together
     */
    void started(int claims, int runs, Duration expected);

    /** The experiments of this claim come next. */
    void claimStarted(ClaimText claim);

    /** The claim is judged and in the ledger. */
    void claimFinished(Entry entry);
}
