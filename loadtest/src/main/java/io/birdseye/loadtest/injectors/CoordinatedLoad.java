package io.birdseye.loadtest.injectors;

import static java.util.Objects.requireNonNull;

import io.birdseye.loadtest.Parallel;
import io.birdseye.loadtest.TrialFailure;
import io.birdseye.loadtest.generate.LoadListener;
import io.birdseye.loadtest.generate.LoadListener.Stage;
import io.birdseye.loadtest.generate.LoadSummary;
import io.birdseye.loadtest.generate.Recording;
import io.birdseye.loadtest.generate.Schedule;
import io.birdseye.loadtest.generate.Share;
import io.birdseye.loadtest.injectors.ControlledInjector.Step;
import io.birdseye.loadtest.plan.RequestPlan;
import io.birdseye.loadtest.program.Program;
import io.birdseye.report.result.Trial.InjectorsUsed;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The coordinator of one load: waits until all injectors are ready, measures their clocks, publishes one start, watches
 * them, and merges what they have measured. An injector that dies ends the load: fewer would be a smaller load.
 */
public final class CoordinatedLoad implements AutoCloseable {

    /** How much longer than its schedule a step may take. */
    private static final Duration SLACK = Duration.ofSeconds(60);

    private static final Duration LOOK = Duration.ofMillis(50);

    private final RequestPlan plan;
    private final Schedule schedule;
    private final List<InjectorMember> members;
    private final Path folder;
    private final InjectorClock clock;
    private final Recording merged;
    private volatile boolean closed;
    private @Nullable IntFunction<InjectorsUsed> used;

    CoordinatedLoad(RequestPlan plan, List<InjectorMember> members, Path folder, InjectorClock clock) throws TrialFailure {
        this.plan = plan;
        this.members = members;
        this.folder = folder;
        this.clock = clock;
        schedule = plan.schedule();
        merged = new Recording(schedule, plan.requestTimeout());
        List<RequestPlan> shares = new ArrayList<>();
        try {
            for (int i = 0; i < members.size(); i++) {
                RequestPlan share = plan.with(new Share(i, members.size()));
                var _ = share.schedule();
                shares.add(share);
            }
        } catch (IllegalArgumentException e) {
            throw new TrialFailure(String.valueOf(e.getMessage()), e);
        }
        for (int i = 0; i < members.size(); i++) {
            members.get(i).load(shares.get(i));
        }
    }

    /** @throws TrialFailure if an injector cannot do its work, or the listener, which runs on this thread, ends it */
    public List<LoadSummary> run(LoadListener listener) throws TrialFailure, IOException, InterruptedException {
        await(Step.READY, SLACK.multipliedBy(2), Stage.STARTING, listener);
        List<InjectorClock.Reading> clocks = new ArrayList<>();
        for (InjectorMember member : members) {
            // One after the other: they would lengthen one another's round trips.
            clocks.add(member.ask(InjectorLink::offset));
            look(Stage.STARTING, listener);
        }
        long leadMillis = members.stream().mapToLong(InjectorMember::leadMillis).max().orElse(0);
        long start = clock.epochNanos() + TimeUnit.MILLISECONDS.toNanos(leadMillis);
        List<Boolean> _ = each(i -> link -> {
            link.start(start + clocks.get(i).offsetNanos());
            return true;
        });
        for (Schedule.Phase window : schedule.windows()) {
            await(start + window.startNanos(), Stage.WARMING_UP, listener);
            if (!closed) {
                listener.measuring();
            }
            await(start + window.endNanos(), Stage.MEASURING, listener);
            if (!closed) {
                listener.measured();
            }
        }
        await(start + schedule.window().endNanos(), Stage.LAST_ANSWERS, listener);
        await(Step.DONE, plan.requestTimeout().plus(SLACK), Stage.LAST_ANSWERS, listener);
        return closed ? List.of() : merge(clocks, start);
    }

    private void await(Step step, Duration atMost, Stage stage, LoadListener listener) throws TrialFailure, InterruptedException {
        Program.Watch watch = () -> look(stage, listener);
        watch.until(
                () -> closed || members.stream().allMatch(member -> member.step() == step), atMost, LOOK,
                () -> "the injectors are not " + step + " within " + atMost.toSeconds() + " s: "
                        + members.stream().map(InjectorMember::step).toList());
    }

    private void await(long epochNanos, Stage stage, LoadListener listener) throws TrialFailure, InterruptedException {
        for (long left = epochNanos - clock.epochNanos(); left > 0 && !closed; left = epochNanos - clock.epochNanos()) {
            look(stage, listener);
            TimeUnit.NANOSECONDS.sleep(Math.min(left, LOOK.toNanos()));
        }
    }

    private void look(Stage stage, LoadListener listener) throws TrialFailure, InterruptedException {
        for (InjectorMember member : members) {
            member.look();
        }
        listener.waiting(stage);
    }

    private List<LoadSummary> merge(List<InjectorClock.Reading> clocks, long start) throws TrialFailure, IOException, InterruptedException {
        List<InjectorEngine.Result> results = each(i -> InjectorLink::result);
        for (InjectorEngine.Result result : results) {
            merged.add(result.recorded());
        }
        for (int window = 0; window < results.getFirst().logs(); window++) {
            mergeLogs(window, results.getFirst().logs(), start);
        }
        List<LoadSummary> summaries = merged.summaries();
        LogFiles.write(folder, summaries);
        used = from -> InjectorsUsed.of(IntStream.range(0, members.size())
                .mapToObj(i -> new InjectorsUsed.Injector(
                        clocks.get(i).offsetNanos() / 1e6,
                        clocks.get(i).roundTripNanos() / 1e6,
                        results.get(i).startLagNanos() / 1e6,
                        results.get(i).recorded().windows().stream().skip(from).mapToLong(sent -> sent.sent()).sum()))
                .toList());
        return summaries;
    }

    private void mergeLogs(int window, int windows, long start) throws TrialFailure, IOException, InterruptedException {
        List<InputStream> logs = new ArrayList<>();
        try {
            for (InjectorMember member : members) {
                logs.add(member.ask(link -> link.latencies(window)));
            }
            LogMerge.merge(logs, folder.resolve(LogFiles.histograms(window, windows)), start / 1_000_000);
        } finally {
            for (InputStream log : logs) {
                log.close();
            }
        }
    }

    private <T> List<T> each(IntFunction<InjectorMember.Question<T>> questions)
            throws TrialFailure, IOException, InterruptedException {
        return Parallel.run(IntStream.range(0, members.size())
                .<Parallel.Work<T>>mapToObj(i -> () -> members.get(i).ask(questions.apply(i)))
                .toList());
    }

    /** For each measured phase the right answers that took no longer than so, counted from when they were due. */
    public List<Long> answeredWithin(double millis) {
        return merged.answeredWithin(millis);
    }

    /** How the injectors began, once {@link #run} has come to its end, and what they sent from a window on. */
    public InjectorsUsed used(int from) {
        return requireNonNull(used, "the load has not come to its end").apply(from);
    }

    /** Ends {@link #run}, which then has nothing to tell. The injectors end with {@link Injectors}. */
    @Override
    public void close() {
        closed = true;
    }
}
