package io.birdseye.loadtest.generate;

import io.birdseye.model.Arrivals;
import io.birdseye.model.Format;
import io.birdseye.model.Load;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * When which request is due, in nanoseconds from the origin of the run: a row of phases, some of which are measured.
 *
 * <p>Open model: the arrivals {@code j = 0, 1, … < d * R} of {@code d} seconds at rate {@code R} are due at {@code j /
 * R}, or at random ({@link PoissonTimes}), or in bursts. Share {@code i} of {@code n} takes those with {@code j % n ==
 * i}, so shares interleave into exactly one process. Closed model: a phase tells users when to ask and when to rest.
 */
public final class Schedule {

    /**
     * The rate is that of all shares together, 0 in the closed model; requests are those of this share, from
     * {@code firstRequest} on, counted over all phases; the variant says which of several requests is sent.
     */
    public record Phase(
            boolean measured, long startNanos, long endNanos, double ratePerSecond, long firstRequest, long requests,
            int variant) {

        public Duration duration() {
            return Duration.ofNanos(endNanos - startNanos);
        }
    }

    public record Arrival(Phase phase, long dueNanos) {}

    /** A phase without its place; bursts: {@link Load#burst}. Equal seeds give equal times, none equal distances. */
    public record Step(
            boolean measured, double ratePerSecond, Duration duration, Duration pause, int variant, @Nullable Long seed,
            @Nullable Double burst) {

        public Step(boolean measured, double ratePerSecond, Duration duration, Duration pause, int variant) {
            this(measured, ratePerSecond, duration, pause, variant, null, null);
        }

        public Step(boolean measured, double ratePerSecond, Duration duration) {
            this(measured, ratePerSecond, duration, Duration.ZERO, 0);
        }

        /** With the arrivals of a load: the nth step of a block, all loads of which have the same times. */
        public Step arriving(Load load, long block, int nth) {
            boolean random = load.arrivals() == Arrivals.POISSON || load.arrivals() == Arrivals.BURSTS;
            return new Step(
                    measured, ratePerSecond, duration, pause, variant, random ? block * MAX_STEPS + nth : null, load.burst());
        }
    }

    /** Of one load that have arrivals of their own. */
    private static final int MAX_STEPS = 1_000;

    private final List<Phase> phases;

    /** For each phase; null for equal distances. */
    private final List<@Nullable PoissonTimes> times = new ArrayList<>();

    private final int users;
    private final Share share;

    private Schedule(List<Step> steps, int users, Share share) {
        List<Phase> all = new ArrayList<>();
        long start = 0;
        long requests = 0;
        for (Step step : steps) {
            // Slightly less, so that 0.1 * 30 is 3 and not 4.
            long ofAllShares = (long) Math.ceil(step.duration().toNanos() / 1e9 * step.ratePerSecond() - 1e-9);
            Phase phase = new Phase(step.measured(), start, start + step.duration().toNanos(), step.ratePerSecond(),
                    requests, share.of(ofAllShares), step.variant());
            all.add(phase);
            times.add(step.seed() == null
                    ? null
                    : new PoissonTimes(step.seed(), ofAllShares, step.duration().toNanos(), step.burst()));
            start = phase.endNanos() + step.pause().toNanos();
            requests += phase.requests();
        }
        this.phases = List.copyOf(all);
        this.users = Math.toIntExact(share.of(users));
        this.share = share;
    }

    /**
     * Warm-up cycles with their pauses, and one measured window. In the open model cycle {@code i} of {@code c} runs at
     * {@code R * i / c}, since the backlog of a cold service would reach into the window. In the closed model the last
     * cycle flows into the window, so that users do not start it together. Trials that are compared have the same seed.
     */
    public static List<Step> steps(Load load, WarmUp warmUp, Duration duration, long seed) {
        boolean open = load.model() == Load.Model.OPEN;
        List<Step> steps = new ArrayList<>();
        int cycles = warmUp.total().isZero() ? 0 : warmUp.cycles();
        for (int i = 1; i <= cycles; i++) {
            steps.add(new Step(
                            false, load.ratePerSecond() * i / cycles, warmUp.total().dividedBy(cycles),
                            open || i < cycles ? warmUp.pause() : Duration.ZERO, 0)
                    .arriving(load, seed, i));
        }
        steps.add(new Step(true, load.ratePerSecond(), duration).arriving(load, seed, 0));
        return steps;
    }

