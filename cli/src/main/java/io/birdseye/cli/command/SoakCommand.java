package io.birdseye.cli.command;

import io.birdseye.cli.effort.EffortOption;
import io.birdseye.cli.options.BirdseyeCommand;
import io.birdseye.cli.options.StrategyOptions;
import io.birdseye.cli.files.TemporaryFolder;
import io.birdseye.loadtest.campaign.Campaign;
import io.birdseye.loadtest.campaign.CampaignPage;
import io.birdseye.loadtest.campaign.CampaignPlan;
import io.birdseye.loadtest.campaign.CampaignResult;
import io.birdseye.loadtest.recipe.Soak;
import io.birdseye.loadtest.trial.Budgets;
import io.birdseye.loadtest.trial.Served;
import io.birdseye.loadtest.trial.ServiceOptions;
import io.birdseye.loadtest.trial.Work;
import io.birdseye.model.Exit;
import io.birdseye.model.Layout;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code birdseye soak}. */
@Command(
        name = "soak",
        description = "Mixed faults over all strategies: no wrong answer, no wrong status, no hang, and nothing left"
                + " behind. With --campaign: faults of the machine over small comparisons (killed processes, a full disk,"
                + " limits, frozen programs, busy cores), each of which ends with a right result or says why not, and can"
                + " be resumed.",
        exitCodeList = {"0:nothing was wrong", "1:something was; it is listed"})
public final class SoakCommand extends BirdseyeCommand {

    private static final Work WORK = Work.article(Duration.ZERO, 0.5, Layout.PRIMITIVE);
    private static final Duration START = Duration.ofSeconds(10);
    private static final Duration CAMPAIGN = Duration.ofMinutes(30);
    private static final ServiceOptions SERVICE = new ServiceOptions(
            64, 200, Optional.of(Duration.ofSeconds(4)), List.of("-XX:+UseParallelGC", "-Xmx1g"));

    @Option(names = "--duration", paramLabel = "TIME",
            description = "How long (default: by --effort, 30s, 2m or 60m); with --campaign no try begins that would end"
                    + " later (default: no bound).")
    private Optional<Duration> duration = Optional.empty();

    @Mixin
    private final EffortOption effort = new EffortOption();

    @Mixin
    private final StrategyOptions strategies = new StrategyOptions();

    @Option(names = "--seed", defaultValue = "1", paramLabel = "N",
            description = "Of the order of faults and of the mock, and of the moments and limits of a campaign"
                    + " (default: ${DEFAULT-VALUE}).")
    private long seed;

    @Option(names = "--campaign",
            description = "Faults of the machine instead of those of upstreams. Takes half an hour; needs Linux, and"
                    + " root for a full disk and a bound of threads.")
    private boolean campaign;

    @Option(names = "--tries", paramLabel = "N",
            description = "With --campaign: tries of each situation (default: 5 for each of four kills, 3 for the"
                    + " others).")
    private Optional<Integer> tries = Optional.empty();

    @Option(names = "--out", paramLabel = "DIR",
            description = "With --campaign: where its table goes, and the logs of tries in which something was wrong"
                    + " (default: a new one under results/).")
    private Optional<Path> out = Optional.empty();

    @Option(names = "--publish", paramLabel = "DIR",
            description = "With --campaign: also write the table into reliability.md of this folder, between its"
                    + " markers, and reliability.json beside it.")
    private Optional<Path> publish = Optional.empty();

    @Override
    protected Exit run() throws Exception {
        if (campaign) {
            return faultCampaign();
        }
        for (String option : List.of("--tries", "--out", "--publish")) {
            if (given(option)) {
                throw wrong(option + " belongs to --campaign");
            }
        }
        Duration time = duration.orElse(Duration.ofSeconds(effort.level().pick(30, 120, 3600)));
        announceTime(time.plus(START), "");
        Served served = new Served(
                strategies.chosen(this, Optional.empty()), new Budgets.Equal(8, 2), WORK, SERVICE);
        lookAtMachine();
        return TemporaryFolder.use(this, "soak", folder ->
                new Soak(served, time, seed, folder, strategies.programs(this), this::print).run()
                        ? Exit.FINE
                        : Exit.CONDITION_FAILED);
    }

    private Exit faultCampaign() throws Exception {
        for (String option : List.of("--strategies", "--plugin")) {
            if (given(option)) {
                throw wrong(option + " does not go with --campaign, which always runs the same comparison");
            }
        }
        Path folder = workspace.newResults(out, "campaign-", "");
        CampaignPlan plan = check(() -> new CampaignPlan(
                workspace.folder().resolve("birdseye"),
                tries.map(OptionalInt::of).orElse(OptionalInt.empty()),
                duration,
                seed, folder, commandLine()));
        announceTime(duration.orElse(CAMPAIGN), "at most");
        announce("Results go to " + folder);
        lookAtMachine();
        CampaignResult result = new Campaign(plan, workspace.programs(), this::print).run();
        CampaignPage page = new CampaignPage(result);
        page.write(folder);
        if (publish.isPresent()) {
            page.publish(publish.get().toAbsolutePath());
        }
        print("Table: " + folder.resolve(CampaignPage.MARKDOWN));
        return result.nothingWrong() ? Exit.FINE : Exit.CONDITION_FAILED;
    }
}
