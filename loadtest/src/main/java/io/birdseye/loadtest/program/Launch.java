package io.birdseye.loadtest.program;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a {@link Launcher} starts, in this JVM's folder unless another is given; without a log it uses this terminal.
 */
public record Launch(
        String name, List<String> command, Optional<Path> folder, Optional<Path> log, Map<String, String> environment) {

    public Launch {
        command = List.copyOf(command);
        environment = Map.copyOf(environment);
    }

    /** Output goes to a file, written by the program itself and emptied whenever it exceeds 16 MB. */
    public static Launch logged(String name, List<String> command, Path log) {
        return new Launch(name, command, Optional.empty(), Optional.of(log), Map.of());
    }

    /** The program uses the terminal of this JVM, so none of its lines can be awaited. */
    public static Launch inherited(String name, List<String> command) {
        return new Launch(name, command, Optional.empty(), Optional.empty(), Map.of());
    }

    public Launch inFolder(Path workingDirectory) {
        return new Launch(name, command, Optional.of(workingDirectory), log, environment);
    }

    public Launch withEnvironment(Map<String, String> variables) {
        return new Launch(name, command, folder, log, variables);
    }
}
