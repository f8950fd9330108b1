package io.birdseye.loadtest.foreign;

import static java.util.Objects.requireNonNull;

import io.birdseye.loadtest.generate.LoadListener.Stage;
import io.birdseye.loadtest.trial.MeasuredService;
import io.birdseye.model.process.ServiceUse;
import io.birdseye.model.process.ServiceUse.Collections;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** A service that is not Birdseye's and tells nothing of itself: it is looked at from outside. */
final class SilentService implements MeasuredService {

    private final OptionalLong pid;
    private final boolean startedHere;
    private final @Nullable JvmCollector collector;
    private ServiceUse.@Nullable Process first;
    private int peakThreads;

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

    private ServiceUse.Process look() {
        ProcessUse used = pid.isEmpty() ? null : ProcessUse.of(pid.getAsLong());
        peakThreads = Math.max(peakThreads, used == null ? 0 : used.threads());
        return used == null
                ? used(System.nanoTime(), null, null, null, null)
                : used(System.nanoTime(), used.cpu().toNanos(), null, peakThreads, used.peakRssBytes());
    }

    private static ServiceUse.Process used(
            long nanos, @Nullable Long cpuNanos, @Nullable Collections collections, @Nullable Integer peakThreads,
            @Nullable Long peakRssBytes) {
        return new ServiceUse.Process(nanos, cpuNanos, null, null, collections, null, peakThreads, peakRssBytes);
    }

    @Override
    public ServiceUse end() throws InterruptedException {
        ServiceUse.Process window = look().since(requireNonNull(first, "a window ends that has not begun"));
        return new ServiceUse(used(
                window.nanos(), window.cpuNanos(), collector == null ? null : collector.measured(window.nanos()),
                window.peakThreads(), window.peakRssBytes()));
    }
}
