package io.birdseye.experiments.forkjoin;

import static io.birdseye.experiments.claim.Verdict.above;
import static io.birdseye.experiments.claim.Verdict.all;
import static io.birdseye.experiments.claim.Verdict.below;

import io.birdseye.experiments.claim.Claim;
import io.birdseye.experiments.claim.Verdict.Kind;
import io.birdseye.experiments.claim.Verdict;
import io.birdseye.experiments.measure.Variant;
import java.util.stream.Stream;

/** FJ-1. */
final class IndexingScales {

    private IndexingScales() {}

    static Claim claim(ThreadCounts counts) {
        return Claim.of("FJ-1", "Indexing a text file runs nearly as many times as fast as there are cores; both the "
                        + "best and the worst parallel result are a parallel stream's.",
                        "5.8 million lines, 6 GB, 8 cores: one thread 176.3 s, best stream 24.33 s (7.25 times), worst "
                                + "stream 30.23 s")
                .publishedCause("What is missing to the number of cores is the cost of handling threads.")
                .test("A generated text in the page cache, a real word index; one thread, and executor, fork/join and "
                        + "parallel stream with 4, 8, 16, 32 threads and half, once, twice and four times the cores; "
                        + "the caller only waits.", effort -> variants(counts).toList())
                .effect("Confirmed if the best stream is at least 0.75 times as many times as fast as there are cores, "
                        + "and 2 % faster than the best of the others, and the slowest stream 2 % slower than the "
                        + "slowest of the others.", m -> effect(new Sweep(m, counts, IndexProbe::warm)))
                .cause("Only the handing to a thread changes: an executor of one thread against the plain loop. "
                        + "Confirmed if that costs at least half of what is missing to the number of cores.",
                        m -> cause(new Sweep(m, counts, IndexProbe::warm)))
                .meaning((effect, cause) -> cause == Kind.REFUTED
                        ? "Handing parts to a thread costs next to nothing; memory, collector and uneven ends take "
                                + "what is missing."
                        : "How much of the loss is due to handling threads is shown by the executor of one thread.")
                .picture(m -> new Sweep(m, counts, IndexProbe::warm).chart("Indexing by threads"))
                .build();
    }

    /** All numbers of threads with the text in the page cache, and an executor of one thread. */
    static Stream<Variant> variants(ThreadCounts counts) {
        Sweep.Task indexing = IndexProbe::warm;
        return counts.half() == 1
                ? indexing.variants(counts)
                : Stream.concat(indexing.variants(counts), Stream.of(indexing.with(Workers.EXECUTOR, 1)));
    }

    private static Verdict effect(Sweep times) {
        return all(
                above("one thread / best stream", times.gainOfBestStream(), 0.75 * times.counts().cores()),
                below("best stream / best of the others",
                        times.ratio(times.best(Workers.STREAM), times.best(Workers.EXECUTOR, Workers.FORK_JOIN)),
                        Sweep.FASTER),
                above("slowest stream / slowest of the others",
                        times.ratio(times.worst(Workers.STREAM), times.worst(Workers.EXECUTOR, Workers.FORK_JOIN)),
                        Sweep.SLOWER));
    }

    private static Verdict cause(Sweep times) {
        double missing = Math.max(0.02, times.counts().cores() / times.gainOfBestStream().value() - 1);
        return above("executor of one thread / plain loop", times.ratio(Workers.EXECUTOR, Workers.ONE, 1),
                1 + missing / 2);
    }
}
