package io.birdseye.loadtest.trial;

import io.birdseye.loadtest.TrialFailure;
import io.birdseye.loadtest.client.MockClient;
import io.birdseye.loadtest.client.ServiceClient;
import io.birdseye.loadtest.generate.LoadListener;
import io.birdseye.loadtest.generate.LoadSummary;
import io.birdseye.loadtest.program.MachineTime;
import io.birdseye.loadtest.program.Program;
import io.birdseye.report.result.Trial.Measured;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Takes a sample of all programs at both ends of the measured window. */
final class WindowSampler implements LoadListener {

    private final ServiceClient client;
    private final MockClient delays;
    private final Program injector;
    private final Program mock;
    private final Program.Watch watch;
    private final Consumer<String> phase;
    private Window.@Nullable Sample begin;
    private Window.@Nullable Sample end;
    private Optional<Double> delayErrorP99Ms = Optional.empty();

    /**
     * @param watch looks whether the programs are alive
     * @param phase is told what is being done
     */
    WindowSampler(
            ServiceClient client,
            MockClient delays,
            Program injector,
            Program mock,
            Program.Watch watch,
            Consumer<String> phase) {
        this.client = client;
        this.delays = delays;
        this.injector = injector;
        this.mock = mock;
        this.watch = watch;
        this.phase = phase;
    }

    @Override
    public void waiting(Stage stage) throws TrialFailure, InterruptedException {
        phase.accept(switch (stage) {
            case STARTING -> "starting the injector";
            case WARMING_UP -> "warming up";
            case MEASURING -> "measuring";
            case LAST_ANSWERS -> "awaiting the last answers";
        });
        watch.look();
    }

    @Override
    public void measuring() throws TrialFailure, InterruptedException {
        delays.resetDelayError();
        client.resetResources();
        begin = sample();
    }

    @Override
    public void measured() throws TrialFailure, InterruptedException {
        end = sample();
        delayErrorP99Ms = delays.delayError().map(MockClient.DelayError::p99Ms);
    }

    /** The other processes first: the service may take its time. */
    private Window.Sample sample() throws TrialFailure, InterruptedException {
        Optional<Duration> injectorCpu = injector.cpu();
        Optional<Duration> mockCpu = mock.cpu();
        Optional<MachineTime> machine = MachineTime.now();
        long othersNanos = System.nanoTime();
        ServiceClient.ResourcesView resources = client.resources();
        return new Window.Sample(System.nanoTime(), resources, injectorCpu, mockCpu, othersNanos, machine);
    }

    /** @param histogram the file with the latencies, as the result names it */
    Measured measured(LoadSummary summary, String strategy, String histogram) throws TrialFailure {
        if (begin == null || end == null) {
            throw new TrialFailure("the injector ended without a measured window");
        }
        return new Window(begin, end).measured(summary, strategy, histogram, delayErrorP99Ms);
    }
}
