package io.birdseye.experiments.forkjoin;

import static io.birdseye.experiments.claim.Verdict.above;
import static io.birdseye.experiments.claim.Verdict.all;
import static io.birdseye.experiments.claim.Verdict.below;

import io.birdseye.experiments.claim.Claim;
import io.birdseye.experiments.claim.Verdict;
import io.birdseye.experiments.forkjoin.IndexProbe.Surroundings;
import io.birdseye.experiments.measure.Measurements;
import io.birdseye.experiments.measure.Variant;
import java.util.stream.Stream;

/** FJ-2. */
final class StreamsBeatForkJoin {

    /** Half of the published 7 %. */
    private static final double DEFAULT_LOSES = 1.035;

    /** Half of the published 18 %. */
    private static final double FEW_LOSE = 1.09;

    private StreamsBeatForkJoin() {}

    static Claim claim(ThreadCounts counts) {
        return Claim.of("FJ-2", "Parallel streams beat fork/join by about a second but lose to it with few threads; "
                        + "with file I/O a pool of the default size loses to one of twice as many threads, and four "
                        + "times is worse again.", "1 s of 24 s; 18 %; 7 %")
                .publishedCause("Threads wait for the file, so more of them than cores use the cores better.")
                .test("The same axis, really applied, and again with the text dropped from the page cache before each "
                        + "run.", effort -> Stream.concat(IndexingScales.variants(counts), cold(counts)).toList())
                .effect("Half of each published difference: confirmed if the best stream beats the best fork/join by "
                        + "2 %, with half as many threads as cores takes 9 % more than fork/join, and a stream with as "
                        + "many threads as cores takes 3.5 % more than one with twice as many, and that 2 % less than "
                        + "one with four times as many.", m -> effect(new Sweep(m, counts, IndexProbe::warm)))
                .cause("Only the page cache changes. Confirmed if twice as many threads win 3.5 % when the text comes "
                        + "from disk and do not when it is cached.", m -> cause(m, counts))
                .causeMeans("Where the file really comes from disk, more threads than cores hide its waits.",
                        "Whether the file is cached or not, threads beyond the cores win nothing of note.",
                        "Whether waiting for the file matters is not settled here.")
                .build();
    }

    private static Stream<Variant> cold(ThreadCounts counts) {
        return Sweep.PARALLEL.stream().flatMap(workers -> Stream.of(counts.cores(), counts.twice())
                .map(threads -> IndexProbe.variant(Surroundings.COLD, workers, threads)));
    }

    private static Verdict effect(Sweep times) {
        ThreadCounts counts = times.counts();
        return all(
                below("best stream / best fork/join",
                        times.ratio(times.best(Workers.STREAM), times.best(Workers.FORK_JOIN)), Sweep.FASTER),
                above("stream / fork/join with " + counts.half() + " threads",
                        times.ratio(Workers.STREAM, Workers.FORK_JOIN, counts.half()), FEW_LOSE),
                above("stream with " + counts.cores() + " / " + counts.twice() + " threads",
                        times.ratio(Workers.STREAM, counts.cores(), counts.twice()), DEFAULT_LOSES),
                above("stream with " + counts.fourTimes() + " / " + counts.twice() + " threads",
                        times.ratio(Workers.STREAM, counts.fourTimes(), counts.twice()), Sweep.SLOWER));
    }

    private static Verdict cause(Measurements measured, ThreadCounts counts) {
        Sweep warm = new Sweep(measured, counts, IndexProbe::warm);
        Sweep cold = new Sweep(measured, counts, (workers, threads) ->
                IndexProbe.variant(Surroundings.COLD, workers, threads));
        double fromDisk = readFromDiskMb(cold);
        if (fromDisk < 1 || fromDisk < 10 * readFromDiskMb(warm)) {
            return Verdict.notTestable("the page cache cannot be emptied here: a dropped text was read from disk only "
                    + "for " + Math.round(fromDisk) + " MB");
        }
        String words = counts.cores() + " / " + counts.twice() + " threads";
        return all(
                above("from disk: " + words, cold.ratio(Workers.STREAM, counts.cores(), counts.twice()), DEFAULT_LOSES),
                below("cached: " + words, warm.ratio(Workers.STREAM, counts.cores(), counts.twice()), DEFAULT_LOSES));
    }

    private static double readFromDiskMb(Sweep times) {
        Variant stream = times.task().with(Workers.STREAM, times.counts().cores());
        return times.measurements().value(stream, "readFromDiskMb").value();
    }
}
