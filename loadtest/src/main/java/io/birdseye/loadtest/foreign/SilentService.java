package io.birdseye.loadtest.foreign;

import static java.util.Objects.requireNonNull;

import io.birdseye.loadtest.generate.LoadListener.Stage;
import io.birdseye.loadtest.trial.MeasuredService;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** A service that is not Birdseye's and tells nothing of itself: it is looked at from outside. */
final class SilentService implements MeasuredService {

    private final OptionalLong pid;
    private final boolean startedHere;
    private final @Nullable JvmCollector collector;
    private @Nullable Look first;
    private int peakThreads;

    private record Look(long nanos, @Nullable ProcessUse used) {}

    /**
     * @param pid its process; empty where it is not known
     * @param startedHere whether Birdseye has started it
     * @param collector null where the service is no JVM, or is not known
     */
    SilentService(OptionalLong pid, boolean startedHere, @Nullable JvmCollector collector) {
        this.pid = pid;
        this.startedHere = startedHere;
        this.collector = collector;
    }

    @Override
    public OptionalLong pid() {
        return pid;
    }

    @Override
    public boolean startedHere() {
        return startedHere;
    }

    @Override
    public void waiting(Stage stage) throws InterruptedException {
        if (collector != null && stage == Stage.WARMING_UP) {
            collector.warmingUp();
        }
        if (stage == Stage.MEASURING) {
            look();
        }
    }

    @Override
    public void resetPeaks() {
        peakThreads = 0;
    }

    @Override
    public void begin() {
        first = look();
    }

    private Look look() {
        ProcessUse used = pid.isEmpty() ? null : ProcessUse.of(pid.getAsLong());
        peakThreads = Math.max(peakThreads, used == null ? 0 : used.threads());
        return new Look(System.nanoTime(), used);
    }

    @Override
    public Use end() throws InterruptedException {
        Look before = requireNonNull(first, "a window ends that has not begun");
        Look after = look();
        ProcessUse then = before.used();
        ProcessUse now = after.used();
        JvmCollector.Share collected = collector == null ? null : collector.measured();
        return new Use(
                (after.nanos() - before.nanos()) / 1e9,
                then == null || now == null ? null : (Long) Math.max(0, now.cpu().minus(then.cpu()).toNanos()),
                null,
                null,
                collected == null ? null : (Double) collected.pauseMsPerSecond(),
                collected == null ? null : (Integer) collected.pauses(),
                null,
                now == null ? null : (Integer) peakThreads,
                now == null ? null : (Long) now.peakRssBytes(),
                null,
                List.of(),
                0,
                0,
                null,
                null);
    }
}
