package io.birdseye.model;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** Writes files that appear whole or not at all: a reader, or a disk that is full, never leaves half of one. */
public final class WholeFile {

    private WholeFile() {}

    /** Writes text in UTF-8; see {@link #write(Path, byte[])}. */
    public static void write(Path file, String text) throws IOException {
        write(file, text.getBytes(StandardCharsets.UTF_8));
    }

    /**
     * Writes beside the file and renames. What was there before is replaced.
     *
     * @throws IOException if the disk does not take it; the file is then what it was before
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
        } finally {
            Files.deleteIfExists(partial);
        }
    }
}
