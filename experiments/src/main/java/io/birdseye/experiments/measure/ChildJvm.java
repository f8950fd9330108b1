package io.birdseye.experiments.measure;

import io.birdseye.experiments.measure.Run.Ending;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

/** Runs one experiment once in a fresh JVM, and kills that JVM with everything it started when its time is over. */
final class ChildJvm {

    private static final int SECONDS_TO_DIE = 10;

    /** The project's folder, as the start script passes it on. */
    private static final String HOME = "birdseye.home";

    private final Path folder;

    /** @param folder for settings, figures and output of the children */
    ChildJvm(Path folder) {
        this.folder = folder;
    }

    /**
     * Starts, waits, reads the figures. Takes at most the experiment's limit and some seconds.
     *
     * @throws IOException if files or the process cannot be made
     * @throws InterruptedException after the child was killed
     */
    Run run(Experiment experiment, Map<String, String> extraSettings) throws IOException, InterruptedException {
        Path settings = folder.resolve("settings.properties");
        Path figures = folder.resolve("figures.tsv");
        Path output = folder.resolve("output.txt");
        Files.deleteIfExists(figures);
        store(experiment, extraSettings, settings);
        Process process = new ProcessBuilder(command(experiment, settings, figures))
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        // Ctrl-C reaches the child too, but a signal to this process alone does not.
        Thread hook = endWithThisJvm(process);
        try {
            process.getOutputStream().close();
            boolean ended = process.waitFor(experiment.limit().toMillis(), TimeUnit.MILLISECONDS);
            Map<String, Double> metrics = read(figures);
            if (!ended) {
                String detail = "stopped after " + experiment.limit().toSeconds() + " s";
                return new Run(Ending.TIMED_OUT, detail, metrics);
            }
            return switch (process.exitValue()) {
                case 0 -> new Run(Ending.FINISHED, "", metrics);
                case ChildMain.NOT_POSSIBLE -> Run.notPossible(reason(output, process.exitValue()));
                default -> new Run(Ending.DIED, reason(output, process.exitValue()), metrics);
            };
        } finally {
            kill(process);
            forget(hook);
        }
    }

    /** Whatever ends this JVM, a signal too, ends the process; {@link #forget} when it has ended by itself. */
    static Thread endWithThisJvm(Process process) {
        Thread hook = new Thread(() -> killTree(process), "birdseye-end-child");
        Runtime.getRuntime().addShutdownHook(hook);
        return hook;
    }

    static void forget(Thread hook) {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The JVM is ending, and the hook runs.
        }
    }

    private static void killTree(Process process) {
        try (Stream<ProcessHandle> all = process.descendants()) {
            all.toList().forEach(ProcessHandle::destroyForcibly);
        }
        process.destroyForcibly();
    }

    private static void kill(Process process) throws InterruptedException {
        List<ProcessHandle> descendants;
        try (Stream<ProcessHandle> all = process.descendants()) {
            descendants = all.toList();
        }
        descendants.forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
        process.waitFor(SECONDS_TO_DIE, TimeUnit.SECONDS);
        for (ProcessHandle descendant : descendants) {
            try {
                descendant.onExit().get(SECONDS_TO_DIE, TimeUnit.SECONDS);
            } catch (ExecutionException | TimeoutException e) {
                // Killed it is; whoever inherits it has not collected it yet.
            }
        }
    }

    private static void store(Experiment experiment, Map<String, String> extra, Path file) throws IOException {
        Properties properties = new Properties();
        properties.putAll(experiment.settings());
        properties.putAll(extra);
        try (var writer = Files.newBufferedWriter(file)) {
            properties.store(writer, null);
        }
    }

    private static List<String> command(Experiment experiment, Path settings, Path figures) {
        List<String> command = new ArrayList<>();
        if (experiment.addressSpaceMb() > 0) {
            String limit = "ulimit -v " + experiment.addressSpaceMb() * 1024L;
            command.addAll(List.of("/bin/sh", "-c", limit + " && exec \"$@\"", "sh"));
        }
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("-Xmx" + experiment.heapMb() + "m");
        command.addAll(experiment.jvmFlags());
        command.add("--enable-native-access=ALL-UNNAMED");
        // Where the programs of the service are; it is no setting, since it says nothing of what is measured.
        String home = System.getProperty(HOME);
        if (home != null) {
            command.add("-D" + HOME + "=" + home);
        }
        command.addAll(List.of("-cp", absoluteClassPath(), ChildMain.class.getName(), experiment.probe().getName(),
                settings.toString(), figures.toString()));
        return command;
    }

    /** The child runs in a folder of its own, so relative entries must not stay relative. */
    static String absoluteClassPath() {
        String separator = System.getProperty("path.separator");
        return String.join(separator, Stream.of(System.getProperty("java.class.path").split(separator))
                .map(entry -> Path.of(entry).toAbsolutePath().toString())
                .toList());
    }

    private static Map<String, Double> read(Path figures) throws IOException {
        if (!Files.exists(figures)) {
            return Map.of();
        }
        try (Stream<String> lines = Files.lines(figures)) {
            return ProbeContext.read(lines);
        }
    }

    private static String reason(Path output, int status) throws IOException {
        // A crashed JVM may print broken characters: read leniently.
        List<String> lines = new String(Files.readAllBytes(output), StandardCharsets.ISO_8859_1).lines().toList();
        return lines.reversed().stream()
                .filter(line -> line.startsWith(ChildMain.REASON))
                .map(line -> line.substring(ChildMain.REASON.length()))
                .findFirst()
                .or(() -> lines.stream().filter(line -> line.contains("Error")).findFirst())
                .orElse("exit status " + status);
    }
}
