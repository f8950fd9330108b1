package io.birdseye.loadtest;

import io.birdseye.model.Load;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * When which request is due, in nanoseconds from the origin of the run: the warm-up cycles, their pauses, and the
 * window that is measured.
 *
 * <p>Open model: a phase of {@code d} seconds at rate {@code R} has the arrivals {@code j = 0, 1, … < d * R}, due at
 * {@code j / R} from its start; share {@code i} of {@code n} takes those with {@code j % n == i}. So the shares of
 * many machines interleave into exactly one constant rate. Warm-up cycle {@code i} of {@code c} runs at
 * {@code R * i / c}: a cold service cannot carry the full rate, and arrivals that do not wait would pile up a backlog
 * that it carries into the window. Closed model: a phase only tells users when to ask and
 * when to rest; the last cycle flows into the window, so that users do not all start it at the same instant.
 */
final class Timetable {

    /**
     * @param ratePerSecond of all shares together
     * @param requests of this share; 0 in the closed model
     */
    record Phase(
            boolean measured, long startNanos, long endNanos, double ratePerSecond, long firstRequest, long requests) {

        Duration duration() {
            return Duration.ofNanos(endNanos - startNanos);
        }
    }

    /** A request of the open model. */
    record Arrival(boolean measured, long dueNanos) {}

    private final List<Phase> phases;
    private final LoadSettings.Share share;

    Timetable(LoadSettings settings) {
        this.share = settings.share();
        double fullRate = settings.load().ratePerSecond();
        boolean open = settings.load().model() == Load.Model.OPEN;
        LoadSettings.WarmUp warmUp = settings.warmUp();
        List<Phase> built = new ArrayList<>();
        long start = 0;
        long requests = 0;
        if (!warmUp.total().isZero()) {
            long cycle = warmUp.total().toNanos() / warmUp.cycles();
            for (int i = 0; i < warmUp.cycles(); i++) {
                double rate = fullRate * (i + 1) / warmUp.cycles();
                Phase phase = new Phase(false, start, start + cycle, rate, requests, requestsIn(cycle, rate));
                built.add(phase);
                requests += phase.requests();
                boolean rests = open || i < warmUp.cycles() - 1;
                start += cycle + (rests ? warmUp.pause().toNanos() : 0);
            }
        }
        long window = settings.duration().toNanos();
        built.add(new Phase(true, start, start + window, fullRate, requests, requestsIn(window, fullRate)));
        phases = List.copyOf(built);
        if (open && window().requests() == 0) {
            throw new IllegalArgumentException("birdseye.rate is " + fullRate + ", of which share "
                    + share.index() + " of " + share.count() + " has no request in " + settings.duration().toMillis()
                    + "ms: raise birdseye.rate or birdseye.duration");
        }
    }

    private long requestsIn(long nanos, double ratePerSecond) {
        // A hair less, so that 0.1 * 30 is 3 and not 4.
        long all = (long) Math.ceil(nanos / 1e9 * ratePerSecond - 1e-9);
        return all <= share.index() ? 0 : (all - 1 - share.index()) / share.count() + 1;
    }

    List<Phase> phases() {
        return phases;
    }

    Phase window() {
        return phases.getLast();
    }

    /**
     * The request of the open model with this number, counted from 0 over all phases.
     *
     * @throws IndexOutOfBoundsException if there are fewer
     */
    Arrival arrival(long request) {
        for (Phase phase : phases) {
            long inPhase = request - phase.firstRequest();
            if (inPhase < phase.requests()) {
                double seconds = (inPhase * share.count() + share.index()) / phase.ratePerSecond();
                return new Arrival(phase.measured(), phase.startNanos() + Math.round(seconds * 1e9));
            }
        }
        throw new IndexOutOfBoundsException("there is no request " + request);
    }

    /** Whether a user of the closed model may ask at this moment. */
    boolean running(long nanos) {
        return phases.stream().anyMatch(phase -> nanos >= phase.startNanos() && nanos < phase.endNanos());
    }

    /** The first moment from now on at which a user of the closed model may ask; beyond the window: its end. */
    long nextRunning(long nanos) {
        for (Phase phase : phases) {
            if (nanos < phase.endNanos()) {
                return Math.max(nanos, phase.startNanos());
            }
        }
        return window().endNanos();
    }
}
