package io.birdseye.cli.options;

import io.birdseye.loadtest.recipe.BlockPlan;
import io.birdseye.model.Durations;
import io.birdseye.model.Format;
import io.birdseye.report.statistics.Ranking;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How many blocks a comparison has, and which strategies run close together in them. */
@OptionGroup.In(OptionGroup.EFFORT)
public final class BlockOptions {

    /** What is advised where one block was asked for: with two, only large differences can be told. */
    public static final int MIN_FOR_RANKING = 3;

    /** Fewer would let a chance agreement of two blocks pass for precision. */
    private static final int MIN_FOR_PRECISION = 3;

    @Option(names = "--blocks", paramLabel = "N",
            description = "How often every strategy is measured, in random order (default: by --effort, 1, 3 or 5; with"
                    + " --precision 3 at least). One block gives no ranking.")
    private Optional<Integer> blocks = Optional.empty();

    @Option(names = "--pairs", split = ",", paramLabel = "A,B",
            description = "Strategies to be told apart, two by two: each pair runs as A B B A in every block, so it takes"
                    + " twice as many trials.")
    private List<String> pairs = List.of();

    @Option(names = "--precision", paramLabel = "SHARE",
            description = "Measure further blocks until every interval against the best reaches at most this far, such as"
                    + " 5%%, from its middle, or until --max-time.")
    private Optional<Percentage> precision = Optional.empty();

    @Option(names = "--max-time", paramLabel = "TIME", defaultValue = "1h",
            description = "With --precision: no block begins that would end later than this (default:"
                    + " ${DEFAULT-VALUE}).")
    private Duration most = Duration.ZERO;

    /** The blocks of {@code --blocks}, or those that {@code --precision} needs; empty for the default. */
    public Optional<Integer> given() {
        return blocks.or(() -> precision.map(_ -> MIN_FOR_PRECISION));
    }

    /** How many blocks are measured at least; as many as the effort has where the user has not said it. */
    public int least(int ofEffort) {
        return blocks.orElse(precision.isPresent() ? Math.max(MIN_FOR_PRECISION, ofEffort) : ofEffort);
    }

    public BlockPlan plan(BirdseyeCommand command, List<String> strategies) {
        if (command.given("--max-time") && precision.isEmpty()) {
            throw command.wrong("--max-time bounds the blocks that --precision asks for; without it --blocks says how many");
        }
        return command.check(() -> new BlockPlan(
                BlockPlan.Pair.of(pairs, strategies),
                precision.map(share -> new BlockPlan.Precision(share.value(), most))));
    }

    /** Whether blocks are added until a precision is reached. */
    public boolean growing() {
        return precision.isPresent();
    }

    /** What is announced before measuring: nothing without a precision. */
    public String announcement() {
        return precision.map(share -> "; then more until every interval is within ±" + Format.percent(share.value())
                + ", for " + Durations.format(most) + " at most (--max-time)").orElse("");
    }

    /** Whether the precision was reached that was asked for, if any was. */
    public boolean reached(@Nullable Ranking ranking) {
        return precision.isEmpty() || ranking != null && ranking.precision() <= precision.get().value();
    }

    /** Whether the precision was reached, in words; empty if none was asked for. */
    public Optional<String> outcome(@Nullable Ranking ranking, Path folder) {
        return precision.map(share -> {
            String wanted = "±" + Format.percent(share.value());
            if (ranking == null) {
                return wanted + " cannot be reached: fewer than two strategies kept up in the same blocks.";
            }
            String blocksSoFar = Format.count(ranking.blocks(), "block");
            return ranking.precision() <= share.value()
                    ? wanted + " was reached in " + blocksSoFar + "."
                    : wanted + " was not reached in " + blocksSoFar + ", but ±" + Format.percent(ranking.precision())
                            + "; " + (ranking.blocksFor(share.value()) > Ranking.MAX_BLOCKS
                                    ? "more than " + Ranking.MAX_BLOCKS
                                    : "about " + ranking.blocksFor(share.value()))
                            + " blocks would do. The same command with"
                            + " --out " + folder + " goes on.";
        });
    }
}
