package io.birdseye.experiments.truths;

import static io.birdseye.experiments.claim.Verdict.Kind.CONFIRMED;
import static io.birdseye.experiments.claim.Verdict.Kind.REFUTED;

import io.birdseye.experiments.Example;
import io.birdseye.experiments.Made;
import java.util.List;

/** Made-up times and counts of threads. */
public final class TruthExamples {

    private TruthExamples() {}

    public static List<Example> all() {
        return List.of(
                new Example(EightAreNotParallel.claim(), eight(440, 440), CONFIRMED, CONFIRMED),
                new Example(EightAreNotParallel.claim(), eight(440, 102), CONFIRMED, REFUTED),
                new Example(EightAreNotParallel.claim(), eight(102, 102), REFUTED, REFUTED),
                new Example(WaitingNeedsNoCores.claim(), waiting(2100, 2300, 2400, 40), CONFIRMED, CONFIRMED),
                new Example(WaitingNeedsNoCores.claim(), waiting(2100, 9000, 16000, 15000), REFUTED, REFUTED),
                new Example(CoroutinesStillNeedThreads.claim(), threads(64, 64, 64), CONFIRMED, CONFIRMED),
                new Example(CoroutinesStillNeedThreads.claim(), threads(64, 5, 5), REFUTED, REFUTED),
                new Example(NativeClientNeedsThreads.claim(), ktor(53, 27, 50), CONFIRMED, CONFIRMED),
                new Example(NativeClientNeedsThreads.claim(), ktor(8, 8, 2), REFUTED, REFUTED),
                new Example(DelaySuspends.claim(), delays(2110, 8050), CONFIRMED, CONFIRMED),
                new Example(DelaySuspends.claim(), delays(9000, 1100), REFUTED, REFUTED),
                new Example(PinningIsSlower.claim(), pinned(139, 139, 2), CONFIRMED, CONFIRMED),
                new Example(PinningIsSlower.claim(), pinned(139, 139, 1), CONFIRMED, REFUTED),
                new Example(PinningIsSlower.claim(), pinned(101, 101, 2), REFUTED, REFUTED));
    }

    private static Made eight(double shared, double local) {
        return new Made()
                .with(ComputeProbe.ALONE, "totalMs", 100)
                .with(ComputeProbe.ALONE, "cores", 8)
                .with(ComputeProbe.EIGHT, "totalMs", shared)
                .with(ComputeProbe.ALONE_LOCAL, "totalMs", 100)
                .with(ComputeProbe.ALONE_LOCAL, "cores", 8)
                .with(ComputeProbe.EIGHT_LOCAL, "totalMs", local);
    }

    private static Made waiting(double one, double eight, double oneCore, double cpu) {
        return new Made()
                .with(WaitingNeedsNoCores.ONE, "totalMs", one)
                .with(WaitingNeedsNoCores.EIGHT, "totalMs", eight)
                .with(WaitingNeedsNoCores.ONE_CORE, "totalMs", oneCore)
                .with(WaitingNeedsNoCores.ONE_CORE, "cpuMs", cpu)
                .with(WaitingNeedsNoCores.SPREAD, "totalMs", eight);
    }

    private static Made threads(double execute, double enqueue, double enqueue64) {
        return new Made()
                .with(CoroutinesStillNeedThreads.EXECUTE, "taskThreads", execute)
                .with(CoroutinesStillNeedThreads.ENQUEUE, "okHttpThreads", enqueue)
                .with(CoroutinesStillNeedThreads.ENQUEUE, "totalMs", 2000)
                .with(CoroutinesStillNeedThreads.ENQUEUE_64, "totalMs", 2000)
                .with(CoroutinesStillNeedThreads.ENQUEUE_64, "okHttpThreads", enqueue64);
    }

    private static Made ktor(double together, double staggered, double own) {
        return new Made()
                .with(NativeClientNeedsThreads.TOGETHER, "dispatcherThreads", together)
                .with(NativeClientNeedsThreads.TOGETHER, "totalMs", 2900)
                .with(NativeClientNeedsThreads.STAGGERED, "dispatcherThreads", staggered)
                .with(NativeClientNeedsThreads.STAGGERED, "totalMs", 3000)
                .with(NativeClientNeedsThreads.OWN, "dispatcherThreads", own)
                .with(NativeClientNeedsThreads.OWN, "engineThreads", 2)
                .with(NativeClientNeedsThreads.OWN, "totalMs", 2900);
    }

    private static Made delays(double delays, double sleeps) {
        return new Made()
                .with(DelaySuspends.DELAY, "totalMs", delays)
                .with(DelaySuspends.DELAY, "delayMs", 2000)
                .with(DelaySuspends.SLEEP, "totalMs", sleeps)
                .with(DelaySuspends.SLEEP, "delayMs", 1000);
    }

    private static Made pinned(double shared, double local, double coreKinds) {
        return new Made()
                .with(ComputeProbe.EIGHT, "totalMs", 100)
                .with(ComputeProbe.EIGHT_PINNED, "totalMs", shared)
                .with(ComputeProbe.EIGHT_PINNED, "coreKinds", coreKinds)
                .with(ComputeProbe.EIGHT_LOCAL, "totalMs", 100)
                .with(ComputeProbe.EIGHT_LOCAL_PINNED, "totalMs", local);
    }
}
