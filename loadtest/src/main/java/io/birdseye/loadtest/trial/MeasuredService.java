package io.birdseye.loadtest.trial;

import io.birdseye.loadtest.TrialFailure;
import io.birdseye.loadtest.generate.LoadListener.Stage;
import io.birdseye.loadtest.program.Participant;
import io.birdseye.model.process.MachineSample;
import io.birdseye.model.process.RunQueueWait;
import io.birdseye.model.process.ServiceUse;
import java.util.Optional;
import java.util.OptionalLong;

/** What tells how much a service has used: the service itself, or the system it runs on. */
public interface MeasuredService {

    /** Its process; empty where it is not known. */
    OptionalLong pid();

    /**
     * The machine that it runs on, and how long its threads have waited for a processor.
     *
     * @throws TrialFailure if it runs on another machine and does not tell any more
     */
    default Participant.Use around() throws TrialFailure, InterruptedException {
        OptionalLong pid = pid();
        return new Participant.Use(
                pid.isEmpty() ? Optional.empty() : RunQueueWait.of(pid.getAsLong()), MachineSample.now());
    }

    /** Whether Birdseye has started it. Otherwise its CPU time is that of another program. */
    default boolean startedHere() {
        return true;
    }

    /** Called some times a second while there is load. */
    default void waiting(Stage stage) throws TrialFailure, InterruptedException {}

    /** A window is about to begin: what is counted for it is counted anew. */
    default void resetPeaks() throws TrialFailure, InterruptedException {}

    /** A window begins. A service under overload may take its time. */
    void begin() throws TrialFailure, InterruptedException;

    /** The window is over: what was used in it, by the clock of whoever looked. */
    ServiceUse end() throws TrialFailure, InterruptedException;

    /** The most that its strategy did at once; zeros where nobody counts. */
    default ServiceUse.Concurrency peak(ServiceUse used) {
        return used.peak("");
    }
}
