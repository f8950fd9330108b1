package io.birdseye.benchmarks;

import io.birdseye.loadtest.program.MachineTime;
import io.birdseye.loadtest.program.Programs;
import io.birdseye.model.Machine;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine;

/** Runs benches one after the other and says of every promise whether it is kept. */
@Command(
        name = "bench",
        description = "Measure what is promised about speed, and print target, measured, met or missed.",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:every promise is kept", "1:one is missed, or could not be measured", "2:wrong options"})
public final class BenchMain implements Callable<Integer> {

    @Parameters(paramLabel = "BENCH", description = "Which, of: ${COMPLETION-CANDIDATES} (default: all).",
            completionCandidates = Names.class)
    private List<String> names = List.of();

    @Option(names = "--quick", description = "Fewer and shorter measurements: a direction, not a result.")
    private boolean quick;

    @Option(names = "--out", paramLabel = "DIR", required = true,
            description = "Where logs and results go; with those of other benches that the folder has.")
    private Path out = Path.of("");

    @Option(names = "--publish", paramLabel = "DIR",
            description = "Also write the tables into performance.md of this folder, between its markers.")
    private Optional<Path> publish = Optional.empty();

    private final PrintWriter screen = new PrintWriter(System.out, true, StandardCharsets.UTF_8);

    /** The names of all benches, for the help. */
    static final class Names extends ArrayList<String> {
        private static final long serialVersionUID = 1L;

        Names() {
            super(Benches.all().stream().map(Bench::name).toList());
        }
    }

    private BenchMain() {}

    public static void main(String[] arguments) {
        System.exit(new CommandLine(new BenchMain()).execute(arguments));
    }

    @Override
    public Integer call() throws Exception {
        List<Bench> chosen = Benches.all().stream()
                .filter(bench -> names.isEmpty() || names.contains(bench.name()))
                .toList();
        List<String> known = new Names();
        for (String name : names) {
            if (!known.contains(name)) {
                screen.println("birdseye bench: there is no '" + name + "', but " + String.join(", ", known));
                return CommandLine.ExitCode.USAGE;
            }
        }
        Programs programs = Programs.builtIn(
                Path.of(System.getProperty("birdseye.home", "")).toAbsolutePath(),
                Path.of(System.getProperty("java.home")).resolve("bin").resolve("java"));
        Machine machine = Machine.here();
        screen.println("Machine: " + machine.line());
        Duration estimate = chosen.stream().map(bench -> bench.estimate(quick)).reduce(Duration.ZERO, Duration::plus);
        screen.println("About " + Math.max(1, estimate.toMinutes()) + " min; logs and results go to " + out);
        BenchReport report = BenchReport.in(out.toAbsolutePath(), machine);
        try (BenchContext context = new BenchContext(
                programs, quick, out.toAbsolutePath(), what -> screen.println("  … " + what))) {
            for (Bench bench : chosen) {
                report = report.with(run(bench, context));
                // After each, so that an interrupted run leaves what it has.
                report.write(context.out());
            }
        }
        return finish(report);
    }

    private BenchOutcome run(Bench bench, BenchContext context) throws InterruptedException {
        screen.println();
        screen.println(bench.name() + ": " + bench.what() + " (about "
                + Math.max(1, bench.estimate(quick).toMinutes()) + " min)");
        String at = Instant.now().truncatedTo(ChronoUnit.MINUTES).toString();
        double load = Machine.loadAverage();
        long begin = System.nanoTime();
        Optional<MachineTime> machineBegin = MachineTime.now();
        List<Figure> figures = List.of();
        String failure = "";
        try {
            figures = bench.run(context);
            figures.forEach(this::print);
        } catch (InterruptedException e) {
            throw e;
        } catch (Exception e) {
            // One bench that fails must not take the others with it.
            failure = e.getMessage() == null ? e.toString() : e.getMessage();
            screen.println("  failed: " + failure);
        }
        Double stolen = machineBegin
                .flatMap(earlier -> MachineTime.now().map(now -> now.stolenShareSince(earlier)))
                .orElse(null);
        if (stolen != null) {
            screen.printf("  %.0f %% of the cores' time went to other machines%n", 100 * stolen);
        }
        return new BenchOutcome(bench.name(), bench.what(), at, load, stolen, quick, seconds(begin), figures, failure);
    }

    private void print(Figure figure) {
        screen.printf(
                "  %-6s  %-62s %14s  %s%s%n",
                figure.verdict(),
                figure.name(),
                figure.target().text(figure.unit()),
                figure.measuredText(),
                figure.note().isEmpty() ? "" : "  [" + figure.note() + "]");
    }

    private int finish(BenchReport report) throws IOException {
        if (publish.isPresent()) {
            report.publish(publish.get().resolve("performance.md"));
        }
        long promised = report.outcomes().stream()
                .flatMap(outcome -> outcome.figures().stream())
                .filter(Figure::promised)
                .count();
        long met = report.outcomes().stream()
                .flatMap(outcome -> outcome.figures().stream())
                .filter(figure -> figure.promised() && figure.met())
                .count();
        screen.println();
        screen.println(met + " of " + promised + " promises kept; the tables are in " + out.resolve("bench.md"));
        return report.outcomes().stream().allMatch(BenchOutcome::met) ? 0 : 1;
    }

    private static double seconds(long begin) {
        return (System.nanoTime() - begin) / 1e9;
    }
}
