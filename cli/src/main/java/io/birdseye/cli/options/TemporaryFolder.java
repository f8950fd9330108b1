package io.birdseye.cli.options;

import io.birdseye.model.Exit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A folder for the logs of one command. They matter only to whoever looks for a failure. */
public final class TemporaryFolder {

    private TemporaryFolder() {}

    /** A command that works with such a folder, and says how it ended. */
    @FunctionalInterface
    public interface Command {
        Exit run(Path folder) throws Exception;
    }

    /**
     * Runs a command with a folder of its own, and deletes the folder after it, or when this JVM is ended by Ctrl-C. If
     * the command fails the folder stays, and is named.
     */
    public static Exit use(BirdseyeCommand command, String name, Command run) throws Exception {
        Path folder = Files.createTempDirectory("birdseye-" + name);
        Thread interrupted = new Thread(() -> delete(folder), "birdseye-delete-logs");
        Runtime.getRuntime().addShutdownHook(interrupted);
        boolean well = false;
        try {
            Exit exit = run.run(folder);
            well = exit == Exit.FINE;
            return exit;
        } finally {
            if (removed(interrupted)) {
                if (well) {
                    delete(folder);
                } else {
                    command.print("logs are in " + folder);
                }
            }
        }
    }

    /** Whether the hook will not run; false when the JVM is ending and it runs already. */
    private static boolean removed(Thread hook) {
        try {
            return Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            return false;
        }
    }

    /** As much as can be deleted: a program that is just being ended may still write. */
    private static void delete(Path folder) {
        List<Path> all;
        try (Stream<Path> files = Files.walk(folder)) {
            all = files.sorted(Comparator.reverseOrder()).toList();
        } catch (IOException e) {
            return;
        }
        for (Path path : all) {
            try {
                Files.deleteIfExists(path);
            } catch (IOException e) {
                // The others are deleted nevertheless.
            }
        }
    }
}
