package io.birdseye.loadtest.program;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * What a {@link Launcher} starts.
 *
 * @param name in messages and thread names
 * @param command the executable and its arguments
 * @param environment variables added to those of this JVM
 * @param folder the working directory; empty for that of this JVM
 * @param output where stdout and stderr go
 * @param grace how long the program may take to end after SIGTERM, before it gets SIGKILL
 */
public record Launch(
        String name,
        List<String> command,
        Map<String, String> environment,
        Optional<Path> folder,
        Output output,
        Duration grace) {

    private static final Duration GRACE = Duration.ofSeconds(4);

    public Launch {
        command = List.copyOf(command);
        environment = Map.copyOf(environment);
    }

    /** Where the output of a program goes: stdout and stderr together, in the order in which they are written. */
    public sealed interface Output {

        /** A file, written anew. */
        record Log(Path file) implements Output {}

        /** Each line is handed on, on a thread of the program's own. */
        record Lines(Consumer<String> listener) implements Output {}

        /** The streams of this JVM, stdin too. No line can be awaited then. */
        record Inherited() implements Output {}
    }

    /** Output goes to a log file. */
    public static Launch logged(String name, List<String> command, Path log) {
        return new Launch(name, command, Map.of(), Optional.empty(), new Output.Log(log), GRACE);
    }

    /** Every line of the output goes to a listener. */
    public static Launch heard(String name, List<String> command, Consumer<String> listener) {
        return new Launch(name, command, Map.of(), Optional.empty(), new Output.Lines(listener), GRACE);
    }

    /** The program uses the terminal of this JVM. */
    public static Launch inherited(String name, List<String> command) {
        return new Launch(name, command, Map.of(), Optional.empty(), new Output.Inherited(), GRACE);
    }

    public Launch withEnvironment(Map<String, String> variables) {
        return new Launch(name, command, variables, folder, output, grace);
    }

    public Launch inFolder(Path workingDirectory) {
        return new Launch(name, command, environment, Optional.of(workingDirectory), output, grace);
    }

    public Launch withGrace(Duration untilKilled) {
        return new Launch(name, command, environment, folder, output, untilKilled);
    }
}
