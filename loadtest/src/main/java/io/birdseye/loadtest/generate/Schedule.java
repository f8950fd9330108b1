package io.birdseye.loadtest.generate;

import static io.birdseye.loadtest.SettingReader.refusal;

import io.birdseye.model.Load;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * When which request is due, in nanoseconds from the origin of the run: a row of phases, some of which are measured.
 *
 * <p>Open model: a phase of {@code d} seconds at rate {@code R} has the arrivals {@code j = 0, 1, … < d * R}, due at
 * {@code j / R} from its start; share {@code i} of {@code n} takes those with {@code j % n == i}. So the shares of
 * many machines interleave into exactly one constant rate. Closed model: a phase only tells users when to ask and when
 * to rest.
 */
public final class Schedule {

    /**
     * @param measured whether its requests are recorded
     * @param ratePerSecond of all shares together; 0 in the closed model
     * @param firstRequest the number of its first request, counted over all phases
     * @param requests of this share; 0 in the closed model
     * @param variant which of several requests is sent, counted from 0
     */
    public record Phase(
            boolean measured,
            long startNanos,
            long endNanos,
            double ratePerSecond,
            long firstRequest,
            long requests,
            int variant) {

        /** Of a load with one request only. */
        public Phase(
                boolean measured, long startNanos, long endNanos, double ratePerSecond, long firstRequest, long requests) {
            this(measured, startNanos, endNanos, ratePerSecond, firstRequest, requests, 0);
        }

        public Duration duration() {
            return Duration.ofNanos(endNanos - startNanos);
        }
    }

    /** A request of the open model. */
    public record Arrival(Phase phase, long dueNanos) {}

    /**
     * A phase, before its place in a schedule is known.
     *
     * @param ratePerSecond 0 in the closed model
     * @param pause after it
     * @param variant which of several requests is sent, counted from 0
     */
    public record Step(boolean measured, double ratePerSecond, Duration duration, Duration pause, int variant) {

        public Step(boolean measured, double ratePerSecond, Duration duration, Duration pause) {
            this(measured, ratePerSecond, duration, pause, 0);
        }

        public Step(boolean measured, double ratePerSecond, Duration duration) {
            this(measured, ratePerSecond, duration, Duration.ZERO);
        }
    }

    private final List<Phase> phases;
    private final int users;
    private final Share share;

    private Schedule(List<Step> steps, int users, Share share) {
        List<Phase> all = new ArrayList<>();
        long start = 0;
        long requests = 0;
        for (Step step : steps) {
            // A hair less, so that 0.1 * 30 is 3 and not 4.
            long ofAllShares = (long) Math.ceil(step.duration().toNanos() / 1e9 * step.ratePerSecond() - 1e-9);
            Phase phase = new Phase(step.measured(), start, start + step.duration().toNanos(), step.ratePerSecond(),
                    requests, share.of(ofAllShares), step.variant());
            all.add(phase);
            start = phase.endNanos() + step.pause().toNanos();
            requests += phase.requests();
        }
        this.phases = List.copyOf(all);
        this.users = users;
        this.share = share;
    }

    /**
     * Warm-up cycles with their pauses, and one measured window. In the open model cycle {@code i} of {@code c} runs at
     * {@code R * i / c}: a cold service cannot carry the full rate, and its backlog would reach into the window. In the
     * closed model the last cycle flows into the window, so that users do not all start it at the same instant.
     *
     * @throws IllegalArgumentException if this share has no request in the window, or no user
     */
    public static Schedule of(Load load, WarmUp warmUp, Duration duration, Share share) {
        boolean open = load.model() == Load.Model.OPEN;
        int users = Math.toIntExact(share.of(load.users()));
        if (!open && users == 0) {
            throw refusal("birdseye.users", load.users(), "at least birdseye.shareCount");
        }
        List<Step> steps = new ArrayList<>();
        int cycles = warmUp.total().isZero() ? 0 : warmUp.cycles();
        for (int i = 1; i <= cycles; i++) {
            steps.add(new Step(
                    false, load.ratePerSecond() * i / cycles, warmUp.total().dividedBy(cycles),
                    open || i < cycles ? warmUp.pause() : Duration.ZERO));
        }
        steps.add(new Step(true, load.ratePerSecond(), duration));
        Schedule schedule = new Schedule(steps, users, share);
        if (open && schedule.window().requests() == 0) {
            throw new IllegalArgumentException("birdseye.rate is " + load.ratePerSecond() + ", of which share "
                    + share.index() + " of " + share.count() + " has no request in " + duration.toMillis()
                    + "ms: raise birdseye.rate or birdseye.duration");
        }
        return schedule;
    }

    /** One measured window without a warm-up, for the whole load. */
    public static Schedule of(Load load, Duration duration) {
        return of(load, WarmUp.none(), duration, Share.WHOLE);
    }

    /** An open load whose rate changes from phase to phase. */
    public static Schedule steps(List<Step> steps) {
        return new Schedule(steps, 0, Share.WHOLE);
    }

    /** The same in the closed model: users who ask whenever a phase runs. */
    public static Schedule steps(List<Step> steps, int users) {
        return new Schedule(steps, users, Share.WHOLE);
    }

    /** Whether arrivals do not wait for answers. */
    public boolean open() {
        return users == 0;
    }

    /** Users of the closed model in this share; 0 in the open model. */
    public int users() {
        return users;
    }

    public List<Phase> phases() {
        return phases;
    }

    /** The phases that are recorded, in their order. */
    public List<Phase> windows() {
        return phases.stream().filter(Phase::measured).toList();
    }

    /** The phase to which a request belongs that is due at this moment: the last one that has begun. */
    public Phase phaseAt(long dueNanos) {
        return phases.stream()
                .takeWhile(phase -> phase.startNanos() <= dueNanos)
                .reduce(phases.getFirst(), (earlier, later) -> later);
    }

    /** The last phase. */
    public Phase window() {
        return phases.getLast();
    }

    /** Requests of the open model in all phases. */
    public long requests() {
        return window().firstRequest() + window().requests();
    }

    /** The request of the open model with this number, counted from 0 over all phases. */
    public Arrival arrival(long request) {
        for (Phase phase : phases) {
            long inPhase = request - phase.firstRequest();
            if (inPhase < phase.requests()) {
                double seconds = (inPhase * share.count() + share.index()) / phase.ratePerSecond();
                return new Arrival(phase, phase.startNanos() + Math.round(seconds * 1e9));
            }
        }
        throw new IndexOutOfBoundsException("there is no request " + request);
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
