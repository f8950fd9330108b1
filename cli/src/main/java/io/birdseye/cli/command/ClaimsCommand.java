package io.birdseye.cli.command;

import io.birdseye.experiments.Claims;
import io.birdseye.experiments.ClaimsRun;
import io.birdseye.experiments.RunRequest;
import io.birdseye.experiments.claim.ClaimText;
import io.birdseye.experiments.ledger.Ledger;
import io.birdseye.experiments.ledger.LedgerFiles;
import io.birdseye.experiments.ledger.TerminalLedger;
import io.birdseye.experiments.measure.Effort;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code birdseye claims}. */
@Command(
        name = "claims",
        description = "The claims of five much-quoted articles, re-run here: does it happen, and is the reason right?",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "(list | run)",
        subcommands = {ClaimsCommand.ListCommand.class, ClaimsCommand.RunCommand.class})
public final class ClaimsCommand {

    /** {@code birdseye claims list}. */
    @Command(name = "list", description = "List the claims with their articles.", mixinStandardHelpOptions = true)
    static final class ListCommand implements Runnable {

        @Spec
        @SuppressWarnings("NullAway.Init") // set by picocli before the call
        private CommandSpec spec;

        @Override
        public void run() {
            PrintWriter screen = spec.commandLine().getOut();
            screen.print(TerminalLedger.list(Claims.ofAllArticles().texts(), Terminal.columns()));
            screen.flush();
        }
    }

    /** {@code birdseye claims run}. */
    @Command(
            name = "run",
            description = "Measure claims, each in fresh JVMs, and write the ledger of verdicts.",
            mixinStandardHelpOptions = true,
            sortOptions = false,
            exitCodeListHeading = "%nExit codes:%n",
            exitCodeList = {
                "0:every claim asked for has its verdicts, or the reason why it is not testable here",
                "1:the ledger could not be kept",
                "2:wrong options"
            })
    static final class RunCommand implements java.util.concurrent.Callable<Integer> {

        @Parameters(arity = "0..*", paramLabel = "ID", description = "Claims such as BV-2 (default: all).")
        private List<String> ids = List.of();

        @ArgGroup
        private EffortOptions effort = new EffortOptions();

        @Option(names = "--out", paramLabel = "DIR",
                description = "Folder of the ledger; one that has measurements is completed"
                        + " (default: results/claims-quick or results/claims-full).")
        private Optional<Path> out = Optional.empty();

        @Option(names = "--publish", paramLabel = "DIR",
                description = "Also write the ledger there, as claims.md and claims.json.")
        private Optional<Path> publish = Optional.empty();

        @Spec
        @SuppressWarnings("NullAway.Init") // set by picocli before the call
        private CommandSpec spec;

        /** At most one of the two. */
        static final class EffortOptions {
            @Option(names = "--quick", description = "At most 25 minutes on two cores, wide intervals; the default.")
            private boolean quick;

            @Option(names = "--full", description = "At most two hours on two cores.")
            private boolean full;

            Effort chosen() {
                return full && !quick ? Effort.FULL : Effort.QUICK;
            }
        }

        @Override
        public Integer call() throws IOException, InterruptedException {
            Claims claims = Claims.ofAllArticles();
            requireKnown(claims);
            PrintWriter screen = spec.commandLine().getOut();
            Effort chosen = effort.chosen();
            Path folder = out.orElseGet(() -> Home.find().folder().resolve("results")
                            .resolve("claims-" + chosen.name().toLowerCase(Locale.ROOT)))
                    .toAbsolutePath();
            screen.println("Results go to " + folder);
            screen.flush();
            Ledger ledger;
            try (ClaimsProgress progress = new ClaimsProgress(screen)) {
                ledger = new ClaimsRun(claims).run(RunRequest.of(ids, chosen, folder), progress);
            }
            screen.print(TerminalLedger.render(ledger.only(chosenIds(claims)), Terminal.columns()));
            if (publish.isPresent()) {
                new LedgerFiles(publish.get().toAbsolutePath()).publish(ledger);
                screen.println("Published: " + publish.get().resolve("claims.md"));
            }
            screen.println("Page: " + folder.resolve("claims.html").toUri());
            screen.flush();
            return 0;
        }

        private List<String> chosenIds(Claims claims) {
            return claims.choose(ids).stream().map(claim -> claim.text().id()).toList();
        }

        private void requireKnown(Claims claims) {
            try {
                List<ClaimText> _ = claims.choose(ids).stream().map(claim -> claim.text()).toList();
            } catch (IllegalArgumentException e) {
                throw new ParameterException(spec.commandLine(), e.getMessage(), e);
            }
        }
    }
}
