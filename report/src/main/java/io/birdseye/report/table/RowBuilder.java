package io.birdseye.report.table;

import static java.util.Objects.requireNonNull;

import io.birdseye.model.Format;
import io.birdseye.model.Load;
import io.birdseye.report.capacity.Bound;
import io.birdseye.report.capacity.Capacity;
import io.birdseye.report.latency.Backlog;
import io.birdseye.report.latency.LatencyLog;
import io.birdseye.report.latency.LatencyProfile.Second;
import io.birdseye.report.result.Results;
import io.birdseye.report.result.ResultsFile;
import io.birdseye.report.result.Settings.TargetUsed;
import io.birdseye.report.result.Trial;
import io.birdseye.report.result.Trial.Latency;
import io.birdseye.report.result.Trial.Measured;
import io.birdseye.report.result.Trial.SteadyState;
import io.birdseye.report.result.Trial.TrialProfile;
import io.birdseye.report.statistics.Ranking;
import io.birdseye.report.table.LoadOutcome.ExpectedFailures;
import io.birdseye.report.table.LoadOutcome.Grade;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Makes one row out of its trials and their histograms, which are relative to a folder.
 *
 * @param capacity by what one request takes alone where this row was measured
 */
record RowBuilder(Results results, Path folder, Capacity capacity) {

    /**
     * Takes all trials of the row, in the order of their blocks. The histograms are read anew each time, since those of all
     * rows would fill the memory.
     *
     * @param compared which blocks may count
     */
    Row build(List<Trial> trials, IntPredicate compared) {
        Validity validity = Validity.of(results);
        Load load = results.settings().load();
        List<String> unknown = new ArrayList<>();
        SortedMap<Integer, Row.Block> byBlock = new TreeMap<>();
        List<Trial> counted = new ArrayList<>();
        List<Trial> behind = new ArrayList<>();
        LatencyLog merged = new LatencyLog();
        for (Trial trial : trials) {
            LatencyLog log = read(trial, unknown);
            List<Second> seconds = log.seconds();
            LoadOutcome standing = LoadOutcome.of(
                    trial, load, ExpectedFailures.of(results.settings()), validity, growth(trial.measured(), seconds));
            Row.Block block = new Row.Block(trial.block(), standing, compared.test(trial.block()), moved(trial.measured()),
                    becameFaster(seconds), latencies(trial.measured(), log));
            byBlock.merge(trial.block(), block, Row.Block::and);
            if (block.counts()) {
                counted.add(trial);
                merged.add(log);
            }
            if (standing.grade() == Grade.FELL_BEHIND) {
                behind.add(trial);
            }
        }
        List<Row.Block> blocks = List.copyOf(byBlock.values());
        if (counted.stream().anyMatch(trial -> !isValid(byBlock, trial))) {
            // The other trial of a pair in the same block is not valid.
            return build(trials, block -> compared.test(block) && trials.stream()
                    .allMatch(trial -> trial.block() != block || isValid(byBlock, trial)));
        }
        List<String> unjudged =
                Trial.measured(trials).flatMap(each -> validity.unknown(each).stream()).distinct().toList();
        if (!unjudged.isEmpty()) {
            unknown.add("Not known, so not judged: " + Format.list(unjudged) + ".");
        }
        trials.forEach(trial -> noProfile(trial).ifPresent(unknown::add));
        boolean searched = results.settings().searched();
        Trial first = Row.telling(trials);
        // What a process did that has no answer was at no rate of its own.
        List<Measured> figures = Trial.measured(counted.isEmpty() && !searched ? trials : counted).toList();
        List<LoadOutcome> standings = blocks.stream().map(Row.Block::standing).toList();
        LoadOutcome standing = searched ? LoadOutcome.ofSearch(standings) : LoadOutcome.overall(standings).within(
                results.settings().validity(), ExpectedFailures.of(results.settings()),
                Trial.measured(trials.stream().filter(trial -> isValid(byBlock, trial)).toList()).toList());
        Measured all = figures.isEmpty() ? null : MergedBlocks.measured(figures);
        TargetUsed target = results.settings().target();
        all = all == null || target == null ? all : withTail(all, merged);
        Capacity most = all == null ? capacity : capacity.among(Metric.PROGRAM_CPU.orNaN(all));
        List<Bound> bounds = target == null ? most.bounds(first.topology(), load) : bounds(target, all);
        return new Row(trials, blocks, standing, all, LeastTime.UNKNOWN, bounds,
                loadLimits(most, behind, counted, blocks),
                Map.of(Metric.first(results.settings()), Ranking.Place.unranked(first.row().label(), standing.inWords())),
                merged.isEmpty() ? null : merged.profile(), unknown,
                Carried.of(figures, all, bounds.getFirst(), results.environment().cores()));
    }

