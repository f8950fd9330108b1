package io.birdseye.experiments.forkjoin;

import static io.birdseye.experiments.claim.Verdict.Kind.CONFIRMED;
import static io.birdseye.experiments.claim.Verdict.Kind.NOT_REPRODUCED;

import io.birdseye.experiments.forkjoin.ForkJoinClaims.Sweep;
import io.birdseye.experiments.Example;
import io.birdseye.experiments.Made;
import io.birdseye.experiments.forkjoin.IndexProbe.Surroundings;
import io.birdseye.experiments.measure.Variant;
import java.util.List;
import java.util.function.ToDoubleBiFunction;

/** Made-up times of indexing and of testing a prime, on as many cores as this machine has. */
public final class ForkJoinExamples {

    private static final int CORES = Math.max(2, Runtime.getRuntime().availableProcessors());
    private static final ForkJoinClaims CLAIMS = new ForkJoinClaims(CORES);

    private ForkJoinExamples() {}

    public static List<Example> all() {
        double one = 1000;
        double ideal = one / CORES;
        return List.of(
                new Example(CLAIMS.indexingScales(), index(one, (workers, threads) -> switch (workers) {
                    case STREAM -> ideal * 1.9;
                    case EXECUTOR, FORK_JOIN, ONE -> threads == 1 && workers == Workers.EXECUTOR ? one * 1.1
                            : ideal * 1.1;
                }).with(warm(Workers.EXECUTOR, 1), "totalMs", one * 0.99), NOT_REPRODUCED, NOT_REPRODUCED),
                new Example(CLAIMS.indexingScales(), scaled(one, ideal), CONFIRMED, CONFIRMED),
                new Example(CLAIMS.streamsBeatForkJoin(), streams(1.2, 1.1, 10), CONFIRMED, NOT_REPRODUCED),
                new Example(CLAIMS.streamsBeatForkJoin(), streams(0.9, 1.1, 10), NOT_REPRODUCED, NOT_REPRODUCED),
                new Example(CLAIMS.streamsBeatForkJoin(), streams(1.2, 1.0, 10), NOT_REPRODUCED, CONFIRMED),
                new Example(CLAIMS.primeTestLevels(), prime(one, ideal, true), CONFIRMED, CONFIRMED),
                new Example(CLAIMS.primeTestLevels(), prime(one, ideal, false), NOT_REPRODUCED, NOT_REPRODUCED),
                new Example(CLAIMS.neighbourTurnsRanking(), neighbour(0.9, 1.2, 1.1), CONFIRMED, CONFIRMED),
                new Example(CLAIMS.neighbourTurnsRanking(), neighbour(0.9, 0.9, 0.9), NOT_REPRODUCED, NOT_REPRODUCED));
    }

    private static Variant warm(Workers workers, int threads) {
        return Surroundings.WARM.variant(workers, threads);
    }

    private static Made index(double one, ToDoubleBiFunction<Workers, Integer> time) {
        Made made = new Made().with(warm(Workers.ONE, 1), "totalMs", one).with(warm(Workers.EXECUTOR, 1), "totalMs",
                one);
        for (Workers workers : Sweep.PARALLEL) {
            for (int threads : Sweep.threads(CORES)) {
                made.with(warm(workers, threads), "totalMs", time.applyAsDouble(workers, threads));
            }
        }
        return made;
    }

    /** Streams hold the best and the worst place, and handing to a thread costs what is missing to the ideal. */
    private static Made scaled(double one, double ideal) {
        int worst = Sweep.threads(CORES).getLast();
        Made made = index(one, (workers, threads) ->
                workers != Workers.STREAM ? ideal * 1.2 : threads == worst ? one * 1.5 : ideal * 1.1);
        return made.with(warm(Workers.EXECUTOR, 1), "totalMs", one * 1.3);
    }

    /** @param few stream to fork/join with few threads; {@code cached}: default to twice as many, in the cache */
    private static Made streams(double few, double cached, double fromDisk) {
        Made made = index(1000, (workers, threads) -> {
            if (workers != Workers.STREAM) {
                return 110;
            }
            if (threads == Sweep.half(CORES)) {
                return 110 * few;
            }
            return threads == CORES ? 100 * cached : threads == 2 * CORES ? 100 : 130;
        });
        for (Workers workers : Sweep.PARALLEL) {
            made.with(Surroundings.COLD.variant(workers, CORES), "totalMs", 200);
            made.with(Surroundings.COLD.variant(workers, 2 * CORES), "totalMs", 150);
            made.with(Surroundings.COLD.variant(workers, CORES), "readFromDiskMb", fromDisk);
        }
        return made.with(warm(Workers.STREAM, CORES), "readFromDiskMb", 0.1);
    }

    private static Made prime(double one, double ideal, boolean asPublished) {
        Made made = new Made().with(PrimeProbe.variant(Workers.ONE, 1), "totalMs", one);
        for (Workers workers : Sweep.PARALLEL) {
            for (int threads : Sweep.threads(CORES)) {
                boolean odd = workers == Workers.FORK_JOIN && threads == CORES;
                double time = ideal * (odd ? 1.3 : workers == Workers.STREAM ? 1.05 : 1.08);
                made.with(PrimeProbe.variant(workers, threads), "totalMs", asPublished ? time : ideal);
            }
            boolean stream = workers == Workers.STREAM;
            made.with(PrimeProbe.fine(workers, CORES), "totalMs", stream == asPublished ? 100 : 150);
        }
        return made;
    }

    private static Made neighbour(double alone, double busy, double half) {
        Made made = new Made();
        double[] ratios = {alone, busy, half};
        Surroundings[] all = {Surroundings.WARM, Surroundings.BUSY, Surroundings.HALF};
        for (int i = 0; i < all.length; i++) {
            made.with(all[i].variant(Workers.STREAM, CORES), "totalMs", 100 * ratios[i]);
            made.with(all[i].variant(Workers.FORK_JOIN, CORES), "totalMs", 100);
        }
        return made;
    }
}
