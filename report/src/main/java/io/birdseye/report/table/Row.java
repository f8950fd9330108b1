package io.birdseye.report.table;

import io.birdseye.model.Budget;
import io.birdseye.model.Format;
import io.birdseye.model.Topology;
import io.birdseye.report.capacity.Bound;
import io.birdseye.report.latency.LatencyProfile;
import io.birdseye.report.result.RateFound;
import io.birdseye.report.result.RowKey;
import io.birdseye.report.result.Trial;
import io.birdseye.report.result.Trial.Latency;
import io.birdseye.report.result.Trial.Measured;
import io.birdseye.report.result.UpstreamCalls;
import io.birdseye.report.statistics.Interval;
import io.birdseye.report.statistics.Ranking;
import io.birdseye.report.table.LoadOutcome.Grade;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One row of a comparison: a strategy, and a value on each axis that is varied.
 *
 * @param trials in the order of their blocks; there is one at least
 * @param standing over all blocks that are valid, if enough of them are: it kept up if it did in every one
 * @param figures over all blocks that count, see {@link MergedBlocks}; null if nothing was measured
 * @param floor what its median is held against
 * @param limits null for a closed load, in a search, and where nothing was measured
 * @param places what the comparisons with the best say; of the first of them also why there is none
 * @param unknown what could not be read or judged, one sentence each
 * @param carried what a search found; null without an answer, and at one rate
 */
