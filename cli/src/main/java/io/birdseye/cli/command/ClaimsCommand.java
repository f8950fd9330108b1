package io.birdseye.cli.command;

import io.birdseye.cli.options.BirdseyeCommand;
import io.birdseye.cli.options.EffortOption;
import io.birdseye.cli.terminal.ProgressLine;
import io.birdseye.cli.terminal.Terminal;
import io.birdseye.experiments.Claims;
import io.birdseye.experiments.ClaimsRun;
import io.birdseye.experiments.claim.Verdict;
import io.birdseye.experiments.claim.Ledger.Entry;
import io.birdseye.experiments.claim.Ledger;
import io.birdseye.experiments.claim.TerminalLedger;
import io.birdseye.model.Effort;
import io.birdseye.model.Exit;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "claims",
        mixinStandardHelpOptions = true,
        description = "The claims of five much-quoted articles, re-run here: does it happen, and is the reason right?",
        synopsisSubcommandLabel = "(list | run)",
        subcommands = {ClaimsCommand.ListCommand.class, ClaimsCommand.RunCommand.class})
public final class ClaimsCommand {

    @Command(name = "list", description = "List the claims with their articles.")
    static final class ListCommand extends BirdseyeCommand {

        @Override
        protected Exit run() {
            printText(TerminalLedger.list(Claims.ofAllArticles().texts(), Terminal.columns()));
            return Exit.FINE;
        }
    }

    @Command(
            name = "run",
            description = "Measure claims, each in fresh JVMs, and write the ledger of verdicts.",
            footer = "%nEfforts, for all claims: quick takes at most 45 minutes, with wide intervals; normal at most one and a"
                    + " half hours, the same in more JVMs; thorough at most five hours, in larger sizes, too."
                    + " Without --effort quick, since it can be continued: verdicts that stay open are worth more time.",
            exitCodeList = {
                "0:every claim asked for has its verdicts, or the reason why it is not testable here",
                "3:a verdict is inconclusive: more repeats or a quieter machine would settle it"
            })
    static final class RunCommand extends BirdseyeCommand {

        @Parameters(arity = "0..*", paramLabel = "ID", description = "Claims such as BV-2 (default: all).")
        private List<String> ids = List.of();

        @Mixin
        private final EffortOption effort = new EffortOption();

        @Option(names = "--out", paramLabel = "DIR",
                description = "Folder of the ledger; one that has measurements is completed"
                        + " (default: results/claims-quick, -normal or -thorough).")
        private Optional<Path> out = Optional.empty();

        @Override
        protected Exit run() throws Exception {
            Claims claims = Claims.ofAllArticles();
            List<String> chosen = check(
                    () -> claims.choose(ids).stream().map(claim -> claim.text().id()).toList());
            Effort chosenEffort = effort.level();
            Path folder = workspace.results(out, "claims-" + chosenEffort);
            ClaimsRun run = new ClaimsRun(claims, chosenEffort, folder);
            announceTime(run.estimate(chosen), "at most");
            announce("Results go to " + folder);
            lookAtMachine();
            Ledger ledger;
            try (ProgressLine progress = progress("claims")) {
                ledger = run.run(chosen, progress);
            }
            Ledger asked = ledger.only(chosen);
            printText(TerminalLedger.render(asked, Terminal.columns()));
            print("Page: " + folder.resolve("claims.html").toUri());
            boolean open = asked.entries().stream()
                    .map(Entry::judgement)
                    .anyMatch(judgement -> judgement.effect().kind() == Verdict.Kind.INCONCLUSIVE
                            || judgement.cause().kind() == Verdict.Kind.INCONCLUSIVE);
            return open ? Exit.CANNOT_TELL : Exit.FINE;
        }
    }
}
