package io.birdseye.experiments.forkjoin;

import static io.birdseye.experiments.claim.Verdict.above;
import static io.birdseye.experiments.claim.Verdict.all;
import static io.birdseye.experiments.claim.Verdict.below;

import io.birdseye.experiments.claim.Claim;
import io.birdseye.experiments.claim.Verdict;
import io.birdseye.experiments.forkjoin.IndexProbe.Surroundings;
import io.birdseye.experiments.measure.MeasuredValue;
import io.birdseye.experiments.measure.Measurements;
import io.birdseye.experiments.measure.Variant;
import java.util.List;
import java.util.stream.Stream;

/** FJ-4. */
final class NeighbourTurnsRanking {

    /** Half of the published 18 %. */
    private static final double LOSES = 1.09;

    private NeighbourTurnsRanking() {}

    static Claim claim(ThreadCounts counts) {
        int cores = counts.cores();
        return Claim.of("FJ-4", "On a machine that runs other work as well, the ranking turns round: fork/join beats "
                        + "parallel streams.", "5 s, or 18 %, in favour of fork/join")
                .publishedCause("Few threads are free for the work.")
                .test("Indexing with as many threads as cores, alone and beside another process that keeps every core "
                        + "busy.", effort -> variants(cores))
                .effect("Confirmed if the stream is 2 % faster than fork/join alone and 9 % slower beside the "
                        + "neighbour, half of the published differences.", m -> all(
                                below("alone: stream / fork/join", ratio(m, Surroundings.WARM, cores), Sweep.FASTER),
                                above("beside a busy neighbour: stream / fork/join",
                                        ratio(m, Surroundings.BUSY, cores), LOSES)))
                .cause("Only the cores that are free change: no neighbour, but half of the cores. Confirmed if the "
                        + "stream is 9 % slower than fork/join there too.", m -> cores < 2
                                ? Verdict.notTestable("half of the cores needs two of them, and there is one")
                                : above("on half of the cores: stream / fork/join", ratio(m, Surroundings.HALF, cores),
                                        LOSES))
                .effectMeans("The ranking of an idle machine does not hold on a busy one.",
                        "A busy neighbour slows both alike and does not turn the ranking round.",
                        "Streams and fork/join lie too close together to have a ranking at all.")
                .build();
    }

    private static List<Variant> variants(int cores) {
        return Stream.of(Surroundings.WARM, Surroundings.BUSY, Surroundings.HALF)
                .flatMap(surroundings -> Sweep.PARALLEL.stream()
                        .map(workers -> IndexProbe.variant(surroundings, workers, cores)))
                .toList();
    }

    private static MeasuredValue ratio(Measurements measured, Surroundings surroundings, int cores) {
        return measured.ratio("totalMs", IndexProbe.variant(surroundings, Workers.STREAM, cores),
                IndexProbe.variant(surroundings, Workers.FORK_JOIN, cores));
    }
}
