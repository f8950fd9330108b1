package io.birdseye.cli.command;

import io.birdseye.cli.options.BlockOptions;
import io.birdseye.cli.options.OwnServiceOptions.Extent;
import io.birdseye.cli.terminal.TimeNeeded;
import io.birdseye.loadtest.recipe.BlockPlan;
import io.birdseye.loadtest.recipe.Comparison;
import io.birdseye.loadtest.trial.RunningService;
import io.birdseye.loadtest.trial.TrialSettings;
import io.birdseye.model.Durations;
import io.birdseye.model.Effort;
import io.birdseye.model.Exit;
import io.birdseye.model.Format;
import io.birdseye.model.ProfileEvent;
import io.birdseye.report.result.RowKey;
import io.birdseye.report.result.Trial;
import io.birdseye.report.result.Trial.TrialProfile;
import io.birdseye.report.table.ComparisonTable;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "compare",
        description = {
            "Measure strategies under load, one fresh JVM each, and print a table, a page and results.json.",
            "With --url or --service, measure variants of a service of your own instead."
        },
        footer = {
            "%nWithout --rate, --users and a scenario the load is 50 requests per second, or less where that keeps the cores more than 40 %% busy. The first answer takes five minutes:"
                    + " without --strategies the seven families of the main article as one would run them today, and two of today;"
                    + " without --effort quick.",
            "Efforts: quick measures everything once (10 s of warm-up, 6 s measured), an indication in five minutes; normal"
                    + " three times (18 s, 30 s), which gives a ranking; thorough five times (30 s, 60 s), which can be"
                    + " published."
        },
        exitCodeList = {
            "0:every trial was measured, enough of them are valid, and no condition of --fail-on is true",
            "1:a condition of --fail-on is true, or a trial failed; the others are in the table",
            "3:too few trials are valid, --precision was not reached, or a condition of --fail-on cannot be told"
        })
public final class CompareCommand extends SubjectCommand {

    @Option(names = "--duration", paramLabel = "TIME",
            description = "Measured time of each trial (default: by --effort, 6s, 30s or 60s).")
    private Optional<Duration> duration = Optional.empty();

    @Option(names = "--warm-up", paramLabel = "TIME",
            description = "Load before that, not measured, in three cycles of rising rate"
                    + " (default: by --effort, 10s, 18s or 30s).")
    private Optional<Duration> warmUp = Optional.empty();

    @Mixin
    private final BlockOptions blocks = new BlockOptions();

    @Option(names = "--open",
            description = "Open the page in the browser at once; it fills row by row.")
    private boolean open;

    @Option(names = "--profile", paramLabel = "EVENT",
            description = "Profile the middle of each trial: cpu, wall or alloc. The page links flame graphs, and differential"
                    + " ones of two rows. Profiled trials are not ranked.")
    private Optional<ProfileEvent> profile = Optional.empty();

    @Override
    Extent extent(Effort level) {
        return new Extent(
                warmUp, duration, service.given() ? blocks.given() : Optional.of(blocks.least(level.blocks())));
    }

    @Override
    Optional<ProfileEvent> profile() {
        return profile;
    }

    @Override
    String prefix() {
        return "";
    }

    @Override
    Way way(TrialSettings settings) {
        boolean running = settings.subject() instanceof RunningService;
        BlockPlan plan = blocks.plan(this, settings.rows().stream().map(RowKey::strategy).distinct().toList());
        if (running && profile.isPresent()) {
            throw wrong("--profile needs a service that Birdseye starts: --service, or none");
        }
        String what = Format.text("%s of %s, each %s of warm-up and %s measured%s", Format.count(settings.measurement().blocks(), "block"),
                Format.count(plan.trials(settings.subject()), running ? "slice" : "trial"),
                Durations.format(settings.load().warmUp().total()), Durations.format(settings.load().duration()), blocks.announcement());
        return new Way(plan, what, () -> surer(settings, plan), open);
    }

    /** More blocks, where their number is given, or more effort. */
    private Optional<String> surer(TrialSettings settings, BlockPlan plan) {
        if (profile.isPresent() || blocks.growing()) {
            return Optional.empty();
        }
        boolean given = blocks.given().isPresent();
        TrialSettings more = given ? settings.withBlocks(BlockOptions.MIN_FOR_RANKING) : settings(Effort.NORMAL, settings.measurement().out());
        return Optional.of("one block gives no ranking. For a ranking: " + (given ? "--blocks " + BlockOptions.MIN_FOR_RANKING : "--effort normal")
                + " (" + TimeNeeded.roughly(Comparison.estimate(more, plan, cluster.slots())) + ")");
    }

    @Override
    Exit judge(ComparisonTable comparison, Path folder) {
        blocks.outcome(comparison.ranking(), folder).ifPresent(this::print);
        if (comparison.rows().stream().anyMatch(row -> row.validBlocks().size() < row.blocks().size())) {
            print("Invalid and failed trials are measured again by the same command with --out " + folder);
        }
        comparison.results().trials().stream().flatMap(trial -> noProfile(trial).stream()).distinct().forEach(this::print);
        return blocks.reached(comparison.ranking()) ? Exit.FINE : Exit.CANNOT_TELL;
    }

    private static Optional<String> noProfile(Trial trial) {
        return Optional.ofNullable(trial.measured())
                .map(measured -> measured.course().profile())
                .map(TrialProfile::missing)
                .map(why -> "No profile of " + trial.row().label() + ": " + why);
    }
}
