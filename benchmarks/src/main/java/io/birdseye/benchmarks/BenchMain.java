package io.birdseye.benchmarks;

import io.birdseye.benchmarks.BenchReport.Noise;
import io.birdseye.benchmarks.BenchReport.Outcome;
import io.birdseye.loadtest.FolderRefused;
import io.birdseye.loadtest.program.JavaProgram;
import io.birdseye.loadtest.program.Programs;
import io.birdseye.loadtest.program.RunFolder;
import io.birdseye.model.Effort;
import io.birdseye.model.Exit;
import io.birdseye.model.Machine;
import io.birdseye.model.ParentProcess;
import io.birdseye.model.process.MachineSample;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * Runs benches one after the other, and reports for each promise whether it is kept. {@code ./birdseye bench} starts
 * it, and passes its options as system properties that begin with {@value #OPTION}.
 */
public final class BenchMain {

    private static final String OPTION = "birdseye.bench.";
    private static final PrintStream SCREEN = new PrintStream(System.out, true, StandardCharsets.UTF_8);

    private BenchMain() {}

    /** @param names of the benches; none for all */
    public static void main(String[] names) throws Exception {
        ParentProcess.endWithParent();
        try {
            System.exit(run(List.of(names)).processCode());
        } catch (FolderRefused e) {
            SCREEN.println("birdseye bench: " + e.getMessage());
            System.exit(Exit.WRONG_INPUT.processCode());
        }
    }

    private static Exit run(List<String> names) throws Exception {
        for (String name : names) {
            if (!Bench.LABELS.contains(name)) {
                SCREEN.println("birdseye bench: there is no '" + name + "', but " + String.join(", ", Bench.LABELS));
                return Exit.WRONG_INPUT;
            }
        }
        List<Bench> chosen = Stream.of(Bench.values())
                .filter(bench -> names.isEmpty() || names.contains(bench.label()))
                .toList();
        Effort effort = Effort.valueOf(System.getProperty(OPTION + "effort", "normal").toUpperCase(Locale.ROOT));
        Path out = Files.createDirectories(Path.of(System.getProperty(OPTION + "out", "")).toAbsolutePath());
        Programs programs = Programs.builtIn(
                Path.of(System.getProperty("birdseye.home", "")).toAbsolutePath(), JavaProgram.thisJava());
        Duration estimate = chosen.stream().map(bench -> bench.estimate(effort)).reduce(Duration.ZERO, Duration::plus);
        SCREEN.println("About " + minutes(estimate) + "; logs and results go to " + out);
        BenchReport report;
        try (RunFolder _ = RunFolder.lock(out);
                BenchContext context = new BenchContext(programs, effort, out, what -> SCREEN.println("  … " + what))) {
            report = BenchReport.in(out, Machine.here());
            for (Bench bench : chosen) {
                if (names.isEmpty() && report.has(bench, effort)) {
                    SCREEN.println(bench.label() + ": measured before, in this folder");
                    continue;
                }
                SCREEN.println(bench.label() + " (about " + minutes(bench.estimate(effort)) + ")");
                Outcome outcome = outcome(bench, context);
                SCREEN.println(new BenchReport(report.machine(), List.of(outcome)).markdown());
                report = report.with(outcome);
                // After each, so that an interrupted run leaves what it has.
                report.write(out);
            }
        }
        List<Figure> promised = report.outcomes().stream()
                .flatMap(outcome -> outcome.figures().stream())
                .filter(Figure::promised)
                .toList();
        SCREEN.println(promised.stream().filter(Figure::met).count() + " of " + promised.size()
                + " promises kept; the tables are in " + out.resolve("bench.md"));
        return report.outcomes().stream().map(Outcome::exit).reduce(Exit.FINE, Exit::and);
    }

    private static Outcome outcome(Bench bench, BenchContext context) throws InterruptedException {
        Instant begin = Instant.now();
        double load = Machine.loadAverage();
        MachineSample machineBegin = MachineSample.now();
        List<Figure> figures = List.of();
        String failure = "";
        try {
            figures = bench.run(context);
        } catch (InterruptedException e) {
            throw e;
        } catch (Exception e) {
            // One bench that fails must not take the others with it.
            failure = e.getMessage() == null ? e.toString() : e.getMessage();
        }
        MachineSample.Shares machine = MachineSample.now().since(machineBegin);
        return new Outcome(
                bench.label(), bench.what(), begin.truncatedTo(ChronoUnit.MINUTES).toString(),
                new Noise(load, machine.stolen(), machine.others()), context.effort(),
                Duration.between(begin, Instant.now()).toMillis() / 1e3, figures, failure);
    }

    private static String minutes(Duration duration) {
        return Math.max(1, duration.toMinutes()) + " min";
    }
}
