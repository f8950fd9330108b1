package io.birdseye.report.table;

import io.birdseye.model.Format;
import io.birdseye.report.capacity.Capacity;
import io.birdseye.report.latency.Backlog;
import io.birdseye.report.latency.LatencyLog;
import io.birdseye.report.latency.LatencyProfile;
import io.birdseye.report.latency.Steadiness;
import io.birdseye.report.result.Results;
import io.birdseye.report.result.Trial;
import io.birdseye.report.result.Trial.Measured;
import io.birdseye.report.result.Trial.SteadyState;
import io.birdseye.report.table.Standing.Verdict;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Makes one row out of a strategy's trials and their histograms. */
final class RowBuilder {

    private final Results results;
    private final Path folder;
    private final Capacity capacity;
    private final Validity validity;

    /** Takes the folder to which the trials' histograms are relative. */
    RowBuilder(Results results, Path folder, Capacity capacity) {
        this.results = results;
        this.folder = folder.toAbsolutePath().normalize();
        this.capacity = capacity;
        this.validity = Validity.of(results);
    }

    /** Takes all trials of one strategy, in the order of their blocks. */
    Row build(List<Trial> trials) {
        List<String> unknown = new ArrayList<>();
        List<Row.Block> blocks = new ArrayList<>();
        List<Trial> counted = new ArrayList<>();
        LatencyLog merged = new LatencyLog();
        for (Trial trial : trials) {
            LatencyLog log = read(trial, unknown);
            Standing standing = Standing.of(trial, results.settings().load(), validity, growth(log));
            blocks.add(new Row.Block(trial.block(), standing, steadyState(trial, log)));
            if (standing.verdict().compareTo(Verdict.INVALID) < 0) {
                counted.add(trial);
                merged.add(log);
            }
        }
        Trial first = trials.stream()
                .filter(trial -> trial.topology().ioThreads() > 0)
                .findFirst()
                .orElse(trials.getFirst());
        List<String> unjudged = measured(trials).flatMap(each -> validity.unknown(each).stream()).distinct().toList();
        if (!unjudged.isEmpty()) {
            unknown.add("Not known, so not judged: " + Format.list(unjudged) + ".");
        }
        List<Measured> figures = measured(counted.isEmpty() ? trials : counted).toList();
        return new Row(first.strategy(), first.budget(), first.topology(), results.settings().load(), blocks,
                overall(blocks), figures.isEmpty() ? null : MergedBlocks.of(figures),
                results.floor().latencyMs(first.topology().callsInTurn()),
                capacity.predict(first.topology(), results.settings().load()), null,
                merged.isEmpty() ? null : LatencyProfile.of(merged), unknown);
    }

    private static Stream<Measured> measured(List<Trial> trials) {
        return trials.stream().map(Trial::measured).flatMap(Stream::ofNullable);
    }

    private LatencyLog read(Trial trial, List<String> unknown) {
        Measured measured = trial.measured();
        if (measured == null || measured.histogram().isBlank()) {
            return new LatencyLog();
        }
        try {
            Path file = folder.resolve(measured.histogram()).normalize();
            if (!file.startsWith(folder)) {
                throw new IOException("it lies outside the folder of the results");
            }
            return LatencyLog.read(file);
        } catch (IOException | InvalidPathException e) {
            unknown.add("No histogram for block " + trial.block() + ": " + measured.histogram() + " is missing or"
                    + " unreadable.");
            return new LatencyLog();
        }
    }

    private static OptionalDouble growth(LatencyLog log) {
        return log.isEmpty() ? OptionalDouble.empty() : Backlog.growth(LatencyProfile.seconds(log));
    }

    /** Judged again where an older build did not yet do it. */
    private static @Nullable SteadyState steadyState(Trial trial, LatencyLog log) {
        SteadyState judged = trial.measured() == null ? null : trial.measured().steadyState();
        return judged == null && !log.isEmpty() ? Steadiness.judge(LatencyProfile.seconds(log)) : judged;
    }

    private static Standing overall(List<Row.Block> blocks) {
        Verdict verdict = blocks.stream().map(block -> block.standing().verdict()).reduce(
                Verdict.KEPT_UP, (a, b) -> a.compareTo(b) > 0 ? a : b);
        List<Standing> worst =
                blocks.stream().map(Row.Block::standing).filter(one -> one.verdict() == verdict).toList();
        if (blocks.size() == 1) {
            return worst.getFirst();
        }
        int same = worst.size();
        String where = "in " + same + " of " + blocks.size() + " blocks";
        return new Standing(verdict, verdict == Verdict.KEPT_UP
                ? where
                : where + (same == 1 ? ": " : ", first: ") + worst.getFirst().reason());
    }
}
