package io.birdseye.cli.command;

import io.birdseye.cli.options.BirdseyeCommand;
import io.birdseye.cli.options.EffortOption;
import io.birdseye.cli.terminal.TimeNeeded;
import io.birdseye.loadtest.TrialFailure;
import io.birdseye.loadtest.program.JavaProgram;
import io.birdseye.loadtest.program.Launch;
import io.birdseye.loadtest.program.Launcher;
import io.birdseye.model.Effort;
import io.birdseye.model.Exit;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code birdseye bench}. The benches need JMH and other libraries, so they run in a JVM of their own. */
@Command(
        name = "bench",
        description = "Measure what is promised about speed, and print target, measured, met or missed.",
        footer = "%nEfforts: quick takes fewer and shorter measurements, a direction and no result; thorough measures each four"
                + " times as long, and in twice as many JVMs where several are compared.",
        exitCodeList = {"0:every promise is kept", "1:one is missed", "3:one could not be measured, and none is missed"})
public final class BenchCommand extends BirdseyeCommand {

    private static final Duration ALL_QUICK = Duration.ofMinutes(30);
    private static final Duration ALL = Duration.ofMinutes(120);
    private static final Duration ALL_THOROUGH = Duration.ofMinutes(270);

    private static final List<String> JVM_FLAGS = List.of(
            "--enable-preview", "--enable-native-access=ALL-UNNAMED", "--sun-misc-unsafe-memory-access=allow",
            "-XX:+UseSerialGC", "-Xmx1g");

    @Parameters(paramLabel = "BENCH",
            description = "Which, of start, cpu, excess, overhead, capacity, in-flight, mock and runner (default: all).")
    private List<String> names = List.of();

    @Mixin
    private final EffortOption effort = new EffortOption();

    @Option(names = "--out", paramLabel = "DIR",
            description = "Where logs and results go. Without BENCH, what the folder has with this effort is not measured again"
                    + " (default: a new one under results/).")
    private Optional<Path> out = Optional.empty();

    @Override
    protected Exit run() throws Exception {
        Path target = workspace.folder().resolve("benchmarks/target");
        Path jar = target.resolve("birdseye-benchmarks.jar");
        if (!Files.isRegularFile(jar)) {
            throw new TrialFailure("benchmarks has not been built: no program in " + target);
        }
        Effort level = effort.level();
        List<String> options = new ArrayList<>(List.of(
                "-Dbirdseye.home=" + workspace.folder(),
                "-Dbirdseye.bench.out=" + workspace.newResults(out, "bench-", ""),
                "-Dbirdseye.bench.effort=" + level));
        String classPath = jar + File.pathSeparator + target.resolve("lib") + File.separator + "*";
        List<String> command = new JavaProgram("io.birdseye.benchmarks.BenchMain", classPath, JVM_FLAGS)
                .command(workspace.java(), options, names);
        if (names.isEmpty()) {
            announceTime(level.pick(ALL_QUICK, ALL, ALL_THOROUGH), "all benches");
        } else {
            announce("Takes at most " + TimeNeeded.of(level.pick(ALL_QUICK, ALL, ALL_THOROUGH)) + ", what all benches take");
        }
        lookAtMachine();
        try (Launcher launcher = new Launcher()) {
            return Exit.ofProcess(
                    launcher.start(Launch.inherited("the benches", command)).awaitExit(Duration.ofDays(1), () -> {}));
        }
    }
}