    /** The same load, whose warm-up is measured second by second as well, as far as it has so many requests in each. */
    public static List<Step> watched(List<Step> steps, int requests) {
        List<Step> watched = new ArrayList<>();
        for (Step step : steps) {
            long parts = step.measured() || step.burst() != null || step.ratePerSecond() < requests ? 1 : Math.max(1, step.duration().toSeconds());
            for (int i = 1; i <= parts; i++) {
                watched.add(parts == 1 ? step : new Step(
                        true, step.ratePerSecond(), step.duration().dividedBy(parts), i < parts ? Duration.ZERO : step.pause(), step.variant(),
                        step.seed() == null ? null : (Long) (-step.seed() * MAX_STEPS - i), step.burst()));
            }
        }
        return watched;
    }

    /** @throws IllegalArgumentException if this share has no request in the last window, or none of all users */
    public static Schedule of(List<Step> steps, int users, Share share) {
        Schedule schedule = new Schedule(steps, users, share);
        if (users > 0 && schedule.users == 0) {
            throw new IllegalArgumentException(
                    "injector " + share.number() + " has none of the " + Format.count(users, "user") + ": there must be more users, or fewer injectors");
        }
        if (schedule.open() && schedule.window().requests() == 0) {
            throw new IllegalArgumentException("injector " + share.number()
                    + " has no request in a measured window: the rate must be higher, the window longer, or the injectors fewer");
        }
        return schedule;
    }

    /** Whether arrivals do not wait for answers. */
    public boolean open() {
        return users == 0;
    }

    /** Users of the closed model in this share; 0 in the open model. */
    public int users() {
        return users;
    }

    public Share share() {
        return share;
    }

    public List<Phase> phases() {
        return phases;
    }

    public List<Phase> windows() {
        return phases.stream().filter(Phase::measured).toList();
    }

    /** The phase to which a request belongs that is due at this moment: the last one that has begun. */
    public Phase phaseAt(long dueNanos) {
        return phases.stream()
                .takeWhile(phase -> phase.startNanos() <= dueNanos)
                .reduce(phases.getFirst(), (earlier, later) -> later);
    }

    public Phase window() {
        return phases.getLast();
    }

    /** Requests of the open model in all phases. */
    public long requests() {
        return window().firstRequest() + window().requests();
    }

    /** The request of the open model with this number, counted from 0 over all phases. */
    public Arrival arrival(long request) {
        for (int i = 0; i < phases.size(); i++) {
            Phase phase = phases.get(i);
            long inPhase = request - phase.firstRequest();
            if (inPhase < phase.requests()) {
                long ofAllShares = share.global(inPhase);
                PoissonTimes random = times.get(i);
                return new Arrival(phase, phase.startNanos() + (random == null
                        ? Math.round(ofAllShares / phase.ratePerSecond() * 1e9)
                        : random.nanos(ofAllShares)));
            }
        }
        throw new IndexOutOfBoundsException("there is no request " + request);
    }

    /** How long before an evenly spread request of the same number a request is due at most. */
    public Duration mostAhead() {
        long most = 0;
        for (int i = 0; i < phases.size(); i++) {
            Phase phase = phases.get(i);
            for (long request = 0; times.get(i) != null && request < phase.requests(); request++) {
                long even = phase.startNanos() + phase.duration().toNanos() / phase.requests() * request;
                most = Math.max(most, even - arrival(phase.firstRequest() + request).dueNanos());
            }
        }
        return Duration.ofNanos(most);
    }

    /** The first moment from now on at which a user of the closed model may ask; after the window: its end. */
    public long nextRunning(long nanos) {
        for (Phase phase : phases) {
            if (nanos < phase.endNanos()) {
                return Math.max(nanos, phase.startNanos());
            }
        }
        return window().endNanos();
    }
}
