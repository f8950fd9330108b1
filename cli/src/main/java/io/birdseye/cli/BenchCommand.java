package io.birdseye.cli;

import io.birdseye.loadtest.TrialFailure;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code birdseye bench}. The benches bring JMH and more, so they run in a JVM of their own. */
@Command(
        name = "bench",
        description = "Measure what is promised about speed, and print target, measured, met or missed.",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:every promise is kept", "1:one is missed, or could not be measured", "2:wrong options"})
final class BenchCommand implements Callable<Integer> {

    private static final String MAIN = "io.birdseye.benchmarks.BenchMain";

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
        Home home = Home.find();
        Path target = home.folder().resolve("benchmarks").resolve("target");
        Path jar = target.resolve("birdseye-benchmarks.jar");
        if (!Files.isRegularFile(jar)) {
            throw new TrialFailure("benchmarks has not been built: no program in " + target);
        }
        Path folder = out.orElseGet(() -> home.folder()
                        .resolve("results")
                        .resolve("bench-" + DateTimeFormatter.ofPattern("yyyy-MM-dd-HHmmss").format(LocalDateTime.now())))
                .toAbsolutePath();
        List<String> command = new ArrayList<>(List.of(
                home.java().toString(),
                "--enable-preview", "--enable-native-access=ALL-UNNAMED", "--sun-misc-unsafe-memory-access=allow",
                "-XX:+UseSerialGC", "-Xmx1g",
                "-Dbirdseye.home=" + home.folder(),
                "-cp", jar + File.pathSeparator + target.resolve("lib") + File.separator + "*",
                MAIN, "--out", folder.toString()));
        if (quick) {
            command.add("--quick");
        }
        publish.ifPresent(path -> command.addAll(List.of("--publish", path.toString())));
        command.addAll(names);
        Process process = new ProcessBuilder(command).inheritIO().start();
        Thread stop = new Thread(process::destroy);
        Runtime.getRuntime().addShutdownHook(stop);
        return process.waitFor();
    }
}
