package io.birdseye.loadtest.trial;

import io.birdseye.loadtest.TrialFailure;
import io.birdseye.loadtest.generate.LoadListener.Stage;
import io.birdseye.loadtest.program.Participant;
import io.birdseye.model.process.MachineSample;
import io.birdseye.model.process.RunQueueWait;
import io.birdseye.report.result.Trial.TaskTime;
import io.birdseye.report.result.VirtualThreadUse;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

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

    /** The window is over. */
    Use end() throws TrialFailure, InterruptedException;

    /**
     * What was used in a window. Null where it is not known.
     *
     * @param seconds between the two looks, by the clock of whoever took them
     * @param jitNanos what the just-in-time compilers took of the CPU time
     * @param requests what the service counted; null where only the injector counts
     * @param virtualThreads null where none were used, too
     */
    record Use(
            double seconds,
            @Nullable Long cpuNanos,
            @Nullable Long jitNanos,
            @Nullable Long allocatedBytes,
            @Nullable Double gcPauseMsPerSecond,
            @Nullable Integer gcPauses,
            @Nullable Long contextSwitches,
            @Nullable Integer peakThreads,
            @Nullable Long peakRssBytes,
            @Nullable Requests requests,
            List<TaskTime> tasks,
            int ioPeak,
            int cpuPeak,
            @Nullable Integer inFlightPeak,
            @Nullable VirtualThreadUse virtualThreads) {}

    /**
     * Requests of a window.
     *
     * @param finished with whatever outcome
     * @param succeeded with a right answer
     */
    record Requests(long finished, long succeeded) {}
}
