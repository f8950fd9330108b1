package io.birdseye.loadtest.profile;

import io.birdseye.loadtest.TrialFailure;
import io.birdseye.loadtest.program.Launch;
import io.birdseye.loadtest.program.Launcher;
import io.birdseye.loadtest.program.Program;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** A program that is run to its end, with bounded patience: a JVM that stands still answers no profiler. */
record Tool(Launcher launcher, Path program, Path log) {

    private static final Duration PATIENCE = Duration.ofSeconds(15);

    /** @throws TrialFailure if it ends otherwise than with 0, or not in time; with its last line */
    List<String> run(String... arguments) throws TrialFailure, InterruptedException {
        List<String> command = Stream.concat(Stream.of(program.toString()), Stream.of(arguments)).toList();
        String name = String.valueOf(program.getFileName());
        try (Program running = launcher.start(Launch.logged(name, command, log))) {
            running.awaitEnd(PATIENCE, () -> {});
            return running.newLines();
        }
    }
}
