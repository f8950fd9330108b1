package io.birdseye.experiments.forkjoin;

import static io.birdseye.experiments.claim.Verdict.above;
import static io.birdseye.experiments.claim.Verdict.all;
import static io.birdseye.experiments.claim.Verdict.below;
import static io.birdseye.experiments.claim.Verdict.between;
import static io.birdseye.experiments.claim.Verdict.outside;
import static io.birdseye.experiments.forkjoin.Workers.EXECUTOR;
import static io.birdseye.experiments.forkjoin.Workers.FORK_JOIN;
import static io.birdseye.experiments.forkjoin.Workers.ONE;
import static io.birdseye.experiments.forkjoin.Workers.STREAM;

import io.birdseye.experiments.claim.Claim;
import io.birdseye.experiments.claim.ClaimWords;
import io.birdseye.experiments.claim.Verdict;
import io.birdseye.experiments.forkjoin.IndexProbe.Surroundings;
import io.birdseye.experiments.measure.MeasuredValue;
import io.birdseye.experiments.measure.Measurements;
import io.birdseye.experiments.measure.Variant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The claims of the article on fork/join, parallel streams and executors.
 *
 * @param counts the numbers of threads, which depend on the cores of the machine
 */
public record ForkJoinClaims(ThreadCounts counts) {

    private static final ClaimWords WORDS = ClaimWords.beside(ForkJoinClaims.class);

    /** Half of the published second in 24 that lies between the best stream and the best fork/join. */
    private static final double FASTER = 0.98;

    /** The same difference the other way round. */
    private static final double SLOWER = 1.02;

    /** Half of the published 18 %. */
    private static final double LOSES = 1.09;

    /** Half of the published 7 %. */
    private static final double DEFAULT_LOSES = 1.035;

    /** Judged for the machine's own number of cores. */
    public static List<Claim> claims() {
        ForkJoinClaims claims = new ForkJoinClaims(new ThreadCounts(Runtime.getRuntime().availableProcessors()));
        return List.of(claims.indexingScales(), claims.streamsBeatForkJoin(), claims.primeTestLevels(),
                claims.neighbourTurnsRanking());
    }

    private Sweep indexing(Measurements measured) {
        return new Sweep(measured, counts, IndexProbe::warm);
    }

    Claim indexingScales() {
        return WORDS.claim("FJ-1", effort -> warm().toList())
                .effect(m -> scales(indexing(m)))
                .cause(m -> handingOverCosts(indexing(m)))
                .chart(m -> indexing(m).chart("Indexing by threads"));
    }

    /** All numbers of threads with the text in the page cache, and an executor of one thread. */
    private Stream<Variant> warm() {
        return Stream.concat(Sweep.variants(counts, IndexProbe::warm), Stream.of(IndexProbe.warm(EXECUTOR, 1)));
    }

    private Verdict scales(Sweep times) {
        return all(
                above("one thread / best stream", times.gainOfBestStream(), 0.75 * counts.cores()),
                below("best stream / best of the others",
                        times.ratio(times.best(STREAM), times.best(EXECUTOR, FORK_JOIN)), FASTER),
                above("slowest stream / slowest of the others",
                        times.ratio(times.worst(STREAM), times.worst(EXECUTOR, FORK_JOIN)), SLOWER));
    }

    private Verdict handingOverCosts(Sweep times) {
        double missing = Math.max(0.02, counts.cores() / times.gainOfBestStream().value() - 1);
        return above("executor of one thread / plain loop", times.ratio(EXECUTOR, ONE, 1), 1 + missing / 2);
    }

    Claim streamsBeatForkJoin() {
        Stream.Builder<Variant> cold = Stream.builder();
        for (Workers workers : Sweep.PARALLEL) {
            cold.add(IndexProbe.variant(Surroundings.COLD, workers, counts.cores()));
            cold.add(IndexProbe.variant(Surroundings.COLD, workers, counts.twice()));
        }
        List<Variant> variants = Stream.concat(warm(), cold.build()).toList();
        return WORDS.claim("FJ-2", effort -> variants)
                .effect(m -> streamsWin(indexing(m)))
                .cause(this::diskIsWaitedFor);
    }

    private Verdict streamsWin(Sweep times) {
        return all(
                below("best stream / best fork/join", times.ratio(times.best(STREAM), times.best(FORK_JOIN)), FASTER),
                above("stream / fork/join with " + counts.half() + " threads",
                        times.ratio(STREAM, FORK_JOIN, counts.half()), LOSES),
                above("stream with " + counts.cores() + " / " + counts.twice() + " threads",
                        times.ratio(STREAM, counts.cores(), counts.twice()), DEFAULT_LOSES),
                above("stream with " + counts.fourTimes() + " / " + counts.twice() + " threads",
                        times.ratio(STREAM, counts.fourTimes(), counts.twice()), SLOWER));
    }