    private static boolean isValid(SortedMap<Integer, Row.Block> byBlock, Trial trial) {
        Row.Block block = byBlock.get(trial.block());
        return block != null && block.isValid();
    }

    /** From the histogram; where that is not there, as it was noted when it was. */
    private static OptionalDouble growth(@Nullable Measured measured, List<Second> seconds) {
        Double noted = measured == null ? null : measured.course().backlogGrowth();
        return seconds.isEmpty() && noted != null ? OptionalDouble.of(noted) : Backlog.growth(seconds);
    }

    private static Optional<String> noProfile(Trial trial) {
        return Optional.ofNullable(trial.measured())
                .map(measured -> measured.course().profile())
                .map(TrialProfile::missing).map(why -> "No profile of block " + trial.block() + ": " + why + ".");
    }

    private List<Bound> bounds(TargetUsed target, @Nullable Measured all) {
        Double cpuMs = all == null ? null : all.cpuMsPerAnswer();
        if (capacity.floor().callMs().isEmpty() || cpuMs == null || !(cpuMs > 0)) {
            return List.of(Bound.notKnown(target.upstreams()
                    ? "not known: the calls of a request, or its CPU time, are not"
                    : "not known: Birdseye does not play the services behind this one"));
        }
        return List.of(Bound.ofCores(results.environment().cores(), cpuMs));
    }

    /** Percentiles that no block carries alone, from the requests of all: slices are short. */
    private static Measured withTail(Measured blocks, LatencyLog merged) {
        return blocks.requests() == 0 || merged.isEmpty() || blocks.response().p99Ms() != null
                ? blocks
                : new Measured(blocks.counts(), merged.withTail(blocks.response(), true), merged.withTail(blocks.service(), false),
                        blocks.work(), blocks.instruments(), blocks.course(), blocks.parts());
    }

    private @Nullable LoadLimits loadLimits(
            Capacity most, List<Trial> behind, List<Trial> counted, List<Row.Block> blocks) {
        if (results.settings().load().model() != Load.Model.OPEN || results.settings().searched() || results.settings().target() != null) {
            return null;
        }
        int kept = (int) blocks.stream().filter(block -> block.standing().keptUp()).count();
        int valid = (int) blocks.stream().filter(Row.Block::isValid).count();
        return behind.stream()
                .findFirst()
                .map(first -> loadLimits(most, first, kept, valid))
                .orElseGet(() -> counted.stream()
                        .map(trial -> loadLimits(most, trial, kept, valid))
                        .min(Comparator.comparingDouble(LoadLimits::capacity))
                        .orElse(null));
    }

    private LoadLimits loadLimits(Capacity most, Trial trial, int kept, int blocks) {
        Load load = results.settings().load();
        Measured measured = requireNonNull(trial.measured(), "a trial that did not fail has figures");
        return new LoadLimits(load.ratePerSecond(), measured, most.bounds(trial.topology(), load).getFirst(),
                measured.requests() < LoadLimits.ENOUGH_ANSWERS
                        ? null
                        : capacity.among(Metric.PROGRAM_CPU.orNaN(measured)).inTrial(measured.work().tasks()).bounds(trial.topology(), load).getFirst(),
                capacity.floor().cpuMsPerRequest(), kept, blocks);
    }

    private LatencyLog read(Trial trial, List<String> unknown) {
        Measured measured = trial.measured();
        if (measured == null || measured.course().histogram().isBlank()) {
            return new LatencyLog();
        }
        try {
            return LatencyLog.read(ResultsFile.inside(folder, measured.course().histogram()).orElseThrow(
                    () -> new IOException("it lies outside the folder of the results")));
        } catch (IOException e) {
            unknown.add("No histogram for block " + trial.block() + ": " + measured.course().histogram() + " is missing or"
                    + " unreadable.");
            return new LatencyLog();
        }
    }

    private static List<Latency> latencies(@Nullable Measured measured, LatencyLog log) {
        return measured == null
                ? List.of() : List.of(log.withFailures(measured.response(), measured.requests(), measured.errors()));
    }

    /** Says of a window that was not steady whether it became faster, as after a warm-up that was too short. */
    private static boolean becameFaster(List<Second> seconds) {
        int third = seconds.size() / 3;
        return third > 0 && meanMs(seconds.subList(0, third)) > meanMs(seconds.subList(third, seconds.size()));
    }

    private static double meanMs(List<Second> seconds) {
        return seconds.stream().mapToDouble(Second::p50Ms).average().orElseThrow();
    }

    /** How the window left its level. */
    private static Optional<String> moved(@Nullable Measured measured) {
        return Optional.ofNullable(measured)
                .map(judged -> judged.course().steadyState())
                .filter(state -> state.verdict() == SteadyState.Steady.NOT_STEADY).map(SteadyState::reason);
    }
}
