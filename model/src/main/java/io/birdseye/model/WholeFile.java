package io.birdseye.model;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.regex.Pattern;

/** Writes files that appear whole or not at all, also where a disk is full. Reads files whole, up to a size. */
public final class WholeFile {

    /** What Linux, macOS and Windows say of a disk, or a quota, that is used up. */
    private static final Pattern FULL = Pattern.compile("(?i)no space left|not enough space|quota exceeded");

    private WholeFile() {}

    /** Writes text in UTF-8; see {@link #write(Path, byte[])}. */
    public static void write(Path file, String text) throws IOException {
        write(file, text.getBytes(StandardCharsets.UTF_8));
    }

    /**
     * Writes beside the file and renames, in place of what was there; folders that are missing are created. Where the disk
     * does not take it, the file stays what it was, and an {@code IOException} has the reason and, if the disk is full,
     * how much is missing.
     *
     * @throws FileSystemException if its folder cannot be created
     */
    public static void write(Path file, byte[] content) throws IOException {
        Path partial = file.toAbsolutePath().resolveSibling(file.getFileName() + ".part");
        Files.createDirectories(partial.getParent());
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

    /**
     * Reads text in UTF-8, and holds no more than so many bytes.
     *
     * @throws java.nio.file.NoSuchFileException if there is no such file
     * @throws java.nio.charset.CharacterCodingException if it is not in UTF-8
     * @throws IOException if it is larger or cannot be read, in one line with the file
     */
    public static String read(Path file, int mostBytes) throws IOException {
        byte[] content;
        boolean larger;
        try (InputStream in = Files.newInputStream(file)) {
            content = in.readNBytes(mostBytes);
            larger = in.read() >= 0;
        } catch (NoSuchFileException e) {
            throw e;
        } catch (IOException e) {
            throw new IOException(file + " cannot be read: " + reason(e), e);
        }
        if (larger) {
            throw new IOException(file + " cannot be read: it has more than " + mostBytes + " bytes");
        }
        return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(content)).toString();
    }

    private static String reason(IOException e, Path file, int bytes) {
        // Of a disk that is full the JDK says neither the file nor how much is missing.
        if (FULL.matcher(String.valueOf(e.getMessage())).find()) {
            return "the disk is full: " + bytes + " bytes are needed, " + free(file) + " are free (" + e.getMessage() + ")";
        }
        return reason(e);
    }

    /** Why a file refused, in words: the JDK gives the commonest reasons by the exception's class only. */
    public static String reason(IOException e) {
        String reason = e instanceof FileSystemException failure ? failure.getReason() : e.getMessage();
        return switch (e) {
            case IOException _ when reason != null -> reason;
            case AccessDeniedException _ -> "access denied";
            case NoSuchFileException _ -> "no such file or folder";
            case FileAlreadyExistsException _ -> "a file is there already";
            default -> e.getClass().getSimpleName();
        };
    }

    private static String free(Path file) {
        try {
            return Long.toString(Files.getFileStore(file.toAbsolutePath().getParent()).getUsableSpace());
        } catch (IOException e) {
            return "an unknown number";
        }
    }
}
