package io.birdseye.cli.command;

import io.birdseye.cli.options.BlockOptions;
import io.birdseye.cli.options.OwnServiceOptions.Extent;
import io.birdseye.cli.terminal.TimeNeeded;
import io.birdseye.loadtest.capacity.SearchPlan;
import io.birdseye.loadtest.recipe.BlockPlan;
import io.birdseye.loadtest.recipe.Comparison;
import io.birdseye.loadtest.trial.LoadPlan;
import io.birdseye.loadtest.trial.Served;
import io.birdseye.loadtest.trial.TrialSettings;
import io.birdseye.model.Effort;
import io.birdseye.model.Format;
import io.birdseye.model.Load;
import io.birdseye.model.Objective;
import java.time.Duration;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
        name = "capacity",
        description = {
            "Find the highest rate that each strategy carries within an objective, and what a request costs there.",
            "With --url or --service, of variants of a service of your own."
        },
        footer = {
            "%nA fresh process for each answer: a ramp, then windows at the rate that is likeliest so far. --rate is where the ramp begins.",
            "Without --effort it is quick, which asks one process each, an indication; normal asks three,"
                    + " which gives a ranking; thorough five. Without --strategies there are those of compare."
        },
        exitCodeList = {
            "0:every row has an answer, and no condition of --fail-on is true",
            "1:a condition of --fail-on is true, or a process has no answer; the reason is in the table",
            "2:wrong options, or an objective below what a request takes alone",
            "3:the machine was disturbed, or a condition of --fail-on cannot be told"
        })
public class CapacityCommand extends SubjectCommand {

    @Option(names = "--objective", paramLabel = "OBJECTIVE",
            description = "How fast a request must be answered, such as 'p99 < 400ms' (p50, p90, p95 or p99); one that fails is too"
                    + " late (default: that of the scenario, or a p99 within twice the floor).")
    private Optional<Objective> objective = Optional.empty();

    @Option(names = "--most", paramLabel = "PER_SECOND", defaultValue = "2000",
            description = "No higher rate is offered (default: ${DEFAULT-VALUE}).")
    private double most;

    @Option(names = "--duration", paramLabel = "TIME",
            description = "Shortest window of a search (default: by --effort, 6s, 15s or 20s).")
    private Optional<Duration> duration = Optional.empty();

    @Option(names = "--warm-up", paramLabel = "TIME",
            description = "Load by users who wait for their answers, before the ramp of the warm service (default: by --effort, 20s, 30s or 45s).")
    private Optional<Duration> warmUp = Optional.empty();

    @Option(names = "--blocks", paramLabel = "N",
            description = "How many processes of each (default: by --effort, 1, 3 or 5); two or more give a ranking.")
    private Optional<Integer> blocks = Optional.empty();

    static Duration windowOf(Effort level) {
        return Duration.ofSeconds(level.pick(6, 15, 20));
    }

    static Duration warmUpOf(Effort level) {
        return Duration.ofSeconds(level.pick(20, 30, 45));
    }

    /** What is offered once a row has an answer. */
    SearchPlan.Beyond beyond(Effort level) {
        return SearchPlan.Beyond.A_FIFTH;
    }

    @Override
    Extent extent(Effort level) {
        return new Extent(
                warmUp.or(() -> Optional.of(warmUpOf(level))), duration.or(() -> Optional.of(windowOf(level))),
                blocks.or(() -> Optional.of(level.blocks())));
    }

    /** Pools that a user has not chosen are no limit before the cores are. */
    @Override
    Load sizedFor(Load asked) {
        return asked.at(Math.min(most, SearchPlan.PER_CORE * cluster.processors()));
    }

    @Override
    TrialSettings shaped(TrialSettings settings, Effort level) {
        LoadPlan plan = settings.load();
        if (plan.load().model() == Load.Model.CLOSED) {
            throw wrong("--users has no rate that could be searched: leave it out");
        }
        double start = load.given(this).map(Load::ratePerSecond).orElse(SearchPlan.FROM_PER_SECOND);
        if (!(most > start)) {
            throw wrong("--most must be above the rate at which the ramp begins, " + Format.rate(start));
        }
        Optional<Objective> ofScenario = settings.subject() instanceof Served served
                ? served.work().scenario().map(file -> file.scenario().objective())
                        .map(wanted -> new Objective(99, wanted.p99().toNanos() / 1e6))
                : Optional.empty();
        SearchPlan search = SearchPlan.of(objective.or(() -> ofScenario).orElse(Objective.OF_FLOOR), most, level).then(beyond(level));
        return new TrialSettings(
                settings.subject(), new LoadPlan(plan.load().at(start), plan.warmUp(), plan.duration(), search), settings.measurement());
    }

    @Override
    Way way(TrialSettings settings) {
        int processes = settings.measurement().blocks();
        int more = BlockOptions.MIN_FOR_RANKING;
        return new Way(
                BlockPlan.PLAIN, processes + (processes == 1 ? " process" : " processes") + " of each row",
                () -> Optional.of("one process each gives no ranking. For a ranking: --blocks " + more + " ("
                        + TimeNeeded.roughly(Comparison.estimate(settings.withBlocks(more), BlockPlan.PLAIN, cluster.slots())) + ")"),
                false);
    }
}
