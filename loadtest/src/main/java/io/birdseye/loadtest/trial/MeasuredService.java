package io.birdseye.loadtest.trial;

import io.birdseye.loadtest.TrialFailure;
import io.birdseye.loadtest.client.MockClient;
import io.birdseye.loadtest.generate.LoadListener.Stage;
import io.birdseye.loadtest.plan.Request;
import io.birdseye.loadtest.program.Participant;
import io.birdseye.loadtest.program.Program;
import io.birdseye.model.Budget;
import io.birdseye.model.Topology;
import io.birdseye.model.process.MachineSample;
import io.birdseye.model.process.RunQueueWait;
import io.birdseye.model.process.ServiceUse;
import io.birdseye.report.result.Floor;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A {@link Subject} while it is measured: the service that the requests of a trial go to, and what can be known of it. A
 * look asks whether its programs are alive; closing it ends those that were started for it.
 */
public interface MeasuredService extends Program.Watch, AutoCloseable {

    List<Request> requests();

    /** Its process on this machine; empty where it is not known. */
    OptionalLong pid();

    /** mock-api, where it plays the services behind this one. */
    @Nullable Mock mock();

    record Mock(Participant program, MockClient client) {}

    /**
     * Checks an answer before any load, and learns what results say of the service.
     *
     * @param folder of the trial, which receives what is learnt of the answer
     * @throws TrialFailure if the answer is wrong
     */
    default void check(Path folder, Consumer<String> phase) throws TrialFailure, IOException, InterruptedException {}

    /** What {@link #check} has learnt. */
    default Budget budget() {
        return Budget.NONE;
    }

    /** What {@link #check} has learnt. */
    default Topology topology() {
        return Topology.NONE;
    }

    /** The floor on the warm service, once the load is over; null if it is not known. */
    default @Nullable Floor floor(Consumer<String> phase) throws IOException, InterruptedException {
        return null;
    }

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

    @Override
    void close();
}
