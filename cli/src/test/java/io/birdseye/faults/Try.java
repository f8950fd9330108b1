package io.birdseye.faults;

import io.birdseye.faults.Fault.Hit;
import io.birdseye.loadtest.FolderRefused;
import io.birdseye.loadtest.TrialFailure;
import io.birdseye.loadtest.program.Launch;
import io.birdseye.loadtest.program.Launcher;
import io.birdseye.loadtest.program.Program;
import io.birdseye.loadtest.program.RunFolder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Comparisons in one folder, as a user runs them: by the start script, in a process of its own that starts all others. They are
 * found by the folder in their environment, which whatever they start inherits, also after those between have ended.
 */
final class Try implements AutoCloseable {

    /** A comparison of half a minute that takes longer hangs. */
    private static final Duration HANGS = Duration.ofMinutes(4);

    /** A program that is left looks for its parent once a second; one that is told to end has ten seconds. */
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    /** A request every 50 ms over two strategies: short, and long enough to be hit anywhere. */
    static final String COMMAND = "../birdseye compare --strategies executor,http-async --rate 20 --duration 2s"
            + " --warm-up 300ms --memory 0.5 --latency 20ms --jvm '-XX:+UseParallelGC -Xmx512m' --out $OUT";

    private final Launcher launcher = new Launcher();
    private final Path folder;
    private final String lift;
    private final Map<String, String> variables;
    private boolean lifted = true;

    /** @param lift the script that takes the fault back; it also runs when this JVM is ended, as by Ctrl-C */
    Try(Path folder, long amount, String lift) throws IOException {
        this.folder = folder;
        this.lift = lift;
        Files.createDirectories(temporary());
        Files.createDirectories(out());
        variables = Map.of(
                "TRY", folder.toString(), "OUT", out().toString(), "N", Long.toString(amount),
                // What is built is what is tried.
                "BIRDSEYE_NO_BUILD", "1",
                // Every JVM reads it: what one of them leaves in its folder for temporary files is found.
                "JDK_JAVA_OPTIONS", "-Djava.io.tmpdir=" + temporary());
        Runtime.getRuntime().addShutdownHook(new Thread(this::lift));
    }

    Path out() {
        return folder.resolve("results");
    }

    Path log(String name) {
        return folder.resolve(name + ".log");
    }

    private Path temporary() {
        return folder.resolve("tmp");
    }

    Program start(String name, String prefix) throws TrialFailure {
        String start = prefix.endsWith("exec") ? prefix + " " : "exec " + prefix + " ";
        return launcher.start(Launch.logged("the comparison", List.of("sh", "-c", start + COMMAND), log(name))
                .withEnvironment(variables));
    }

    /** Waits for the end of the comparison; the exit code of a process that was ended by a signal is 128 and its number. */
    static int awaitExit(Program comparison, Program.Watch watch) throws TrialFailure, InterruptedException {
        return comparison.awaitExit(HANGS, watch);
    }

    /** Waits for the moment and then for the process, and runs the script; false if the comparison has ended before. */
    boolean hit(Program comparison, Hit hit, long momentMillis) throws IOException, InterruptedException {
        long begin = System.nanoTime();
        while (comparison.alive()) {
            if (System.nanoTime() - begin >= momentMillis * 1_000_000) {
                Optional<Long> found = hit.program().isEmpty()
                        ? Optional.of(comparison.pid())
                        : processes().entrySet().stream()
                                .filter(process -> process.getValue().contains("\0" + hit.program() + "\0"))
                                .map(Map.Entry::getKey)
                                .findFirst();
                if (found.isPresent()) {
                    int _ = shell("PID=" + found.get() + "; " + hit.script());
                    return true;
                }
            }
            Thread.sleep(10);
        }
        return false;
    }

    /** Runs a script, which must end within half a minute, and returns its exit code. */
    int shell(String script) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder("timeout", "30", "sh", "-c", script);
        builder.environment().putAll(variables);
        // Not taken for a process of the comparison.
        builder.environment().put("TRY", folder + "/.");
        return builder.redirectErrorStream(true).redirectOutput(log("shell").toFile()).start().waitFor();
    }

    /** False where the fault cannot be injected on this machine. */
    boolean inject(String before) throws IOException, InterruptedException {
        lifted = shell(before) != 0;
        return !lifted;
    }

    /** The fault is over. */
    synchronized void lift() {
        try {
            if (!lifted && shell(lift) != 0) {
                throw new IOException(lift + " failed: " + Files.readString(log("shell")));
            }
            lifted = true;
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** All processes of comparisons, with their command lines. Those of other users cannot be read, and are none of ours. */
    Map<Long, String> processes() throws IOException {
        Map<Long, String> found = new TreeMap<>();
        try (DirectoryStream<Path> all = Files.newDirectoryStream(Path.of("/proc"), "[0-9]*")) {
            for (Path process : all) {
                if (text(process.resolve("environ")).contains("\0TRY=" + folder + "\0")) {
                    found.put(Long.valueOf(process.getFileName().toString()), text(process.resolve("cmdline")));
                }
            }
        }
        return found;
    }

    private static String text(Path file) {
        try {
            return "\0" + new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1) + "\0";
        } catch (IOException e) {
            // The process has ended since the folder was listed.
            return "";
        }
    }

    /** What is left some time after the end, in words: processes, with their ports, the lock, and temporary files. */
    List<String> leftBehind() throws IOException, InterruptedException {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (!leftNow().isEmpty() && System.nanoTime() < end) {
            Thread.sleep(50);
        }
        return leftNow();
    }

    List<String> leftNow() throws IOException {
        List<String> left = new ArrayList<>();
        processes().forEach((pid, command) -> left.add("process " + pid + " is left: " + command.replace('\0', ' ')));
        if (Files.isDirectory(out().resolve("trials"))) {
            try (RunFolder _ = RunFolder.lock(out().resolve("trials"))) {
                // It is free.
            } catch (FolderRefused e) {
                left.add("the lock is left: " + e.reason());
            }
        }
        files(temporary()).forEach(file -> left.add("a temporary file is left: " + file.getFileName()));
        return left;
    }

    static List<Path> files(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.toList();
        }
    }

    /** Ends all that it has started. */
    @Override
    public void close() throws IOException {
        lift();
        launcher.close();
        processes().keySet().forEach(pid -> ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly));
    }
}
