package io.birdseye.cli.doctor;

import io.birdseye.cli.doctor.Finding.Bound;
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
        return Finding.judge("other load", Format.text("%.1f %% of the processors busy", 100 * share), share,
                new Bound(0.10, "stop what is not needed; use more blocks"),
                new Bound(0.40, "wait until the machine is quiet, or use another"));
    }

    /** By default, a trial with more than 2 % stolen time is invalid. */
    static Finding judgeStolen(double share) {
        return Finding.judge("stolen time", Format.text("%.1f %% of the processors' time", 100 * share), share,
                new Bound(0.01, "trials will turn out invalid; use more blocks"),
                new Bound(0.05, "other machines of this host take it; use another host"));
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
        return Finding.judge("scheduler", detail, longestMs,
                new Bound(5, "the highest percentiles are the machine's, not the service's"),
                new Bound(20, "something else holds the processors; see other load"));
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
        return Finding.judge("timer", detail, p99Ms,
                new Bound(2, "percentiles below " + Math.round(p99Ms * 5) + " ms mean little"),
                new Bound(10, "threads do not get a processor in time; see other load"));
    }
}
