package io.birdseye.experiments.truths;

import static io.birdseye.experiments.claim.Verdict.Kind.CONFIRMED;
import static io.birdseye.experiments.claim.Verdict.Kind.NOT_REPRODUCED;

import io.birdseye.experiments.Example;
import io.birdseye.experiments.Made;
import java.util.List;

/** Made-up times and counts of threads. */
public final class TruthExamples {

    private TruthExamples() {}

    public static List<Example> all() {
        return List.of(
                new Example(TruthClaims.eightAreNotParallel(), eight(440, 440), CONFIRMED, CONFIRMED),
                new Example(TruthClaims.eightAreNotParallel(), eight(440, 102), CONFIRMED, NOT_REPRODUCED),
                new Example(TruthClaims.eightAreNotParallel(), eight(102, 102), NOT_REPRODUCED, NOT_REPRODUCED),
                new Example(TruthClaims.waitingNeedsNoCores(), waiting(2100, 2300, 2400, 40), CONFIRMED, CONFIRMED),
                new Example(TruthClaims.waitingNeedsNoCores(), waiting(2100, 9000, 16000, 15000), NOT_REPRODUCED, NOT_REPRODUCED),
                new Example(TruthClaims.coroutinesStillNeedThreads(), threads(64, 64, 64), CONFIRMED, CONFIRMED),
                new Example(TruthClaims.coroutinesStillNeedThreads(), threads(64, 5, 5), NOT_REPRODUCED, NOT_REPRODUCED),
                new Example(TruthClaims.nativeClientNeedsThreads(), ktor(53, 27, 50), CONFIRMED, CONFIRMED),
                new Example(TruthClaims.nativeClientNeedsThreads(), ktor(8, 8, 2), NOT_REPRODUCED, NOT_REPRODUCED),
                new Example(TruthClaims.delaySuspends(), delays(2110, 8050), CONFIRMED, CONFIRMED),
                new Example(TruthClaims.delaySuspends(), delays(9000, 1100), NOT_REPRODUCED, NOT_REPRODUCED),
                new Example(TruthClaims.pinningIsSlower(), pinned(139, 139, 2), CONFIRMED, CONFIRMED),
                new Example(TruthClaims.pinningIsSlower(), pinned(139, 139, 1), CONFIRMED, NOT_REPRODUCED),
                new Example(TruthClaims.pinningIsSlower(), pinned(101, 101, 2), NOT_REPRODUCED, NOT_REPRODUCED));
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
                .with(IoProbe.ONE, "totalMs", one)
                .with(IoProbe.EIGHT, "totalMs", eight)
                .with(IoProbe.EIGHT_ON_ONE_CORE, "totalMs", oneCore)
                .with(IoProbe.EIGHT_ON_ONE_CORE, "cpuMs", cpu)
                .with(IoProbe.EIGHT_SPREAD, "totalMs", eight);
    }

    private static Made threads(double execute, double enqueue, double enqueue64) {
        return new Made()
                .with(IoProbe.EXECUTE, "taskThreads", execute)
                .with(IoProbe.ENQUEUE, "okHttpThreads", enqueue)
                .with(IoProbe.ENQUEUE, "totalMs", 2000)
                .with(IoProbe.ENQUEUE_64_PER_HOST, "totalMs", 2000)
                .with(IoProbe.ENQUEUE_64_PER_HOST, "okHttpThreads", enqueue64);
    }

    private static Made ktor(double together, double staggered, double own) {
        return new Made()
                .with(IoProbe.KTOR, "dispatcherThreads", together)
                .with(IoProbe.KTOR, "totalMs", 2900)
                .with(IoProbe.KTOR_STAGGERED, "dispatcherThreads", staggered)
                .with(IoProbe.KTOR_STAGGERED, "totalMs", 3000)
                .with(IoProbe.KTOR_OWN_THREADS, "dispatcherThreads", own)
                .with(IoProbe.KTOR_OWN_THREADS, "engineThreads", 2)
                .with(IoProbe.KTOR_OWN_THREADS, "totalMs", 2900);
    }

    private static Made delays(double delays, double sleeps) {
        return new Made()
                .with(DelayProbe.SUSPENDED, "totalMs", delays)
                .with(DelayProbe.SUSPENDED, "delayMs", 2000)
                .with(DelayProbe.BLOCKING, "totalMs", sleeps)
                .with(DelayProbe.BLOCKING, "delayMs", 1000);
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
