package io.birdseye.experiments.birdseyeview;

import io.birdseye.experiments.birdseyeview.ServiceTrial.Delayed;
import io.birdseye.experiments.measure.Measurements;
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
import io.birdseye.loadtest.trial.TrialSettings;
import io.birdseye.loadtest.trial.Trials;
import io.birdseye.loadtest.trial.Work;
import io.birdseye.model.Arrivals;
import io.birdseye.model.Layout;
import io.birdseye.model.Load;
import io.birdseye.report.result.Trial.Measured;
import io.birdseye.report.result.Trial.SteadyState;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * One trial of one strategy, as {@code compare} runs it: the same programs, JVM flags, clients and rules of validity.
 * Records {@code answersPerSecond}, {@code meanMs} from when a request was due, their product, and per request the
 * context switches and the CPU time (without that of the JIT, which still works after a warm-up of seconds), and whether
 * the window was steady. A trial
 * that fails, because a program does not start, dies or answers wrongly, or that is not valid, says nothing of the
 * strategy: the next run over the claims tries it again.
 *
 * @param serviceFlags the JVM flags of the service, separated by blanks
 */
public record ServiceTrialProbe(ServiceTrial trial, int warmUpSeconds, int measuredSeconds, String serviceFlags)
        implements Probe {

    /** Without one the backlog of a service that cannot keep up grows without end. */
    static final Duration OPEN_DEADLINE = Duration.ofSeconds(5);
    /** Beyond every response time: the article's service had no deadline. */
    private static final Duration CLOSED_DEADLINE = Duration.ofSeconds(60);

    private static final double MEMORY_MEGABYTES = 5;
    /** So many that no strategy waits for an HTTP thread, even if it held one for each call of 50 users. */
    static final int HTTP_THREADS = ServiceTrial.ALL_CALLS + 8;
    private static final int MAX_IN_FLIGHT = 1_000;
    /** The largest share of failed requests; with more, the trial measures the failures. */
    private static final double MOST_ERRORS = 0.05;
    private static final int CYCLES = 2;

    @Override
    public void measure(ProbeContext context) throws Exception {
        // In the child's own folder, beside what earlier runs left there.
        Path out = Files.createTempDirectory(Path.of("").toAbsolutePath(), "trial-");
        Trials.JudgedTrial outcome = Trials.single(settings(out), programs(), Progress.NONE);
        Measured measured = outcome.trial().measured();
        if (measured == null) {
            throw new NotPossible("the trial failed: " + outcome.trial().reason());
        }
        if (!outcome.invalid().isEmpty()) {
            throw new NotPossible("the trial is not valid: " + String.join("; ", outcome.invalid()));
        }
        if (measured.achievedPerSecond() == 0
                || trial.users() > 0 && measured.errors() > MOST_ERRORS * measured.requests()) {
            throw new NotPossible(measured.requests() + " right answers, " + measured.errors() + " errors: "
                    + measured.counts().errorsByKind());
        }
        double mean = measured.response().meanMs();
        context.record(ServiceTrial.PER_SECOND, measured.achievedPerSecond());
        context.record(ServiceTrial.MEAN, mean);
        context.record(ServiceTrial.IN_SYSTEM, measured.achievedPerSecond() * mean / 1e3);
        context.record(ServiceTrial.CPU, measured.resources().cpuMsWithoutCompilers());
        SteadyState steady = measured.course().steadyState();
        if (steady != null && steady.verdict() != SteadyState.Steady.UNKNOWN) {
            context.record(Measurements.STEADY, steady.verdict() == SteadyState.Steady.STEADY ? 1 : 0);
        }
        Double switches = measured.resources().contextSwitchesPerRequest();
        if (switches != null) {
            context.record(ServiceTrial.SWITCHES, switches);
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

    TrialSettings settings(Path out) {
        boolean closed = trial.users() > 0;
        Work work = Work.article(Duration.ofMillis(trial.delayMs()), MEMORY_MEGABYTES, Layout.BOXED);
        Served served = new Served(
                List.of(trial.strategy()),
                trial.io() > 0 ? new Budgets.Equal(trial.io(), trial.cpu()) : new Budgets.Published(),
                trial.delayed() == Delayed.ALL ? work : work.undelayed("comments", "photos"),
                new ServiceOptions(MAX_IN_FLIGHT, HTTP_THREADS, Optional.of(closed ? CLOSED_DEADLINE : OPEN_DEADLINE),
                        List.of(serviceFlags.split(" "))));
        LoadPlan load = new LoadPlan(
                // As the articles' load tools send a rate.
                closed ? Load.closed(trial.users()) : Load.open(trial.arrivals(), Arrivals.CONSTANT),
                new WarmUp(Duration.ofSeconds(warmUpSeconds), CYCLES, Duration.ofMillis(500)),
                Duration.ofSeconds(measuredSeconds));
        return new TrialSettings(served, load, Measurement.once(1, out, "./birdseye claims run"));
    }
}
