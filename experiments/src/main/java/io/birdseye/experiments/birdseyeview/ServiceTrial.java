package io.birdseye.experiments.birdseyeview;

import io.birdseye.experiments.claim.Picture;
import io.birdseye.experiments.claim.Picture.ChartBuilder;
import io.birdseye.model.Effort;
import io.birdseye.experiments.measure.Experiment;
import io.birdseye.experiments.measure.MeasuredValue;
import io.birdseye.experiments.measure.Measurements;
import io.birdseye.experiments.measure.Needs;
import io.birdseye.experiments.measure.Variant;
import io.birdseye.loadtest.program.Programs;
import io.birdseye.loadtest.trial.Trials;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/**
 * One strategy of the service under one load. Every run is a trial with JVMs of its own.
 *
 * @param users of the closed model; 0 for the open one
 * @param arrivals per second of the open model; 0 for the closed one
 * @param delayMs of the upstreams
 * @param delayed which upstreams have the delay
 * @param io calls at once; 0 for the published pools
 * @param cpu combinations at once; 0 for the published pools
 * @param waiting how the threads of a Disruptor wait; other strategies have none
 */
public record ServiceTrial(
        String strategy, int users, int arrivals, int delayMs, Delayed delayed, int io, int cpu, Waiting waiting)
        implements Variant {

    /** Which of the four upstreams have the delay. */
    public enum Delayed {
        ALL,
        /**
         * Posts and albums, as in the article's program (github.com/vijay-vk/java-concurrency, JsonService); its
         * comments and photos came from a public service without one.
         */
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
        if (users > 0 == arrivals > 0 || io > 0 != cpu > 0) {
            throw new IllegalArgumentException("either users or arrivals, and both pools or none, but are " + users
                    + ", " + arrivals + ", " + io + " and " + cpu);
        }
    }

    /** As the article measured: its pools, 50 users, 200 ms. */
    static ServiceTrial published(String strategy) {
        return new ServiceTrial(strategy, USERS, 0, 200, Delayed.ALL, 0, 0, Waiting.ITS_OWN);
    }

    ServiceTrial pools(int ioThreads, int cpuThreads) {
        return new ServiceTrial(strategy, users, arrivals, delayMs, delayed, ioThreads, cpuThreads, waiting);
    }

    ServiceTrial users(int count) {
        return new ServiceTrial(strategy, count, 0, delayMs, delayed, io, cpu, waiting);
    }

    ServiceTrial arrivals(int perSecond) {
        return new ServiceTrial(strategy, 0, perSecond, delayMs, delayed, io, cpu, waiting);
    }

    ServiceTrial delay(int milliseconds) {
        return new ServiceTrial(strategy, users, arrivals, milliseconds, delayed, io, cpu, waiting);
    }

    ServiceTrial delayed(Delayed upstreams) {
        return new ServiceTrial(strategy, users, arrivals, delayMs, upstreams, io, cpu, waiting);
    }

    ServiceTrial waiting(Waiting how) {
        return new ServiceTrial(strategy, users, arrivals, delayMs, delayed, io, cpu, how);
    }

    @Override
    public String name() {
        return "bv/service/" + strategy + "/" + (io > 0 ? io + "-" + cpu : "published") + "/"
                + (users > 0 ? users + "-users" : arrivals + "-per-second") + "/" + delayMs + "ms"
                + (delayed == Delayed.ALL ? "" : "/posts-and-albums")
                + (waiting == Waiting.ITS_OWN ? "" : "/waits-" + waiting.name().toLowerCase(Locale.ROOT));
    }

    @Override
    public Experiment experiment(Effort effort) {
        // One thread makes all calls for comments, five a second: 50 users wait 10 s for an answer.
        boolean chain = strategy.equals("disruptor") || strategy.equals("disruptor-async");
        int warmUp = chain ? effort.pick(15, 24) : effort.pick(5, 7);
        // Below ten seconds nobody can tell whether the state was steady.
        int measured = chain ? effort.pick(23, 30) : effort.pick(10, 12);
        double response = chain ? 10 : CALLS * users * delayMs / 1e3 / (io > 0 ? io : PUBLISHED_POOL);
        String waitingFlag =
                waiting == Waiting.ITS_OWN ? "" : " -D" + WAITING + "=" + waiting.name().toLowerCase(Locale.ROOT);
        double last = users > 0 ? response : ServiceTrialProbe.OPEN_DEADLINE.toSeconds();
        double seconds = START_AND_END_SECONDS + warmUp + measured + last;
        return Experiment.of(new ServiceTrialProbe(this, warmUp, measured, Programs.SERVICE_JVM_FLAGS + waitingFlag))
                .named(name())
                .runs(effort.pick(2, 5))
                .needs(new Needs(MEMORY_MB << 20, 100L << 20, 1_000, 2_000))
                .takes(Duration.ofMillis(Math.round(seconds * 1e3)),
                        Duration.ofMillis(Math.round(Trials.MAX_ATTEMPTS * seconds * 1e3)).plusMinutes(2));
    }

    /** The pools in words. */
    String pools() {
        return io > 0 ? io + " + " + cpu + " threads" : "published";
    }

    /** A bar for each trial. */
    static ChartBuilder chart(String title, String unit, Measurements measurements, List<ServiceTrial> trials,
            Function<ServiceTrial, String> label, String metric) {
        ChartBuilder chart = Picture.bars(title, unit + ", with 95 % intervals");
        trials.forEach(trial -> chart.bar(label.apply(trial), () -> measurements.value(trial, metric)));
        return chart;
    }

    /** A bar for each trial: its mean response time. */
    static ChartBuilder meanChart(String title, Measurements measurements, List<ServiceTrial> trials) {
        return chart(title, "mean ms of 50 users", measurements, trials,
                trial -> trial.strategy + ", " + trial.pools(), MEAN);
    }

    /** Answers a second. */
    MeasuredValue perSecond(Measurements measurements) {
        return measurements.value(this, PER_SECOND);
    }

    /** The mean response time. */
    MeasuredValue meanMs(Measurements measurements) {
        return measurements.value(this, MEAN);
    }

    /** Context switches for each request. */
    MeasuredValue switches(Measurements measurements) {
        return measurements.value(this, SWITCHES);
    }

    /** How many times as long this one takes as the other. */
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
}
