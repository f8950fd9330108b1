package io.birdseye.experiments.birdseyeview;

import io.birdseye.experiments.birdseyeview.ServiceTrial.Delayed;
import io.birdseye.experiments.claim.Picture;
import io.birdseye.experiments.measure.Experiment.Needs;
import io.birdseye.experiments.measure.Experiment;
import io.birdseye.experiments.measure.MeasuredValue;
import io.birdseye.experiments.measure.Measurements;
import io.birdseye.experiments.measure.Probe.NotPossible;
import io.birdseye.experiments.measure.Probe;
import io.birdseye.experiments.measure.ProbeContext;
import io.birdseye.experiments.measure.Variant;
import io.birdseye.loadtest.Progress;
import io.birdseye.loadtest.TrialFailure;
import io.birdseye.loadtest.generate.WarmUp;
import io.birdseye.loadtest.program.JavaProgram;
import io.birdseye.loadtest.program.Programs;
import io.birdseye.loadtest.trial.Budgets;
import io.birdseye.loadtest.trial.LoadPlan;
import io.birdseye.loadtest.trial.LocalSite;
import io.birdseye.loadtest.trial.Measurement;
import io.birdseye.loadtest.trial.Served;
import io.birdseye.loadtest.trial.ServiceOptions;
import io.birdseye.loadtest.trial.TrialSettings;
import io.birdseye.loadtest.trial.Trials;
import io.birdseye.loadtest.trial.Work;
import io.birdseye.model.Arrivals;
import io.birdseye.model.Effort;
import io.birdseye.model.Format;
import io.birdseye.model.Layout;
import io.birdseye.model.Load;
import io.birdseye.report.result.Trial.Measured;
import io.birdseye.report.result.Trial.SteadyState;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * One strategy of the service under one load, with so many calls and combinations at once; 0 is the published pools.
 * Every run is a trial with JVMs of its own.
 */
