package io.birdseye.cli.options;

import io.birdseye.scenario.InvalidScenario;
import java.io.IOException;

/** A file that is refused: its problems are printed one per line, without the usage of the command. Exit code 2. */
public final class RefusedInput extends RuntimeException {

    public RefusedInput(Exception cause) {
        super(cause.getMessage(), cause);
    }

    /** A file of the user's own that is read. */
    @FunctionalInterface
    public interface UserFile<T> {
        T read() throws IOException, InvalidScenario;
    }

    /** What was read; throws if it cannot be, or is not valid. */
    public static <T> T unless(UserFile<T> file) {
        try {
            return file.read();
        } catch (IOException | InvalidScenario e) {
            throw new RefusedInput(e);
        }
    }
}
