package io.birdseye.model;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.regex.Pattern;

/** Writes files that appear whole or not at all: a reader, or a disk that is full, never leaves half of one. */
public final class WholeFile {

    /** What Linux, macOS and Windows say of a disk, or a quota, that is used up. */
    private static final Pattern FULL = Pattern.compile("(?i)no space left|not enough space|quota exceeded");

    private WholeFile() {}

    /** Writes text in UTF-8; see {@link #write(Path, byte[])}. */
    public static void write(Path file, String text) throws IOException {
        write(file, text.getBytes(StandardCharsets.UTF_8));
    }

    /**
     * Writes beside the file and renames. What was there before is replaced.
     *
     * @throws IOException if the disk does not take it, with the file, the reason and, if the disk is full, how much is
     *     missing; the file is then what it was before
     */
    public static void write(Path file, byte[] content) throws IOException {
        Path partial = file.resolveSibling(file.getFileName() + ".part");
        try {
            Files.write(partial, content);
            try {
                Files.move(partial, file, StandardCopyOption.ATOMIC_MOVE);
            } catch (AtomicMoveNotSupportedException e) {
                Files.move(partial, file, StandardCopyOption.REPLACE_EXISTING);
            }
        } catch (IOException e) {
            throw new IOException(file + " cannot be written: " + reason(e, partial, content.length), e);
        } finally {
            Files.deleteIfExists(partial);
        }
    }

    private static String reason(IOException e, Path file, int bytes) {
        // Of a disk that is full the JDK says neither the file nor how much is missing.
        if (FULL.matcher(String.valueOf(e.getMessage())).find()) {
            return "the disk is full: " + bytes + " bytes are needed, " + free(file) + " are free (" + e.getMessage() + ")";
        }
        String reason = e instanceof FileSystemException failure ? failure.getReason() : e.getMessage();
        return reason == null ? e.getClass().getSimpleName() : reason;
    }

    private static String free(Path file) {
        try {
            return Long.toString(Files.getFileStore(file.toAbsolutePath().getParent()).getUsableSpace());
        } catch (IOException e) {
            return "an unknown number";
        }
    }
}
