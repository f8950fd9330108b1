package io.birdseye.cli.doctor;

import io.birdseye.cli.doctor.Finding.Bound;
import io.birdseye.model.process.MachineSample;
import io.birdseye.model.Format;
import io.birdseye.report.result.ValidityBounds;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Checks what happens on this machine while it should be idle: other load, stolen time, late timers. */
final class NoiseChecks {

    private NoiseChecks() {}

    /**
     * During a sleep: what other programs took, what a hypervisor took for other machines, and who waited for a core.
     */
    static List<Finding> otherLoad(Supplier<MachineSample> machine, Duration time) {
        MachineSample before = machine.get();
        LockSupport.parkNanos(before.time().isPresent() ? time.toNanos() : 0);
        MachineSample.Shares shares = machine.get().since(before);
        return List.of(
                known("other load", shares.others(), NoiseChecks::judgeOthers),
                known("stolen time", shares.stolen(), NoiseChecks::judgeStolen),
                known("pressure", shares.pressure(), NoiseChecks::judgePressure));
    }

    private static Finding known(String subject, @Nullable Double share, Function<Double, Finding> judge) {
        return share == null ? Finding.unknown(subject) : judge.apply(share);
    }

    static Finding judgeOthers(double share) {
        String detail = Format.text("other programs took %.1f %% of the processors' time", 100 * share);
        return Finding.judge("other load", detail, share,
                new Bound(ValidityBounds.MAX_OTHERS, Format.text(
                        "a trial with more than %.0f %% is invalid (--max-others): stop what is not needed",
                        100 * ValidityBounds.MAX_OTHERS)),
                new Bound(0.20, "trials will be invalid (--max-others): wait until the machine is quiet, or use another"));
    }

    /** While Birdseye sleeps, so none of its own threads is among those that wait. */
    static Finding judgePressure(double share) {
        return Finding.judge("pressure", Format.text("a thread waited for a processor %.1f %% of the time", 100 * share),
                share,
                new Bound(0.10, "other programs compete for the processors: stop what is not needed"),
                new Bound(0.40, "the processors are overloaded before anything is measured: wait until they are quiet"));
    }

    /** By default, a trial with more than 2 % stolen time is invalid. */
    static Finding judgeStolen(double share) {
        return Finding.judge("stolen time", Format.text("a hypervisor took %.1f %% of the processors' time", 100 * share), share,
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
