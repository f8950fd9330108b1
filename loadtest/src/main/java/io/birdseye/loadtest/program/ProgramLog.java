package io.birdseye.loadtest.program;

import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/**
 * The file to which a program appends its output. It is read in pieces, and kept at a bounded size: of a program that
 * prints without end the last megabytes are kept. Safe for use by many threads.
 */
final class ProgramLog {

    /** Beyond this size the first part of the file is deleted. */
    static final int MOST_BYTES = 16 << 20;

    private static final int KEPT_BYTES = MOST_BYTES / 2;
    private static final int MOST_READ_AT_ONCE = 1 << 20;
    private static final int LAST_BYTES = 1 << 16;
    private static final int LAST_LINES = 3;

    private final Path file;
    private long bytesRead;

    /** Empties the file. */
    ProgramLog(Path file) throws IOException {
        this.file = file;
        Files.write(file, new byte[0]);
    }

    /**
     * The lines since the last call, at most a megabyte of them.
     *
     * @param ended whether the program has: only then the last line may lack its line break
     */
    synchronized List<String> newLines(boolean ended) {
        byte[] bytes = read(bytesRead, MOST_READ_AT_ONCE);
        int end = bytes.length;
        if (!ended || end == MOST_READ_AT_ONCE) {
            while (end > 0 && bytes[end - 1] != '\n') {
                end--;
            }
        }
        if (end == 0 && bytes.length == MOST_READ_AT_ONCE) {
            // One line of a megabyte is passed on in pieces.
            end = bytes.length;
        }
        bytesRead += end;
        return new String(bytes, 0, end, StandardCharsets.UTF_8).lines().toList();
    }

    /** The last lines that are neither stack frames nor warnings, at most three. */
    synchronized List<String> lastLines() {
        List<String> lines = new String(read(Math.max(0, size() - LAST_BYTES), LAST_BYTES), StandardCharsets.UTF_8)
                .lines()
                .filter(line -> !line.isBlank() && !line.startsWith("\t") && !line.startsWith("WARNING"))
                .map(String::strip)
                .toList();
        return lines.subList(Math.max(0, lines.size() - LAST_LINES), lines.size());
    }

    /**
     * Deletes the first part of a file that is too large. The program goes on to append, and does not notice; what it
     * prints in the microseconds between the last look and the truncation is lost.
     */
    synchronized void bound() {
        long size = size();
        if (size <= MOST_BYTES) {
            return;
        }
        byte[] kept = read(size - KEPT_BYTES, KEPT_BYTES);
        byte[] note = ("birdseye: " + (size - KEPT_BYTES) + " bytes of output were deleted before this line\n")
                .getBytes(StandardCharsets.UTF_8);
        byte[] since;
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            since = read(size, KEPT_BYTES);
            channel.truncate(0);
        } catch (IOException e) {
            return;
        }
        try {
            for (byte[] part : List.of(note, kept, since)) {
                Files.write(file, part, StandardOpenOption.APPEND);
            }
        } catch (IOException e) {
            // The disk is full: what the program wrote is lost, but the program runs.
        }
        bytesRead = note.length + Math.max(0, bytesRead - (size - KEPT_BYTES));
    }

    private long size() {
        return file.toFile().length();
    }

    private byte[] read(long from, int most) {
        if (size() <= from) {
            return new byte[0];
        }
        try (InputStream in = Files.newInputStream(file)) {
            in.skipNBytes(from);
            return in.readNBytes(most);
        } catch (IOException e) {
            // Somebody has removed the log: there is nothing to read, and the program does not suffer from it.
            return new byte[0];
        }
    }
}