public record Row(
        List<Trial> trials, List<Block> blocks, LoadOutcome standing,
        @Nullable Measured figures,
        LeastTime floor,
        List<Bound> bounds,
        @Nullable LoadLimits limits,
        Map<Metric, Ranking.Place> places,
        @Nullable LatencyProfile profile,
        List<String> unknown,
        @Nullable Carried carried) {

    public Row {
        trials = List.copyOf(trials);
        blocks = List.copyOf(blocks);
        bounds = List.copyOf(bounds);
        places = Map.copyOf(places);
        unknown = List.copyOf(unknown);
    }

    /**
     * How the strategy did in one block.
     *
     * @param compared false where the rows that are compared with this one have no valid trial
     * @param moved how the response time left its level; empty where it was steady or nobody could tell
     * @param becameFaster whether the first third of its window was slower than the rest; false where nobody could tell
     * @param latencies of its trials, in which requests that failed count as slower than any; see
     *     {@link io.birdseye.report.latency.LatencyLog#withFailures}
     */
    public record Block(
            int block, LoadOutcome standing, boolean compared, Optional<String> moved, boolean becameFaster,
            List<Latency> latencies) {

        /** Whether its trials came to their end and measured the service, not the instruments. */
        public boolean isValid() {
            return standing.grade().compareTo(Grade.INVALID) < 0;
        }

        /** Whether the figures of the row hold it. */
        public boolean counts() {
            return compared && isValid();
        }

        /** Two trials of a pair: the worse standing, and the variance of the mean of both. */
        Block and(Block second) {
            return new Block(
                    block, second.standing.grade().compareTo(standing.grade()) > 0 ? second.standing : standing,
                    compared, moved.or(second::moved), moved.isPresent() ? becameFaster : second.becameFaster,
                    Stream.concat(latencies.stream(), second.latencies.stream()).toList());
        }
    }

    public RowKey key() {
        return trials.getFirst().row();
    }

    /** The first trial that came far enough to tell of its threads; the first one where none did. */
    static Trial telling(List<Trial> trials) {
        return trials.stream().filter(trial -> trial.topology().ioThreads() > 0).findFirst().orElse(trials.getFirst());
    }

    public Budget budget() {
        return telling(trials).budget();
    }

    public Topology topology() {
        return telling(trials).topology();
    }

    /** The trials of the blocks that count. */
    public List<Trial> counted() {
        return trialsOf(blocks.stream().filter(Block::counts).map(Block::block).collect(Collectors.toSet()));
    }

    /** Also those of valid blocks that are left out because of other rows. */
    public List<Trial> valid() {
        return trialsOf(validBlocks());
    }

    List<Trial> trialsOf(Set<Integer> some) {
        return trials.stream().filter(trial -> some.contains(trial.block())).toList();
    }

    /** The strategy's name, and its axis values behind it: {@code executor · zgc}. */
    public String name() {
        return key().label();
    }

    /** X_max: the tightest bound, the most that the strategy can carry. */
    public Bound limit() {
        return bounds.getFirst();
    }

    public boolean limitKnown() {
        return limit().resource() != Bound.Resource.NOT_KNOWN;
    }

    Set<Integer> measuredBlocks() {
        return blocks.stream().map(Block::block).collect(Collectors.toSet());
    }

    public Set<Integer> validBlocks() {
        return blocks.stream().filter(Block::isValid).map(Block::block).collect(Collectors.toSet());
    }

    /** Those that are left out since a trial is invalid or failed; none where so few remain that the row is not judged at all. */
    public List<Block> leftOut() {
        return isJudged() ? blocks.stream().filter(block -> !block.isValid()).toList() : List.of();
    }

    /** Whether its trials answer what was asked: also that an objective holds at no rate. */
    public boolean isJudged() {
        return standing.grade().compareTo(Grade.INVALID) < 0 || RateFound.meetsNowhere(standing.reason());
    }

    /** Whether the trial came far enough to learn what it may use. */
    public boolean budgetKnown() {
        return budget().ioConcurrency() > 0;
    }

    /** A figure, or null if nothing was measured. */
    public <T> @Nullable T figure(Function<Measured, @Nullable T> figure) {
        return figures == null ? null : figure.apply(figures);
    }

    /** A figure of a latency, or null if there is no right answer whose latency counts. */
    public @Nullable Double latency(Function<Measured, Latency> kind, Function<Latency, @Nullable Double> figure) {
        return figures == null || figures.requests() == 0 ? null : figure.apply(kind.apply(figures));
    }

    /** The share of its requests that had no right answer; null if nothing was measured. */
    public @Nullable Double errorShare() {
        return figures == null || figures.requests() + figures.errors() == 0
                ? null : (Double) ((double) figures.errors() / (figures.requests() + figures.errors()));
    }

    public @Nullable Number value(Metric figure) {
        if (figure == Metric.CAPACITY) {
            return carried == null ? null : (Double) carried.perSecond();
        }
        return figures == null ? null : figure.of(figures);
    }

    /** Whether it carries more than could be offered, so that it is compared with no other. */
    public boolean carriesMore() {
        return carried != null && carried.isUnbounded();
    }

    /** The median response time, in ms. Null if there is no answer that counts. */
    public @Nullable Double medianMs() {
        return latency(Measured::response, Latency::p50Ms);
    }

    /** What the comparison with the best says by median response time, or by what rows carry; or why there is none. */
    public Ranking.Place place() {
        return Objects.requireNonNull(places.getOrDefault(Metric.CAPACITY, places.get(Metric.P50)), "every row has one");
    }

    /** The same by another figure; null where rows are not compared by it. */
    public Ranking.@Nullable Place place(Metric by) {
        return places.get(by);
    }

    /** The floor, in ms; not a number where it is not known. */
    public double floorMs() {
        return floor.ms();
    }

    /**
     * What the strategy adds to the floor, in ms: median response time less what a request takes alone with the fastest
     * topology of the table. Null if there is no median, or no floor.
     */
    public @Nullable Double excessMs() {
        Double median = medianMs();
        return median == null || Double.isNaN(floorMs()) ? null : median - floorMs();
    }

    /** The 95 % interval of the excess, in ms; null where there is none. */
    public @Nullable Interval excessInterval() {
        Double excess = excessMs();
        Double half = floor.excessHalfMs();
        return excess == null || half == null ? null : new Interval(excess - half, excess + half);
    }

    /** The excess and how far its interval reaches: {@code 3.4 ±1.2}. */
    public String excess() {
        Double half = floor.excessHalfMs();
        return Format.number(excessMs()) + (excessMs() == null || half == null ? "" : " ±" + Format.number(half));
    }

    /** What a reader must know beside the figures, one sentence each. */
    public List<String> notes() {
        return Stream.concat(
                        Stream.of(leftOutInWords(), overBudget(), notSteady(), refusals(), nearLimit(), whyBehind()).flatMap(Optional::stream),
                        Stream.concat(pools().stream().map(UpstreamCalls.Pool::inWords), unknown.stream()))
                .toList();
    }

    /** The pools that its calls share with those of all requests; empty where a scenario names none. */
    public List<UpstreamCalls.Pool> pools() {
        return figures == null ? List.of() : figures.work().pools();
    }

    /** Which blocks are left out, and why; empty where none is. */
    private Optional<String> leftOutInWords() {
        return leftOut().isEmpty() ? Optional.empty() : Optional.of("Left out: " + leftOut().stream()
                .map(block -> "block " + block.block() + " (" + block.standing().inWords() + ")")
                .collect(Collectors.joining(", ")) + ".");
    }

    /** How it had more calls, combinations or requests going at once than its budget allows; empty if it had not. */
    public Optional<String> overBudget() {
        if (figures == null || !budgetKnown()) {
            return Optional.empty();
        }
        Budget budget = budget();
        Integer inFlight = figures.work().inFlightPeak();
        boolean over = figures.work().ioPeak() > budget.ioConcurrency()
                || figures.work().cpuPeak() > budget.cpuConcurrency()
                || inFlight != null && inFlight > budget.maxInFlight();
        return !over ? Optional.empty() : Optional.of("Over budget: up to " + figures.work().ioPeak() + " calls at once of "
                + budget.ioConcurrency() + " allowed, " + Format.count(figures.work().cpuPeak(), "combination") + " of "
                + budget.cpuConcurrency() + (inFlight == null
                        ? "."
                        : ", " + Format.count(inFlight, "request") + " in flight of " + budget.maxInFlight() + "."));
    }

    /** What the CPU time of a right answer also holds; empty where the service refused nothing. */
    private Optional<String> refusals() {
        double perSecond = figures == null ? 0 : figures.refusedPerSecond();
        return !(perSecond > 0) ? Optional.empty() : Optional.of("CPU per right answer is an upper bound: it includes the"
                + " CPU of " + Format.perSecond(perSecond) + " refused requests per second.");
    }

    /** Which measured window was not steady, and how; empty where none is known. */
    public Optional<String> notSteady() {
        List<Block> counted = blocks.stream().filter(Block::counts).toList();
        List<Block> missed = counted.stream().filter(block -> block.moved().isPresent()).toList();
        return missed.stream().findFirst().map(first -> "No steady state" + (counted.size() == 1
                        ? ""
                        : " in " + missed.size() + " of " + counted.size() + " blocks, first in block " + first.block())
                + ": " + first.moved().orElse("") + ".");
    }

    /** Whether the topology and the task times of the trial explain why it fell behind an open load; empty where it did not. */
    public Optional<String> whyBehind() {
        return standing.grade() == Grade.FELL_BEHIND ? Optional.ofNullable(limits).map(LoadLimits::why) : Optional.empty();
    }

    /** That an open load leaves little of its capacity, though it kept up; empty where it leaves enough. */
    public Optional<String> nearLimit() {
        return standing.keptUp() ? Optional.ofNullable(limits).flatMap(LoadLimits::near) : Optional.empty();
    }

    Row with(Map<Metric, Ranking.Place> newPlaces) {
        return new Row(trials, blocks, standing, figures, floor, bounds, limits, newPlaces, profile, unknown, carried);
    }

    Row with(LeastTime newFloor) {
        return new Row(trials, blocks, standing, figures, newFloor, bounds, limits, places, profile, unknown, carried);
    }

    Row with(Carried processes) {
        return new Row(trials, blocks, standing, figures, floor, bounds, limits, places, profile, unknown, processes);
    }
}