    private Verdict diskIsWaitedFor(Measurements measured) {
        Sweep warm = indexing(measured);
        Sweep cold = new Sweep(measured, counts, (workers, threads) ->
                IndexProbe.variant(Surroundings.COLD, workers, threads));
        double fromDisk = readFromDiskMb(cold);
        if (fromDisk < 1 || fromDisk < 10 * readFromDiskMb(warm)) {
            return Verdict.notTestable("the page cache cannot be emptied here: a dropped text was read from disk only "
                    + "for " + Math.round(fromDisk) + " MB");
        }
        String words = counts.cores() + " / " + counts.twice() + " threads";
        return all(
                above("from disk: " + words, cold.ratio(STREAM, counts.cores(), counts.twice()), DEFAULT_LOSES),
                below("cached: " + words, warm.ratio(STREAM, counts.cores(), counts.twice()), DEFAULT_LOSES));
    }

    private double readFromDiskMb(Sweep times) {
        return times.measurements().value(times.task().with(STREAM, counts.cores()), "readFromDiskMb").value();
    }

    Claim primeTestLevels() {
        List<Variant> variants = Stream.concat(Sweep.variants(counts, PrimeProbe::variant),
                Sweep.PARALLEL.stream().map(workers -> PrimeProbe.fine(workers, counts.cores()))).toList();
        return WORDS.claim("FJ-3", effort -> variants)
                .effect(m -> primeTimesAreLevel(new Sweep(m, counts, PrimeProbe::variant)))
                .cause(m -> all(
                        below("100,000 tasks: stream / executor", fine(m, EXECUTOR), 0.95),
                        below("100,000 tasks: stream / fork-join", fine(m, FORK_JOIN), 0.95)))
                .chart(m -> new Sweep(m, counts, PrimeProbe::variant).chart("Testing the prime by threads"));
    }

    private MeasuredValue fine(Measurements measured, Workers other) {
        return new Sweep(measured, counts, PrimeProbe::fine).ratio(STREAM, other, counts.cores());
    }

    private Verdict primeTimesAreLevel(Sweep times) {
        Variant stream = times.best(STREAM);
        List<Verdict> parts = new ArrayList<>();
        parts.add(above("one thread / best stream", times.ratio(times.task().with(ONE, 1), stream),
                0.5 * counts.cores()));
        parts.add(between("best fork/join / best stream", times.ratio(times.best(FORK_JOIN), stream), 0.95, 1.05));
        parts.add(between("best executor / best stream", times.ratio(times.best(EXECUTOR), stream), 0.95, 1.05));
        for (int threads : counts.all()) {
            for (Workers other : List.of(EXECUTOR, FORK_JOIN)) {
                parts.add(below("stream / " + other.label() + " with " + threads,
                        times.ratio(STREAM, other, threads), FASTER));
            }
        }
        parts.add(outside("fork/join with " + counts.cores() + " / " + counts.twice() + " threads",
                times.ratio(FORK_JOIN, counts.cores(), counts.twice()), 0.95, 1.05));
        return all(parts.toArray(Verdict[]::new));
    }

    Claim neighbourTurnsRanking() {
        List<Variant> variants = Stream.of(Surroundings.WARM, Surroundings.BUSY, Surroundings.HALF)
                .flatMap(surroundings -> Sweep.PARALLEL.stream()
                        .map(workers -> IndexProbe.variant(surroundings, workers, counts.cores())))
                .toList();
        return WORDS.claim("FJ-4", effort -> variants)
                .effect(m -> all(
                        below("alone: stream / fork/join", streamOverForkJoin(m, Surroundings.WARM), FASTER),
                        above("beside a busy neighbour: stream / fork/join",
                                streamOverForkJoin(m, Surroundings.BUSY), LOSES)))
                .cause(m -> counts.cores() < 2
                        ? Verdict.notTestable("half of the cores needs two of them, and there is one")
                        : above("on half of the cores: stream / fork/join",
                                streamOverForkJoin(m, Surroundings.HALF), LOSES));
    }

    private MeasuredValue streamOverForkJoin(Measurements measured, Surroundings surroundings) {
        return measured.ratio("totalMs", IndexProbe.variant(surroundings, STREAM, counts.cores()),
                IndexProbe.variant(surroundings, FORK_JOIN, counts.cores()));
    }
}
