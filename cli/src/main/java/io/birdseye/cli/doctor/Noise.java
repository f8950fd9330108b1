package io.birdseye.cli.doctor;

import io.birdseye.cli.doctor.Finding.Grade;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.locks.LockSupport;

/** What happens on this machine while we do nothing: work of others, stolen time, timers that fire late. */
final class Noise {

    private static final double FAIR_STEAL = 0.01;
    private static final double BAD_STEAL = 0.05;
    private static final double FAIR_BUSY = 0.10;
    private static final double BAD_BUSY = 0.40;

    private Noise() {}

    /**
     * The processor time of everybody between two looks.
     *
     * @param busy the share that others worked
     * @param steal the share that a hypervisor kept for other machines
     */
    record Share(double busy, double steal) {

        /** From two {@code cpu} lines of {@code /proc/stat}: user nice system idle iowait irq softirq steal. */
        static Share between(String before, String after) {
            long[] first = ticks(before);
            long[] second = ticks(after);
            long[] spent = new long[first.length];
            Arrays.setAll(spent, i -> second[i] - first[i]);
            double all = Math.max(1, Arrays.stream(spent).limit(8).sum());
            double idle = spent[3] + spent[4];
            return new Share((all - idle - spent[7]) / all, spent[7] / all);
        }

        private static long[] ticks(String line) {
            return Arrays.stream(line.strip().split("\\s+")).skip(1).mapToLong(Long::parseLong).toArray();
        }
    }

    /** What others do meanwhile, and what a hypervisor takes. */
    static List<Finding> duringASleep(Path stat, Duration time) {
        List<String> before = Machine.lines(stat);
        if (before.isEmpty()) {
            return List.of(
                    Finding.unknown("other load", "the system does not tell"),
                    Finding.unknown("stolen time", "the system does not tell"));
        }
        sleep(time);
        Share share = Share.between(before.getFirst(), Machine.lines(stat).getFirst());
        return List.of(judge(share), judgeSteal(share));
    }

    static Finding judge(Share share) {
        String detail = String.format(Locale.ROOT, "%.1f %% of the processors busy", share.busy() * 100);
        if (share.busy() > BAD_BUSY) {
            return new Finding("other load", Grade.BAD, detail, "wait until the machine is quiet, or use another");
        }
        return share.busy() > FAIR_BUSY
                ? new Finding("other load", Grade.FAIR, detail, "stop what is not needed; use more blocks")
                : Finding.good("other load", detail);
    }

    /** A trial in which more than 2 % are stolen is invalid by default. */
    static Finding judgeSteal(Share share) {
        String detail = String.format(Locale.ROOT, "%.1f %% of the processors' time", share.steal() * 100);
        if (share.steal() > BAD_STEAL) {
            return new Finding("stolen time", Grade.BAD, detail, "other machines of this host take it; use another host");
        }
        return share.steal() > FAIR_STEAL
                ? new Finding("stolen time", Grade.FAIR, detail, "trials will turn out invalid; use more blocks")
                : Finding.good("stolen time", detail);
    }

    /** The longest time for which a thread that never waits is kept from its processor. */
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
        String detail = String.format(Locale.ROOT, "a busy thread was stopped for %.2f ms at most", longestMs);
        if (longestMs > 20) {
            return new Finding("scheduler", Grade.BAD, detail, "something else holds the processors; see other load");
        }
        return longestMs > 5
                ? new Finding("scheduler", Grade.FAIR, detail, "the highest percentiles are the machine's, not the service's")
                : Finding.good("scheduler", detail);
    }

    /** How late a thread wakes from a sleep of one millisecond: the injector and the mock live from this. */
    static Finding timer(Duration time) {
        int samples = (int) time.toMillis();
        long[] lateNanos = new long[samples];
        for (int i = 0; i < samples; i++) {
            long due = System.nanoTime() + 1_000_000;
            LockSupport.parkNanos(1_000_000);
            lateNanos[i] = Math.max(0, System.nanoTime() - due);
        }
        Arrays.sort(lateNanos);
        return judgeTimer(lateNanos[samples / 2] / 1e6, lateNanos[samples * 99 / 100] / 1e6);
    }

    static Finding judgeTimer(double p50Ms, double p99Ms) {
        String detail = String.format(Locale.ROOT, "1 ms sleeps end %.2f ms late (p50), %.2f ms (p99)", p50Ms, p99Ms);
        if (p99Ms > 10) {
            return new Finding("timer", Grade.BAD, detail, "threads do not get a processor in time; see other load");
        }
        return p99Ms > 2
                ? new Finding("timer", Grade.FAIR, detail, "percentiles below " + Math.round(p99Ms * 5) + " ms mean little")
                : Finding.good("timer", detail);
    }

    private static void sleep(Duration time) {
        try {
            Thread.sleep(time);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
