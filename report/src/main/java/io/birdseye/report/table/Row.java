package io.birdseye.report.table;

import io.birdseye.model.Budget;
import io.birdseye.model.Format;
import io.birdseye.model.Load;
import io.birdseye.model.Topology;
import io.birdseye.report.capacity.Prediction;
import io.birdseye.report.latency.LatencyProfile;
import io.birdseye.report.result.Trial.Measured;
import io.birdseye.report.result.Trial.SteadyState;
import io.birdseye.report.statistics.Ranking;
import io.birdseye.report.table.Standing.Verdict;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One strategy in a comparison.
 *
 * @param blocks one for each trial, in the order of the blocks
 * @param standing over all blocks: it kept up if it did in every one
 * @param figures over all blocks that count: medians, but the highest of peaks and maxima, and the sum of counts; null
 *     if nothing was measured
 * @param floorMs what one unloaded request takes with this topology
 * @param prediction the most that it can carry, and why
 * @param place null where there is no ranking or it does not take part
 * @param profile null where there are no histograms
 * @param unknown what could not be read or judged, one sentence each
 */
public record Row(
        String strategy,
        Budget budget,
        Topology topology,
        Load load,
        List<Block> blocks,
        Standing standing,
        @Nullable Measured figures,
        double floorMs,
        Prediction prediction,
        Ranking.@Nullable Place place,
        @Nullable LatencyProfile profile,
        List<String> unknown) {

    /** The service's answer to a request whose deadline has passed. */
    private static final String DEADLINE_PASSED = "504";

    /** Of X_max: below, more than measuring errors is missing. */
    private static final double COLLAPSED_SHARE = 0.8;

    public Row {
        blocks = List.copyOf(blocks);
        unknown = List.copyOf(unknown);
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
        return blocks.stream().anyMatch(block -> block.standing().verdict() == Verdict.INVALID);
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
                        || figures.inFlightPeak() != null && figures.inFlightPeak() > budget.maxInFlight());
    }

    /** What a reader must know beside the figures, one sentence each. */
    public List<String> notes() {
        return Stream.of(overBudgetNote().stream(), steadyStateNote().stream(), whyBehind().stream(), unknown.stream())
                .flatMap(notes -> notes)
                .toList();
    }

    private Optional<String> overBudgetNote() {
        if (figures == null || !overBudget()) {
            return Optional.empty();
        }
        Integer inFlight = figures.inFlightPeak();
        return Optional.of("Over budget: up to " + figures.ioPeak() + " calls at once of " + budget.ioConcurrency()
                + " allowed, " + Format.count(figures.cpuPeak(), "combination") + " of " + budget.cpuConcurrency()
                + (inFlight == null
                        ? "."
                        : ", " + Format.count(inFlight, "request") + " in flight of " + budget.maxInFlight() + "."));
    }

    /** Which window was not steady, and how; empty where none is known. */
    Optional<String> steadyStateNote() {
        List<Block> missed = blocks.stream().filter(Block::steadyStateMissed).toList();
        return missed.stream().findFirst().map(first -> "No steady state"
                + (blocks.size() == 1
                        ? ": "
                        : " in " + missed.size() + " of " + blocks.size() + " blocks, first in block " + first.block()
                                + ": ")
                + (first.steadyState() == null ? "" : first.steadyState().reason()) + ".");
    }

    /** Whether the topology explains why it fell behind an open load; empty where it did not. */
    public Optional<String> whyBehind() {
        if (standing.verdict() != Verdict.FELL_BEHIND || load.model() != Load.Model.OPEN) {
            return Optional.empty();
        }
        String most = "X_max is " + Format.rate(prediction.perSecond()) + " (" + prediction.reason() + ").";
        if (prediction.perSecond() >= load.ratePerSecond()) {
            return Optional.of("Its topology does not explain why it fell behind: " + most);
        }
        return Optional.of("Falling behind is what its topology predicts: " + most + (workedForNobody()
                ? " It answered fewer than that, since requests outlived their deadline while they queued: most of the"
                        + " work was done for requests that had been given up."
                : ""));
    }

    /** An overloaded first-come-first-served queue with a deadline serves mostly those that are about to miss it. */
    private boolean workedForNobody() {
        return figures != null
                && figures.achievedPerSecond() < COLLAPSED_SHARE * prediction.perSecond()
                && 2 * figures.errorsByKind().getOrDefault(DEADLINE_PASSED, 0L) > figures.errors();
    }

    Row with(Ranking.@Nullable Place newPlace) {
        return new Row(strategy, budget, topology, load, blocks, standing, figures, floorMs, prediction, newPlace,
                profile, unknown);
    }
}
