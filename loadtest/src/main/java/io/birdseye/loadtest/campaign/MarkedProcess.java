package io.birdseye.loadtest.campaign;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A process that carries a mark in its environment. Whatever a process starts inherits its environment, so a mark finds
 * all of them, also after those between have ended. A look at all costs one small file for each process of the machine.
 *
 * @param commandLine with blanks between the arguments
 */
record MarkedProcess(long pid, String commandLine) {

    /** The name of the variable that holds the mark. */
    static final String VARIABLE = "CAMPAIGN_TRY";

    /** All that run now. */
    static List<MarkedProcess> all(Path mark) {
        return all(Path.of("/proc"), mark);
    }

    /** From a folder like {@code /proc}. Processes of other users cannot be read, and are none of ours. */
    static List<MarkedProcess> all(Path proc, Path mark) {
        String wanted = "\0" + VARIABLE + "=" + mark + "\0";
        List<MarkedProcess> found = new ArrayList<>();
        try (DirectoryStream<Path> processes = Files.newDirectoryStream(proc, "[0-9]*")) {
            for (Path process : processes) {
                if (("\0" + text(process.resolve("environ")) + "\0").contains(wanted)) {
                    found.add(new MarkedProcess(
                            Long.parseLong(process.getFileName().toString()),
                            text(process.resolve("cmdline")).replace('\0', ' ').strip()));
                }
            }
        } catch (IOException e) {
            // A system without such a folder: nothing is known of its processes.
        }
        return found;
    }

    private static String text(Path file) {
        try {
            return new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            // The process has ended since the folder was listed, or belongs to somebody else.
            return "";
        }
    }
}
