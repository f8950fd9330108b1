package io.birdseye.report.table;

import io.birdseye.model.Budget;
import io.birdseye.model.Topology;
import io.birdseye.report.capacity.Prediction;
import io.birdseye.report.latency.LatencyProfile;
import io.birdseye.report.result.Trial.SteadyState;
import io.birdseye.report.statistics.Ranking;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One strategy in a comparison.
 *
 * @param blocks one for each trial, in the order of the blocks
 * @param standing over all blocks: it kept up if it did in every one
 * @param figures null if nothing was measured
 * @param floorMs what one unloaded request takes with this topology
 * @param prediction the most that it can carry, and why
 * @param place null where there is no ranking or it does not take part
 * @param profile null where there are no histograms
 * @param notes what a reader must know beside the figures, one sentence each
 */
public record Row(
        String strategy,
        Budget budget,
        Topology topology,
        List<Block> blocks,
        Standing standing,
        @Nullable Figures figures,
        double floorMs,
        Prediction prediction,
        Ranking.@Nullable Place place,
        @Nullable LatencyProfile profile,
        List<String> notes) {

    public Row {
        blocks = List.copyOf(blocks);
        notes = List.copyOf(notes);
    }

    /**
     * How one trial of the strategy ended.
     *
     * @param steadyState whether its window was steady; null where nothing was measured
     */
    public record Block(int block, Standing standing, @Nullable SteadyState steadyState) {

        boolean steadyStateMissed() {
            return steadyState != null && steadyState.verdict() == SteadyState.Verdict.NOT_STEADY;
        }
    }

    /** Whether a measured window of the strategy was seen not to be steady. */
    public boolean steadyStateMissed() {
        return blocks.stream().anyMatch(Block::steadyStateMissed);
    }

    /** Whether a trial of the strategy says nothing of it. */
    public boolean anyInvalid() {
        return blocks.stream().anyMatch(block -> block.standing().verdict() == Standing.Verdict.INVALID);
    }

    /** What a reader must see beside the name, in two or three words each; the notes say why. */
    public List<String> labels() {
        List<String> labels = new ArrayList<>();
        if (overBudget()) {
            labels.add("over budget");
        }
        if (steadyStateMissed()) {
            labels.add("no steady state");
        }
        return labels;
    }

    /** Whether there is at least one right answer whose latency counts. */
    public boolean answered() {
        return figures != null && figures.requests() > 0;
    }

    /** Whether the trial came far enough to learn what it may use. */
    public boolean budgetKnown() {
        return budget.ioConcurrency() > 0;
    }

    /**
     * What the strategy adds to the floor, in ms: median response time less the floor. Null if nothing was measured.
     */
    public @Nullable Double excessMs() {
        return figures == null || !answered() ? null : figures.response().p50Ms() - floorMs;
    }

    /** The median response time in floors. Null if nothing was measured or the floor is not known. */
    public @Nullable Double timesFloor() {
        return figures == null || !answered() || !(floorMs > 0) ? null : figures.response().p50Ms() / floorMs;
    }

    /** Whether it had more calls, combinations or requests going at once than its budget allows. */
    public boolean overBudget() {
        return figures != null
                && budgetKnown()
                && (figures.ioPeak() > budget.ioConcurrency()
                        || figures.cpuPeak() > budget.cpuConcurrency()
                        || figures.queuePeak() != null && figures.queuePeak() > budget.maxInFlight());
    }

    Row with(Ranking.@Nullable Place newPlace) {
        return new Row(strategy, budget, topology, blocks, standing, figures, floorMs, prediction, newPlace, profile,
                notes);
    }
}
