package io.birdseye.loadtest.trial;

import static java.util.Objects.requireNonNull;

import io.birdseye.loadtest.TrialFailure;
import io.birdseye.loadtest.client.ServiceClient;
import io.birdseye.loadtest.client.ServiceClient.StrategyView;
import io.birdseye.loadtest.floor.Calibration;
import io.birdseye.loadtest.program.Participant;
import io.birdseye.loadtest.program.Program;
import io.birdseye.loadtest.program.Provenance;
import io.birdseye.loadtest.program.RemoteProgram;
import io.birdseye.loadtest.trial.TrialStore.Calibrated;
import io.birdseye.model.Machine;
import io.birdseye.model.process.ServiceUse;
import io.birdseye.report.result.Results.Environment;
import io.birdseye.report.result.Floor;
import io.birdseye.report.result.RowKey;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;

/** Finds the floor of one combination of axis values on a service of its own, which it ends. */
public record FloorRun(TrialSettings settings, Setup setup, TestBed testBed, Path home) {

    /** The longest warm-up of the calibration, as a multiple of a trial's: where trials are short, so is it. */
    private static final double WARM_UP_MULTIPLE = 2.5;

    /** Two thousand requests of some 25 ms of CPU on two cores: the cost of a request hardly falls after them. */
    private static final double MAX_WARM_UP_MS = 30_000;

    private static final double START_SECONDS = 7;

    public static double estimateSeconds(TrialSettings settings) {
        double requestSeconds = settings.work().upstreamDelay().toMillis() / 1e3 + 0.05;
        return START_SECONDS + Calibration.estimateSeconds(maxWarmUp(settings), requestSeconds);
    }

    private static Duration maxWarmUp(TrialSettings settings) {
        return Duration.ofMillis(Math.round(Math.min(MAX_WARM_UP_MS, WARM_UP_MULTIPLE * settings.load().warmUp().total().toMillis())));
    }

    Calibrated run(Consumer<String> phase) throws TrialFailure, IOException, InterruptedException {
        String of = setup.axes().isEmpty() ? "" : " of " + setup.label();
        phase.accept("starting mock-api and service" + of);
        Participant mock = testBed.mockAnywhere(settings.served());
        try (Participant service = testBed.serviceAnywhere(
                        settings.served(), TrialStore.calibration(setup) + "-service", setup);
                ServiceClient client = new ServiceClient(service.url())) {
            int mockStops = mock.stops();
            Program.Watch watch = () -> {
                phase.accept("calibration" + of + ": one request at a time");
                service.requireAlive();
                service.requireNotStopped(0);
                mock.requireAlive();
                mock.requireNotStopped(mockStops);
            };
            try {
                return calibrate(client, watch, machine(service));
            } catch (TrialFailure e) {
                throw watch.explained(e);
            } catch (IOException e) {
                // One that ends between two loads has no connection for the next.
                throw watch.explained(new TrialFailure("calibration: " + e.getMessage(), e));
            }
        }
    }

    private Machine machine(Participant service) throws TrialFailure, InterruptedException {
        return service instanceof RemoteProgram elsewhere ? elsewhere.report().machine() : Machine.here();
    }

    private Calibrated calibrate(ServiceClient client, Program.Watch watch, Machine machine)
            throws TrialFailure, IOException, InterruptedException {
        RowKey row = new RowKey(calibrationStrategy(client), setup.axes());
        Floor floor = calibration(settings, row, client, watch).measure(maxWarmUp(settings));
        ServiceUse.Jvm jvm = requireNonNull(client.resources().jvm(), "the service tells of its JVM");
        return new Calibrated(environment(machine, jvm), floor, row.strategy());
    }

    static Calibration calibration(TrialSettings settings, RowKey row, ServiceClient client, Program.Watch watch) {
        return new Calibration(client, settings.served().request(row).pathAndQuery(),
                settings.work().calls(), settings.work().mayFail(), watch);
    }

    private Environment environment(Machine machine, ServiceUse.Jvm service) {
        return new Environment(
                Provenance.commit(home),
                service.version(),
                // The folder of this machine is of no use to whoever reads the result on another.
                service.flags().stream().map(flag -> flag.replace(home + "/", "")).toList(),
                service.collector(),
                machine.cores(),
                machine.cpuModel(),
                machine.memoryBytes(),
                machine.os(),
                machine.kernel());
    }

    /** One that calls in parallel, if there is one: it says the same of the floor in a quarter of the time. */
    private String calibrationStrategy(ServiceClient client) throws TrialFailure, InterruptedException {
        List<StrategyView> views = client.strategies("");
        List<String> names = views.stream().map(StrategyView::name).toList();
        for (String strategy : settings.served().strategies()) {
            // On a JDK of its own the service may have left one out: that is the outcome of its trials.
            if (!names.contains(strategy) && setup.jdk().isEmpty()) {
                throw new TrialFailure("the service knows no strategy '" + strategy + "', but " + String.join(", ", names));
            }
        }
        return views.stream()
                .filter(view -> settings.served().strategies().contains(view.name()))
                .min(Comparator.comparing(view -> view.topology().callsInTurn()))
                .map(StrategyView::name)
                .orElseThrow(() -> new TrialFailure("the service knows none of " + String.join(", ", settings.served().strategies())
                        + ", but " + String.join(", ", names)));
    }
}
