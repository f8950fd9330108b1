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
abstract class MeasuredService implements Program.Watch, AutoCloseable {

    final List<Request> requests;

    /** Its process on this machine; empty where it is not known. */
    final OptionalLong pid;

    /** mock-api, where it plays the services behind this one. */
    final @Nullable Mock mock;

    /** Whether Birdseye has started it. Otherwise its CPU time is that of another program. */
    final boolean startedHere;

    /** What {@link #check} has learnt, as the topology is. */
    Budget budget = Budget.NONE;

    Topology topology = Topology.NONE;

    record Mock(Participant program, MockClient client) {}

    MeasuredService(List<Request> requests, OptionalLong pid, @Nullable Mock mock, boolean startedHere) {
        this.requests = requests;
        this.pid = pid;
        this.mock = mock;
        this.startedHere = startedHere;
    }

    /** Checks an answer before any load, and leaves what is learnt of it in the trial's folder. */
    void check(Path folder, Consumer<String> phase) throws TrialFailure, IOException, InterruptedException {}

    /** The floor on the warm service, once the load is over; null if it is not known. */
    @Nullable Floor floor(Consumer<String> phase) throws IOException, InterruptedException {
        return null;
    }

    /** Its machine, and how long its threads have waited for a processor, if they can be asked. */
    Participant.Use around() throws TrialFailure, InterruptedException {
        return new Participant.Use(
                pid.isEmpty() ? Optional.empty() : RunQueueWait.of(pid.getAsLong()), MachineSample.now());
    }

    /** Called some times a second while there is load. */
    void waiting(Stage stage) throws TrialFailure, InterruptedException {}

    /** A window is about to begin: what is counted for it is counted anew. */
    void resetPeaks() throws TrialFailure, InterruptedException {}

    /** A window begins. A service under overload may take its time. */
    abstract void begin() throws TrialFailure, InterruptedException;

    /** The window is over: what was used in it, by the clock of whoever looked. */
    abstract ServiceUse end() throws TrialFailure, InterruptedException;

    /** The most that its strategy did at once; zeros where nobody counts. */
    ServiceUse.Concurrency peak(ServiceUse used) {
        return used.peak("");
    }

    @Override
    public void close() {
        if (mock != null) {
            mock.client().close();
        }
    }
}
