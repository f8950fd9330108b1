package io.birdseye.strategy.adaptive;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Random;

/**
 * A server in virtual time: so many requests are worked at, the others that were let in wait in line. Arrivals are
 * Poisson, service times are drawn between 0.8 and 1.2 of their mean; all of it from one seed.
 */
final class SimulatedServer {

    private final int slots;
    private final Random random = new Random(1);
    private final WorkLimit limit;
    private final PriorityQueue<Long> slotFreeAt = new PriorityQueue<>();
    private final PriorityQueue<Visit> inside = new PriorityQueue<>(Comparator.comparingLong(Visit::doneAt));
    private long now;

    private record Visit(long enteredAt, long doneAt) {}

    /** What came of one phase. */
    record Outcome(double perSecond, double p99Millis, double refusedShare, int limit) {}

    SimulatedServer(int slots, WorkLimit limit) {
        this.slots = slots;
        this.limit = limit;
        for (int i = 0; i < slots; i++) {
            slotFreeAt.add(0L);
        }
    }

    /** The most requests that it can finish in a second. */
    double capacity(double serviceMillis) {
        return slots / serviceMillis * 1_000;
    }

    /** Runs at one rate of arrivals for so long. */
    Outcome run(double perSecond, double serviceMillis, double seconds) {
        long end = now + nanos(seconds * 1_000);
        long arrivals = 0;
        long refused = 0;
        List<Long> taken = new ArrayList<>();
        long next = now + gap(perSecond);
        while (next < end) {
            finishUntil(next, taken);
            now = next;
            arrivals++;
            if (limit.tryEnter()) {
                long begin = Math.max(now, slotFreeAt.remove());
                long done = begin + nanos(serviceMillis * (0.8 + 0.4 * random.nextDouble()));
                slotFreeAt.add(done);
                inside.add(new Visit(now, done));
            } else {
                refused++;
            }
            next += gap(perSecond);
        }
        finishUntil(end, taken);
        now = end;
        taken.sort(null);
        double p99 = taken.isEmpty() ? 0 : taken.get((int) (taken.size() * 0.99)) / 1e6;
        return new Outcome(taken.size() / seconds, p99, (double) refused / arrivals, limit.current());
    }

    private void finishUntil(long time, List<Long> taken) {
        while (!inside.isEmpty() && inside.peek().doneAt() <= time) {
            Visit visit = inside.remove();
            taken.add(visit.doneAt() - visit.enteredAt());
            limit.leave(visit.doneAt() - visit.enteredAt());
        }
    }

    private long gap(double perSecond) {
        return (long) (-Math.log(1 - random.nextDouble()) / perSecond * 1e9);
    }

    private static long nanos(double millis) {
        return (long) (millis * 1e6);
    }
}
