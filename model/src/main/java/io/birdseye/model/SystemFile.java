package io.birdseye.model;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Small files in which a system tells of itself, such as those of {@code /proc}. What they do not tell is empty. */
public final class SystemFile {

    private SystemFile() {}

    /** The group of a pattern, in which {@code ^} and {@code $} stand for the ends of a line, at its first match. */
    public static Optional<String> find(Path file, String pattern) {
        try {
            // By lines: read byte by byte, as files without a size are otherwise, those of /proc/sys end after the first.
            String text = String.join("\n", Files.readAllLines(file));
            Matcher found = Pattern.compile(pattern, Pattern.MULTILINE).matcher(text);
            return found.find() ? Optional.of(found.group(1).strip()) : Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** The same as a number; the group has at most 18 digits. */
    public static OptionalLong number(Path file, String pattern) {
        return find(file, pattern).stream().mapToLong(Long::parseLong).findFirst();
    }

    /** The file of this name of each thread of a process, which is a folder of {@code /proc}. Opens them all. */
    public static Map<String, String> ofThreads(Path process, String name) {
        Map<String, String> found = new HashMap<>();
        try (DirectoryStream<Path> threads = Files.newDirectoryStream(process.resolve("task"))) {
            for (Path thread : threads) {
                try {
                    found.put(thread.getFileName().toString(), Files.readString(thread.resolve(name)));
                } catch (IOException e) {
                    // The thread has ended since the folder was listed.
                }
            }
        } catch (IOException e) {
            // The process has ended, or the system does not tell.
        }
        found.values().removeIf(String::isBlank); // it ended while it was read
        return found;
    }
}
