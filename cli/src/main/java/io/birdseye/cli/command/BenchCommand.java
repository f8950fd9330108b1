package io.birdseye.cli.command;

import io.birdseye.cli.options.Workspace;
import io.birdseye.loadtest.TrialFailure;
import io.birdseye.loadtest.program.JavaProgram;
import io.birdseye.loadtest.program.Launch;
import io.birdseye.loadtest.program.Launcher;
import io.birdseye.loadtest.program.Program;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code birdseye bench}. The benches need JMH and other libraries, so they run in a JVM of their own. */
@Command(
        name = "bench",
        description = "Measure what is promised about speed, and print target, measured, met or missed.",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:every promise is kept", "1:one is missed, or could not be measured", "2:wrong options"})
public final class BenchCommand implements Callable<Integer> {

    private static final String MAIN = "io.birdseye.benchmarks.BenchMain";
    private static final List<String> JVM_FLAGS = List.of(
            "--enable-preview", "--enable-native-access=ALL-UNNAMED", "--sun-misc-unsafe-memory-access=allow",
            "-XX:+UseSerialGC", "-Xmx1g");

    @Parameters(paramLabel = "BENCH",
            description = "Which, of start, cpu, excess, overhead, capacity, in-flight, mock and runner (default: all).")
    private List<String> names = List.of();

    @Option(names = "--quick", description = "Fewer and shorter measurements: a direction, not a result.")
    private boolean quick;

    @Option(names = "--out", paramLabel = "DIR",
            description = "Where logs and results go (default: a new one under results/).")
    private Optional<Path> out = Optional.empty();

    @Option(names = "--publish", paramLabel = "DIR",
            description = "Also write the tables into performance.md of this folder, between its markers.")
    private Optional<Path> publish = Optional.empty();

    @Override
    public Integer call() throws Exception {
        Workspace workspace = Workspace.find();
        Path target = workspace.folder().resolve("benchmarks").resolve("target");
        Path jar = target.resolve("birdseye-benchmarks.jar");
        if (!Files.isRegularFile(jar)) {
            throw new TrialFailure("benchmarks has not been built: no program in " + target);
        }
        List<String> arguments = new ArrayList<>(List.of(
                "--out", workspace.results(out, "bench-" + Workspace.stamp()).toString()));
        if (quick) {
            arguments.add("--quick");
        }
        publish.ifPresent(path -> arguments.addAll(List.of("--publish", path.toString())));
        arguments.addAll(names);
        JavaProgram benches = new JavaProgram(
                MAIN, jar + File.pathSeparator + target.resolve("lib") + File.separator + "*", JVM_FLAGS);
        List<String> command = benches.command(
                workspace.java(), List.of("-Dbirdseye.home=" + workspace.folder()), arguments);
        try (Launcher launcher = new Launcher()) {
            Program program = launcher.start(Launch.inherited("the benches", command));
            return program.awaitExit(Duration.ofDays(1), () -> {});
        }
    }
}
