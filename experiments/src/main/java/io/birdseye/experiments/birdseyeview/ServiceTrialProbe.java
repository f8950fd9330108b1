package io.birdseye.experiments.birdseyeview;

import io.birdseye.experiments.measure.NotPossible;
import io.birdseye.experiments.measure.Probe;
import io.birdseye.experiments.measure.ProbeContext;
import io.birdseye.loadtest.Progress;
import io.birdseye.loadtest.TrialFailure;
import io.birdseye.loadtest.generate.WarmUp;
import io.birdseye.loadtest.program.JavaProgram;
import io.birdseye.loadtest.program.Programs;
import io.birdseye.loadtest.trial.Budgets;
import io.birdseye.loadtest.trial.LoadPlan;
import io.birdseye.loadtest.trial.Measurement;
import io.birdseye.loadtest.trial.Served;
import io.birdseye.loadtest.trial.ServiceOptions;
import io.birdseye.loadtest.trial.SingleTrial;
import io.birdseye.loadtest.trial.TrialSettings;
import io.birdseye.loadtest.trial.Trials;
import io.birdseye.loadtest.trial.Work;
import io.birdseye.model.Layout;
import io.birdseye.model.Load;
import io.birdseye.report.result.Trial.Measured;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * One trial of one strategy: starts mock-api, service and injector, and ends them. Records {@code answersPerSecond},
 * {@code meanMs} from when a request was due, their product, and CPU time (without the compilers, which a warm-up of
 * seconds leaves at work) and context switches per request. A trial that fails, since a program does not start, dies or
 * answers wrongly, is no result of the strategy: the next run over the claims tries it again.
 *
 * <p>In the closed model the service gives up no request: the article's had no deadline. In the open model one is
 * needed, since the backlog of a service that cannot keep up has no end.
 */
public final class ServiceTrialProbe implements Probe {

    static final Duration OPEN_DEADLINE = Duration.ofSeconds(5);
    private static final Duration CLOSED_DEADLINE = Duration.ofSeconds(60);

    private static final double MEMORY_MEGABYTES = 5;
    /** Enough that no strategy waits for one, even if it held one for each call of 50 users. */
    private static final int HTTP_THREADS = ServiceTrial.USERS * ServiceTrial.CALLS + 8;
    private static final int MAX_IN_FLIGHT = 1_000;
    /** Of all requests; more, and what was measured is not the strategy at work. */
    private static final double MOST_ERRORS = 0.05;
    private static final int CYCLES = 2;

    @Override
    public void measure(ProbeContext context) throws Exception {
        Programs programs = programs();
        // In the child's own folder; what an earlier trial left there, perhaps with other settings, goes.
        Path out = Path.of("trial").toAbsolutePath();
        delete(out);
        Trials.Outcome outcome = new SingleTrial(comparison(context, out), programs, Progress.NONE).run();
        Measured measured = outcome.trial().measured();
        if (measured == null) {
            throw new NotPossible("the trial failed: " + outcome.trial().reason());
        }
        if (!outcome.invalid().isEmpty()) {
            throw new NotPossible("the trial is not valid: " + String.join("; ", outcome.invalid()));
        }
        boolean open = context.integer("users") == 0;
        if (measured.achievedPerSecond() == 0
                || !open && measured.errors() > MOST_ERRORS * measured.requests()) {
            throw new NotPossible(measured.requests() + " right answers, " + measured.errors() + " errors: "
                    + measured.errorsByKind());
        }
        record(measured, context);
    }

    private static void record(Measured measured, ProbeContext context) {
        double mean = measured.response().meanMs();
        context.record(ServiceTrial.PER_SECOND, measured.achievedPerSecond());
        context.record(ServiceTrial.MEAN, mean);
        context.record(ServiceTrial.IN_SYSTEM, measured.achievedPerSecond() * mean / 1e3);
        context.record(ServiceTrial.CPU, measured.resources().cpuMsWithoutCompilers());
        Double switches = measured.resources().contextSwitchesPerRequest();
        if (switches != null) {
            context.record(ServiceTrial.SWITCHES, switches);
        }
    }

    private static void delete(Path folder) throws IOException {
        if (Files.exists(folder)) {
            try (var files = Files.walk(folder)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
    }

    private static Programs programs() throws NotPossible {
        String home = System.getProperty("birdseye.home", "");
        try {
            return Programs.builtIn(Path.of(home).toAbsolutePath(), JavaProgram.thisJava());
        } catch (TrialFailure e) {
            throw new NotPossible("the service under load is not at hand: " + e.getMessage());
        }
    }

    static TrialSettings comparison(ProbeContext settings, Path out) {
        int users = settings.integer("users");
        int io = settings.integer("io");
        int warmUp = settings.integer("warmUpSeconds");
        Served served = new Served(
                List.of(settings.text("strategy")),
                io > 0 ? new Budgets.Equal(io, settings.integer("cpu")) : new Budgets.Published(),
                Work.article(Duration.ofMillis(settings.integer("delayMs")), MEMORY_MEGABYTES, Layout.BOXED),
                new ServiceOptions(
                        MAX_IN_FLIGHT,
                        HTTP_THREADS,
                        Optional.of(users > 0 ? CLOSED_DEADLINE : OPEN_DEADLINE),
                        Programs.serviceJvmFlags()));
        LoadPlan load = new LoadPlan(
                users > 0 ? Load.closed(users) : Load.open(settings.integer("arrivals")),
                new WarmUp(Duration.ofSeconds(warmUp), CYCLES, Duration.ofMillis(500)),
                Duration.ofSeconds(settings.integer("measuredSeconds")));
        return new TrialSettings(served, load, Measurement.once(1, out, "./birdseye claims run"));
    }
}
