package io.birdseye.experiments;

import io.birdseye.experiments.claim.ClaimText;
import io.birdseye.experiments.ledger.Entry;
import io.birdseye.experiments.ledger.TerminalLedger;
import io.birdseye.experiments.measure.Effort;
import io.birdseye.experiments.measure.Point;
import io.birdseye.experiments.measure.Run;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The claims ledger as a program of its own: {@code list}, and {@code run [ids] --quick|--full --out DIR}. */
@Command(name = "claims", mixinStandardHelpOptions = true,
        description = "The claims of the five articles, re-run here.")
public final class ClaimsMain {

    private static final int WIDTH = 120;

    private final PrintStream out;

    ClaimsMain(PrintStream out) {
        this.out = out;
    }

    /** Exit status 0 when everything asked for was judged, 1 on failure, 2 on bad input. */
    public static void main(String[] arguments) {
        System.exit(commandLine(System.out, System.err).execute(arguments));
    }

    static CommandLine commandLine(PrintStream out, PrintStream err) {
        return new CommandLine(new ClaimsMain(out)).setExecutionExceptionHandler((failure, command, result) -> {
            err.println(failure.getMessage());
            return failure instanceof IllegalArgumentException ? 2 : 1;
        });
    }

    @Command(name = "list", description = "Lists the claims.")
    int list() {
        for (ClaimText text : Claims.ofAllArticles().texts()) {
            out.printf("%-6s %s%n       article: %s%n", text.id(), text.claim(), text.figure());
        }
        return 0;
    }

    @Command(name = "run", description = "Measures claims and writes the ledger. Goes on where it was interrupted.")
    int run(
            @Parameters(arity = "0..*", paramLabel = "id", description = "Claims like AN-1; none means all.")
                    List<String> ids,
            @Option(names = "--full", description = "Up to two hours, in place of less than half of one.")
                    boolean full,
            @Option(names = "--quick", description = "The default.") boolean quick,
            @Option(names = "--out", description = "Folder of the ledger (default: ${DEFAULT-VALUE}).",
                    defaultValue = "results/claims") Path folder)
            throws IOException, InterruptedException {
        if (full && quick) {
            throw new IllegalArgumentException("--quick and --full exclude one another");
        }
        List<String> chosen = ids == null ? List.of() : ids;
        var request = RunRequest.of(chosen, full ? Effort.FULL : Effort.QUICK, folder);
        var ledger = new ClaimsRun(Claims.ofAllArticles()).run(request, new Lines());
        out.print(TerminalLedger.render(ledger, WIDTH));
        out.println("Ledger: " + folder.resolve("claims.md") + " and " + folder.resolve("ledger.json"));
        return 0;
    }

    /** One line for each step. */
    private final class Lines implements RunListener {

        @Override
        public void started(int claims, int runs, Duration expected) {
            out.printf("%d claims, %d JVMs to measure, about %s%n", claims, runs, minutes(expected));
        }

        @Override
        public void claimStarted(ClaimText claim) {
            out.printf("%s %s%n", claim.id(), claim.claim());
        }

        @Override
        public void runStarted(Point point) {}

        @Override
        public void runFinished(Point point, Run run, int runsLeft, Duration timeLeft) {
            out.printf("  %-45s %s %s (%d left, about %s)%n", point.name(),
                    run.outcome() == Run.Outcome.FINISHED ? "done" : run.outcome(), run.detail(), runsLeft,
                    minutes(timeLeft));
        }

        @Override
        public void claimFinished(Entry entry) {
            out.printf("%s effect %s, cause %s%n", entry.text().id(), entry.judgement().effect().kind().label(),
                    entry.judgement().cause().kind().label());
        }

        private static String minutes(Duration time) {
            return time.toMinutes() + " min " + time.toSecondsPart() + " s";
        }
    }
}
