package io.birdseye.experiments.forkjoin;

import static io.birdseye.experiments.claim.Verdict.above;
import static io.birdseye.experiments.claim.Verdict.below;
import static io.birdseye.experiments.claim.Verdict.between;
import static io.birdseye.experiments.claim.Verdict.outside;

import io.birdseye.experiments.claim.Claim;
import io.birdseye.experiments.claim.Verdict;
import io.birdseye.experiments.measure.Variant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** FJ-3. */
final class PrimeTestLevels {

    private PrimeTestLevels() {}

    static Claim claim(ThreadCounts counts) {
        return Claim.of("FJ-3", "Testing a 19-digit prime, all ways have the same best time; streams are the cheapest "
                        + "with any number of threads, and only fork/join gains from twice as many threads as cores.",
                        "one thread 118.1 s, best about 28 s (4.2 times on 8 virtual cores)")
                .publishedCause("Parallel streams handle their threads at less cost.")
                .test("A correct test with the same divisions in each way and thread count; a smaller prime by "
                        + "default, the published one by option.", effort -> variants(counts))
                .effect("Confirmed if the best is at least 0.5 times as many times as fast as there are cores, the "
                        + "three best times are within 5 %, the stream is 2 % faster than both others with every "
                        + "number of threads, and fork/join with twice as many threads as cores differs by 5 %.",
                        m -> effect(new Sweep(m, counts, PrimeProbe::variant)))
                .cause("Only the number of hand-overs changes: the same divisions in 100,000 tasks in place of 256. "
                        + "Confirmed if the stream then takes less than 0.95 of the time of both others.",
                        m -> cause(new Sweep(m, counts, PrimeProbe::fine)))
                .causeMeans("With many small tasks the stream's hand-overs are the cheapest.",
                        "Cores and divisions set the time; the way they are handed out hardly shows.",
                        "Whether the way tasks are handed out shows at all is not settled here.")
                .picture(m -> new Sweep(m, counts, PrimeProbe::variant).chart("Testing the prime by threads"))
                .build();
    }

    private static List<Variant> variants(ThreadCounts counts) {
        Sweep.Task test = PrimeProbe::variant;
        return Stream.concat(test.variants(counts),
                Sweep.PARALLEL.stream().map(workers -> PrimeProbe.fine(workers, counts.cores()))).toList();
    }

    private static Verdict effect(Sweep times) {
        ThreadCounts counts = times.counts();
        Variant stream = times.best(Workers.STREAM);
        List<Verdict> parts = new ArrayList<>();
        parts.add(above("one thread / best stream", times.ratio(times.task().with(Workers.ONE, 1), stream),
                0.5 * counts.cores()));
        parts.add(between("best fork/join / best stream", times.ratio(times.best(Workers.FORK_JOIN), stream),
                0.95, 1.05));
        parts.add(between("best executor / best stream", times.ratio(times.best(Workers.EXECUTOR), stream),
                0.95, 1.05));
        for (int threads : counts.all()) {
            for (Workers other : List.of(Workers.EXECUTOR, Workers.FORK_JOIN)) {
                parts.add(below("stream / " + other.label() + " with " + threads,
                        times.ratio(Workers.STREAM, other, threads), Sweep.FASTER));
            }
        }
        parts.add(outside("fork/join with " + counts.cores() + " / " + counts.twice() + " threads",
                times.ratio(Workers.FORK_JOIN, counts.cores(), counts.twice()), 0.95, 1.05));
        return Verdict.all(parts.toArray(Verdict[]::new));
    }

    private static Verdict cause(Sweep fine) {
        return Verdict.all(Stream.of(Workers.EXECUTOR, Workers.FORK_JOIN)
                .map(other -> below("100,000 tasks: stream / " + other.label(),
                        fine.ratio(Workers.STREAM, other, fine.counts().cores()), 0.95))
                .toArray(Verdict[]::new));
    }
}