public record ServiceTrial(
        String strategy, Load load, int delayMs, Delayed delayed, int io, int cpu, Waiting waiting)
        implements Variant {

    /** Which of the four upstreams have the delay. */
    public enum Delayed {
        ALL,
        /** Posts and albums, as in the article's JsonService (github.com/vijay-vk/java-concurrency). */
        POSTS_AND_ALBUMS
    }

    /** How the threads of a Disruptor wait: the values of the service's property {@value #WAITING}. */
    public enum Waiting {
        /** As the strategy does by itself. */
        ITS_OWN,
        LIBRARY,
        PARKING
    }

    static final String WAITING = "birdseye.disruptor.waiting";

    /** The closed load of the article. */
    static final int USERS = 50;
    static final int CALLS = 4;
    /** Threads enough for every call of all users at once. */
    static final int ALL_CALLS = USERS * CALLS;

    static final String PER_SECOND = "answersPerSecond";
    static final String MEAN = "meanMs";
    static final String IN_SYSTEM = "answersPerSecondTimesMeanSeconds";
    static final String CPU = "cpuMsPerRequest";
    static final String SWITCHES = "contextSwitchesPerRequest";

    private static final int PUBLISHED_POOL = 16;
    /** Heaps of service, mock, injector and runner, and what their JVMs use outside the heap. */
    private static final long MEMORY_MB = 5_000;
    /** For starting and ending the programs, and the pause between warm-up and measurement. */
    private static final int START_AND_END_SECONDS = 7;

    public ServiceTrial {
        if (io > 0 != cpu > 0) {
            throw new IllegalArgumentException("both pools or none, but are " + io + " and " + cpu);
        }
    }

    /** As the article measured: its pools, 50 users, 200 ms. */
    static ServiceTrial published(String strategy) {
        return new ServiceTrial(strategy, Load.closed(USERS), 200, Delayed.ALL, 0, 0, Waiting.ITS_OWN);
    }

    ServiceTrial pools(int ioThreads, int cpuThreads) {
        return new ServiceTrial(strategy, load, delayMs, delayed, ioThreads, cpuThreads, waiting);
    }

    ServiceTrial users(int count) {
        return new ServiceTrial(strategy, Load.closed(count), delayMs, delayed, io, cpu, waiting);
    }

    /** At equal distances, as the articles' load tools send a rate. */
    ServiceTrial arrivals(int perSecond) {
        return new ServiceTrial(strategy, Load.open(perSecond, Arrivals.CONSTANT), delayMs, delayed, io, cpu, waiting);
    }

    ServiceTrial delay(int milliseconds) {
        return new ServiceTrial(strategy, load, milliseconds, delayed, io, cpu, waiting);
    }

    ServiceTrial delayed(Delayed upstreams) {
        return new ServiceTrial(strategy, load, delayMs, upstreams, io, cpu, waiting);
    }

    ServiceTrial waiting(Waiting how) {
        return new ServiceTrial(strategy, load, delayMs, delayed, io, cpu, how);
    }

    @Override
    public String name() {
        return "bv/service/" + strategy + "/" + (io > 0 ? io + "-" + cpu : "published") + "/"
                + (users() > 0 ? users() + "-users" : Math.round(load.ratePerSecond()) + "-per-second") + "/" + delayMs + "ms"
                + (delayed == Delayed.ALL ? "" : "/posts-and-albums")
                + (waiting == Waiting.ITS_OWN ? "" : "/waits-" + Format.label(waiting));
    }

    @Override
    public Experiment experiment(Effort effort) {
        // One thread makes all calls for comments, five a second: 50 users wait 10 s for an answer.
        boolean chain = strategy.equals("disruptor") || strategy.equals("disruptor-async");
        int warmUp = chain ? effort.pick(15, 24) : effort.pick(5, 7);
        // Below ten seconds the steady state cannot be judged.
        int measured = chain ? effort.pick(23, 30) : effort.pick(10, 12);
        double response = chain ? 10 : CALLS * users() * delayMs / 1e3 / (io > 0 ? io : PUBLISHED_POOL);
        String waitingFlag = waiting == Waiting.ITS_OWN ? "" : " -D" + WAITING + "=" + Format.label(waiting);
        double last = users() > 0 ? response : TrialProbe.OPEN_DEADLINE.toSeconds();
        double seconds = START_AND_END_SECONDS + warmUp + measured + last;
        return Experiment.of(new TrialProbe(this, warmUp, measured, Programs.SERVICE_JVM_FLAGS + waitingFlag))
                .named(name())
                .runs(effort.pick(2, 5))
                .needs(new Needs(MEMORY_MB << 20, 100L << 20, 1_000, 2_000))
                .takes(seconds, Trials.MAX_ATTEMPTS * seconds + 120);
    }

    /** Of the closed model; 0 in the open one. */
    int users() {
        return load.users();
    }

    String pools() {
        return io > 0 ? io + " + " + cpu + " threads" : "published";
    }

    static Picture chart(String title, String unit, Measurements measurements, List<ServiceTrial> trials,
            Function<ServiceTrial, String> label, String metric) {
        Picture chart = Picture.bars(title, unit + ", with 95 % intervals");
        trials.forEach(trial -> chart.bar(label.apply(trial), () -> measurements.value(trial, metric)));
        return chart;
    }

    static Picture meanChart(String title, Measurements measurements, List<ServiceTrial> trials) {
        return chart(title, "mean ms of 50 users", measurements, trials,
                trial -> trial.strategy + ", " + trial.pools(), MEAN);
    }

    MeasuredValue perSecond(Measurements measurements) {
        return measurements.value(this, PER_SECOND);
    }

    MeasuredValue meanMs(Measurements measurements) {
        return measurements.value(this, MEAN);
    }

    MeasuredValue switches(Measurements measurements) {
        return measurements.value(this, SWITCHES);
    }

    MeasuredValue timesAsLongAs(ServiceTrial other, Measurements measurements) {
        return measurements.ratio(MEAN, this, other);
    }

    /** How many times as many answers a second this one gives as the other. */
    MeasuredValue timesAsManyAs(ServiceTrial other, Measurements measurements) {
        return measurements.ratio(PER_SECOND, this, other);
    }

    /** Answers a second over what so many threads can carry that each wait for one call at a time: pool / I/O time. */
    MeasuredValue overLittlesLaw(Measurements measurements) {
        return perSecond(measurements).times(CALLS * delayMs / 1e3 / io);
    }

    /**
     * One trial of one strategy, as {@code compare} runs it: the same programs, JVM flags, clients and rules of
     * validity. Records {@code answersPerSecond}, {@code meanMs} from when a request was due, their product, and per
     * request the context switches and the CPU time (without that of the JIT, which still works after a warm-up of
     * seconds), and whether the window was steady. A trial that fails, because a program does not start, dies or
     * answers wrongly, or that is not valid, says nothing of the strategy: the next run over the claims tries it
     * again.
     */
    public record TrialProbe(ServiceTrial trial, int warmUpSeconds, int measuredSeconds, String serviceFlags)
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
        private static final double MAX_ERROR_SHARE = 0.05;
        private static final int CYCLES = 2;

        @Override
        public void measure(ProbeContext context) throws Exception {
            // In the child's own folder, beside what earlier runs left there.
            Path out = Files.createTempDirectory(Path.of("").toAbsolutePath(), "trial-");
            Trials.JudgedTrial outcome = Trials.single(settings(out), new LocalSite(programs()), Progress.NONE);
            Measured measured = outcome.trial().measured();
            if (measured == null) {
                throw new NotPossible("the trial failed: " + outcome.trial().reason());
            }
            if (!outcome.invalid().isEmpty()) {
                throw new NotPossible("the trial is not valid: " + String.join("; ", outcome.invalid()));
            }
            if (measured.achievedPerSecond() == 0
                    || trial.users() > 0 && measured.errors() > MAX_ERROR_SHARE * measured.requests()) {
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
                    trial.load(), new WarmUp(Duration.ofSeconds(warmUpSeconds), CYCLES, Duration.ofMillis(500)),
                    Duration.ofSeconds(measuredSeconds));
            return new TrialSettings(served, load, Measurement.once(1, out, "./birdseye claims run"));
        }
    }
}
