package io.birdseye.cli.doctor;

import io.birdseye.loadtest.program.MachineTime;
import io.birdseye.model.Format;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/** Checks what happens on this machine while it should be idle: other load, stolen time, late timers. */
final class NoiseChecks {

    private static final double FAIR_STEAL = 0.01;
    private static final double BAD_STEAL = 0.05;
    private static final double FAIR_BUSY = 0.10;
    private static final double BAD_BUSY = 0.40;
    private static final double FAIR_TIMER_MS = 2;
    private static final double BAD_TIMER_MS = 10;
    private static final double FAIR_STOP_MS = 5;
    private static final double BAD_STOP_MS = 20;

    private NoiseChecks() {}

    /** The load of other programs, and the time that a hypervisor took for other machines, during a sleep. */
    static List<Finding> otherLoad(Supplier<Optional<MachineTime>> processors, Duration time) {
        Optional<MachineTime> before = processors.get();
        LockSupport.parkNanos(before.isPresent() ? time.toNanos() : 0);
        Optional<MachineTime> after = processors.get();
        if (before.isEmpty() || after.isEmpty()) {
            return List.of(Finding.unknown("other load"), Finding.unknown("stolen time"));
        }
        return List.of(
                judgeBusy(after.get().busyShareSince(before.get())),
                judgeStolen(after.get().stolenShareSince(before.get())));
    }

    static Finding judgeBusy(double share) {
        String detail = Format.text("%.1f %% of the processors busy", 100 * share);
        if (share > BAD_BUSY) {
            return Finding.bad("other load", detail, "wait until the machine is quiet, or use another");
        }
        return share > FAIR_BUSY
                ? Finding.fair("other load", detail, "stop what is not needed; use more blocks")
                : Finding.good("other load", detail);
    }

    /** By default, a trial with more than 2 % stolen time is invalid. */
    static Finding judgeStolen(double share) {
        String detail = Format.text("%.1f %% of the processors' time", 100 * share);
        if (share > BAD_STEAL) {
            return Finding.bad("stolen time", detail, "other machines of this host take it; use another host");
        }
        return share > FAIR_STEAL
                ? Finding.fair("stolen time", detail, "trials will turn out invalid; use more blocks")
                : Finding.good("stolen time", detail);
    }

    /** The longest time for which a thread that never waits gets no processor. */
    static Finding scheduler(Duration time) {
        long now = System.nanoTime();
        long end = now + time.toNanos();
        long longest = 0;
        while (now < end) {
            long next = System.nanoTime();
            longest = Math.max(longest, next - now);
            now = next;
        }
        return judgeScheduler(longest / 1e6);
    }

    static Finding judgeScheduler(double longestMs) {
        String detail = Format.text("a busy thread was stopped for %.2f ms at most", longestMs);
        if (longestMs > BAD_STOP_MS) {
            return Finding.bad("scheduler", detail, "something else holds the processors; see other load");
        }
        return longestMs > FAIR_STOP_MS
                ? Finding.fair("scheduler", detail, "the highest percentiles are the machine's, not the service's")
                : Finding.good("scheduler", detail);
    }

    /** How late a thread wakes from a sleep of one millisecond: the timing of injector and mock depends on it. */
    static Finding timer(Duration time) {
        long[] lateNanos = new long[(int) time.toMillis()];
        Arrays.setAll(lateNanos, _ -> {
            long due = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(1);
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
            return Math.max(0, System.nanoTime() - due);
        });
        Arrays.sort(lateNanos);
        return judgeTimer(lateNanos[lateNanos.length / 2] / 1e6, lateNanos[lateNanos.length * 99 / 100] / 1e6);
    }

    static Finding judgeTimer(double p50Ms, double p99Ms) {
        String detail = Format.text("1 ms sleeps end %.2f ms late (p50), %.2f ms (p99)", p50Ms, p99Ms);
        if (p99Ms > BAD_TIMER_MS) {
            return Finding.bad("timer", detail, "threads do not get a processor in time; see other load");
        }
        return p99Ms > FAIR_TIMER_MS
                ? Finding.fair("timer", detail, "percentiles below " + Math.round(p99Ms * 5) + " ms mean little")
                : Finding.good("timer", detail);
    }
}
