package io.birdseye.report.table;

import io.birdseye.model.Format;
import io.birdseye.report.result.Trial;
import io.birdseye.report.statistics.Ranking;
import io.birdseye.report.statistics.RatioInterval;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Two strategies that ran as A B B A in every block, compared by themselves: the noise that both share in a block
 * cancels out, and the other strategies have no say. That they are compared was decided before the measurement, so the
 * confidence is shared by the pairs only.
 */
record PairedTrials(String first, String second) {

    /** One sentence for each pair that kept up in two blocks at least; none where the ranking has no other strategies. */
    static List<String> sentences(ComparisonTable comparison) {
        List<Trial> trials = comparison.results().trials();
        List<PairedTrials> pairs = IntStream.range(0, Math.max(0, trials.size() - 3))
                .mapToObj(i -> trials.subList(i, i + 4)).flatMap(PairedTrials::of).distinct().toList();
        RatioInterval intervals = new RatioInterval(
                (1 - Ranking.CONFIDENCE) / Math.max(1, pairs.size()), comparison.results().settings().run().seed());
        return comparison.rows().size() < 3
                ? List.of() : pairs.stream().flatMap(pair -> pair.sentence(comparison, intervals)).toList();
    }

    /** Whichever of the two was first. */
    private static Stream<PairedTrials> of(List<Trial> four) {
        String a = four.get(0).row().label();
        String b = four.get(1).row().label();
        boolean paired = !a.equals(b) && four.get(2).row().label().equals(b) && four.get(3).row().label().equals(a)
                && four.stream().allMatch(trial -> trial.block() == four.getFirst().block());
        return paired ? Stream.of(a.compareTo(b) < 0 ? new PairedTrials(a, b) : new PairedTrials(b, a)) : Stream.empty();
    }

    private Stream<String> sentence(ComparisonTable comparison, RatioInterval intervals) {
        List<Row> kept = Stream.of(first, second)
                .flatMap(name -> comparison.rows().stream().filter(row -> row.name().equals(name) && row.standing().isComparable()))
                .toList();
        return kept.size() < 2 ? Stream.empty() : comparison.pair(kept.getFirst(), kept.getLast(), intervals).stream()
                .map(pair -> "As a pair in " + pair.blocks() + " blocks, " + first + " takes " + Format.times(pair.ratio())
                        + " the time of " + second + " (95 % interval " + pair.interval().inWords() + ").");
    }
}
