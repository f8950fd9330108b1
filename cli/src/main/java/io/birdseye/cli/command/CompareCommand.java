package io.birdseye.cli.command;

import io.birdseye.cli.options.BlockOptions;
import io.birdseye.cli.options.OwnServiceOptions.Extent;
import io.birdseye.cli.terminal.TimeNeeded;
import io.birdseye.loadtest.recipe.BlockPlan;
import io.birdseye.loadtest.recipe.Comparison;
import io.birdseye.loadtest.trial.RunningService;
import io.birdseye.loadtest.trial.Task;
import io.birdseye.loadtest.trial.TrialSettings;
import io.birdseye.model.Durations;
import io.birdseye.model.Effort;
import io.birdseye.model.Exit;
import io.birdseye.model.Format;
import io.birdseye.model.Load;
import io.birdseye.model.ProfileEvent;
import io.birdseye.report.Reports;
import io.birdseye.report.Verdicts;
import io.birdseye.report.condition.Condition;
import io.birdseye.report.condition.ConditionResult;
import io.birdseye.report.condition.Conditions;
import io.birdseye.report.export.Exported;
import io.birdseye.report.result.Results;
import io.birdseye.report.result.RowKey;
import io.birdseye.report.result.Trial;
import io.birdseye.report.result.Trial.Measured;
import io.birdseye.report.result.TrialProfile;
import io.birdseye.report.table.ComparisonTable;
import io.birdseye.report.table.Row;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
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
    protected Exit run() throws Exception {
        requireOptions();
        Path folder = workspace.newResults(out, "", "");
        TrialSettings settings = settings(effort.level(), folder);
        if (cluster.dryRun()) {
            printText(cluster.site(this, load.injectors().count()).manifests(Task.Measure.first(settings)));
            return Exit.FINE;
        }
        Conditions conditions = verdict.conditions(this, settings.rows());
        conditions.all().stream().filter(Condition::isOfCapacity).findFirst().ifPresent(condition -> {
            throw wrong("--fail-on '" + condition + "' is of a search: 'capacity' has it");
        });
        BlockPlan plan = blocks.plan(this, settings.rows().stream().map(RowKey::strategy).distinct().toList());
        boolean running = settings.subject() instanceof RunningService;
        if (running && profile.isPresent()) {
            throw wrong("--profile needs a service that Birdseye starts: --service, or none");
        }
        explain(settings);
        announceTime(Comparison.estimate(settings, plan, cluster.slots()), plan(
                settings.measurement().blocks(), Format.count(plan.trials(settings.subject()), running ? "slice" : "trial"),
                settings.load().warmUp().total(), settings.load().duration()));
        if (settings.measurement().blocks() == 1) {
            announceIndication(settings.rows().size(), given -> Comparison.estimate(
                    given ? settings.withBlocks(BlockOptions.MIN_FOR_RANKING) : settings(Effort.NORMAL, folder),
                    plan, cluster.slots()));
        }
        return show(measured(settings, plan, open), folder, conditions);
    }

    private String plan(int rounds, String each, Duration warmUpTime, Duration window) {
        return Format.text("%s of %s, each %s of warm-up and %s measured%s", Format.count(rounds, "block"), each,
                Durations.format(warmUpTime), Durations.format(window), blocks.announcement());
    }

    /**
     * Says what would give a ranking, and how long it takes: more blocks, where their number is given, or more effort.
     */
    private void announceIndication(int rows, Function<Boolean, Duration> estimate) {
        if (rows < 2 || profile.isPresent() || blocks.growing()) {
            return;
        }
        boolean given = blocks.given().isPresent();
        String what = given ? "--blocks " + BlockOptions.MIN_FOR_RANKING : "--effort normal";
        announce("An indication: one block gives no ranking. For a ranking: " + what + " ("
                + TimeNeeded.roughly(estimate.apply(given)) + ")");
    }

    private Exit show(Results results, Path folder, Conditions conditions) throws IOException {
        ComparisonTable comparison;
        try {
            comparison = Reports.write(results, folder, simplicity());
        } catch (IOException e) {
            throw new IOException(e.getMessage() + "; every trial is kept, and the same command with --out " + folder
                    + " writes the reports without measuring again", e);
        }
        verdict.export(Exported.of(comparison));
        print(tables().render(comparison));
        blocks.outcome(comparison.ranking(), folder).ifPresent(this::print);
        if (comparison.rows().stream().anyMatch(row -> row.validBlocks().size() < row.blocks().size())) {
            print("Invalid and failed trials are measured again by the same command with --out " + folder);
        }
        List<ConditionResult> judged = conditions.judge(comparison);
        judged.forEach(result -> print(result.line()));
        results.trials().stream().flatMap(trial -> noProfile(trial).stream()).distinct().forEach(this::print);
        print("Page: " + folder.resolve(Reports.PAGE).toUri());
        printJson(() -> Verdicts.of(comparison, judged));
        return measured(comparison).and(Conditions.exit(judged));
    }

    private static Optional<String> noProfile(Trial trial) {
        return Optional.ofNullable(trial.measured())
                .map(measured -> measured.course().profile())
                .map(TrialProfile::missing)
                .map(why -> "No profile of " + trial.row().label() + ": " + why);
    }

    /** Whether everything was measured that was asked for. */
    private Exit measured(ComparisonTable comparison) {
        if (comparison.results().trials().stream().anyMatch(Trial::failed)) {
            return Exit.CONDITION_FAILED;
        }
        return comparison.rows().stream().allMatch(Row::isJudged) && blocks.reached(comparison.ranking()) ? Exit.FINE : Exit.CANNOT_TELL;
    }
}
