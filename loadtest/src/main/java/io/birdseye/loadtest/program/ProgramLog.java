package io.birdseye.loadtest.program;

import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The file to which a program appends its output. It is read in pieces, and kept at a bounded size: a program that
 * prints without end does not fill the disk. Safe for use by many threads.
 */
final class ProgramLog {

    static final int MAX_BYTES = 16 << 20;
    private static final int MAX_READ_AT_ONCE = 1 << 20;
    private static final int LAST_BYTES = 1 << 16;
    private static final int LAST_LINES = 3;

    /** Disks are given away in blocks of this size. */
    private static final int MIN_FREE_BYTES = 4_096;


    /** What a JVM says of JAVA_TOOL_OPTIONS and JDK_JAVA_OPTIONS; it explains no end. */
    private static final Pattern OPTIONS = Pattern.compile("^(NOTE: )?Picked up J");
    private static final String DELETED = " bytes of output were deleted before this line";

    private final Path file;
    private long bytesRead;
    private List<String> lastDeleted = List.of();

    /** Empties the file. */
    ProgramLog(Path file) throws IOException {
        this.file = file;
        Files.write(file, new byte[0]);
    }

    /** The lines since the last call, a megabyte at most; the last one is whole unless the program has ended. */
    synchronized List<String> newLines(boolean ended) {
        byte[] bytes = read(bytesRead, MAX_READ_AT_ONCE);
        int end = bytes.length;
        if (!ended || end == MAX_READ_AT_ONCE) {
            while (end > 0 && bytes[end - 1] != '\n') {
                end--;
            }
        }
        if (end == 0 && bytes.length == MAX_READ_AT_ONCE) {
            // One line of a megabyte is passed on in pieces.
            end = bytes.length;
        }
        bytesRead += end;
        return new String(bytes, 0, end, StandardCharsets.UTF_8).lines().toList();
    }

    synchronized List<String> lastLines() {
        String end = new String(read(Math.max(0, size() - LAST_BYTES), LAST_BYTES), StandardCharsets.UTF_8);
        List<String> lines = Stream.concat(lastDeleted.stream(), end.lines())
                .filter(line -> !line.isBlank() && !line.startsWith("\t") && !line.startsWith("WARNING"))
                .filter(line -> !OPTIONS.matcher(line).find())
                .map(String::strip)
                .filter(line -> !line.endsWith(DELETED))
                .toList();
        return lines.subList(Math.max(0, lines.size() - LAST_LINES), lines.size());
    }

    /** Empties a file that is too large; what the program prints in these microseconds is lost. */
    synchronized void bound() {
        long size = size();
        if (size <= MAX_BYTES) {
            return;
        }
        lastDeleted = lastLines();
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.truncate(0);
            bytesRead = 0;
            Files.writeString(file, "birdseye: " + size + DELETED + "\n", StandardOpenOption.APPEND);
        } catch (IOException e) {
            // The disk is full, or somebody has removed the log: the program does not suffer from it.
        }
    }

    /** Whether nothing more can be written to the file's disk; false where the system does not tell. */
    boolean diskIsFull() {
        try {
            FileStore disk = Files.getFileStore(file);
            return isFull(disk.getTotalSpace(), disk.getUnallocatedSpace());
        } catch (IOException e) {
            return false;
        }
    }

    /** By all free space, not that of ordinary users: where they have none left, root may still write. */
    static boolean isFull(long totalBytes, long freeBytes) {
        return totalBytes > 0 && freeBytes < MIN_FREE_BYTES;
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
