package io.birdseye.loadtest.campaign;

import io.birdseye.loadtest.TrialFailure;
import io.birdseye.loadtest.program.Launch;
import io.birdseye.loadtest.program.Launcher;
import io.birdseye.loadtest.program.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** A comparison as a user runs it: by the start script, in a process of its own that starts all others. */
final class ComparisonProcess implements AutoCloseable {

    private static final long POLL_MILLIS = 10;

    private final Program program;
    private final Path folder;
    private final long startNanos = System.nanoTime();

    /**
     * @param folder of the try; what the comparison starts carries its path as a mark
     * @param log the name of the file of its output in that folder
     * @param prefix in front of the command
     */
    ComparisonProcess(Launcher launcher, Path folder, String log, List<String> prefix, List<String> command)
            throws TrialFailure, IOException {
        this.folder = folder;
        Files.createDirectories(temporary(folder));
        List<String> whole = new ArrayList<>(prefix);
        whole.addAll(List.of(
                "env",
                MarkedProcess.VARIABLE + "=" + folder,
                // What is built is what is tried.
                "BIRDSEYE_NO_BUILD=1",
                // Every JVM reads it: what one of them leaves in its folder for temporary files is found.
                "JDK_JAVA_OPTIONS=-Djava.io.tmpdir=" + temporary(folder)));
        whole.addAll(command);
        whole.addAll(List.of("--out", results(folder).toString()));
        program = launcher.start(Launch.logged("the comparison", whole, folder.resolve(log)));
    }

    /** The folder of results of a try. */
    static Path results(Path folder) {
        return folder.resolve("results");
    }

    /** The folder for temporary files of all its programs. */
    static Path temporary(Path folder) {
        return folder.resolve("tmp");
    }

    /** The process of the command itself. */
    long pid() {
        return program.pid();
    }

    boolean alive() {
        return program.alive();
    }

    Duration elapsed() {
        return Duration.ofNanos(System.nanoTime() - startNanos);
    }

    /** All its processes. */
    Stream<MarkedProcess> processes() {
        return MarkedProcess.all(folder).stream();
    }

    /**
     * Waits for a moment of the run, and then for a process.
     *
     * @param mainClass of the process
     * @return empty if the comparison has ended before
     */
    Optional<MarkedProcess> await(Duration moment, String mainClass) throws InterruptedException {
        while (alive()) {
            if (elapsed().compareTo(moment) >= 0) {
                Optional<MarkedProcess> found = processes()
                        .filter(process -> process.commandLine().contains(" " + mainClass))
                        .findFirst();
                if (found.isPresent()) {
                    return found;
                }
            }
            Thread.sleep(POLL_MILLIS);
        }
        return Optional.empty();
    }

    /** Waits for the end, and returns the exit code; a process that was ended by a signal has 128 and its number. */
    int awaitExit(Duration atMost, Program.Watch watch) throws TrialFailure, InterruptedException {
        return program.awaitExit(atMost, watch);
    }

    /** Ends it, and all that it has started. */
    @Override
    public void close() {
        program.close();
        processes().map(process -> ProcessHandle.of(process.pid())).flatMap(Optional::stream)
                .forEach(ProcessHandle::destroyForcibly);
    }
}
