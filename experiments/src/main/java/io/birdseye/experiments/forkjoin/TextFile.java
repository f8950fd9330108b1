package io.birdseye.experiments.forkjoin;

import java.io.BufferedOutputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Random;

/**
 * A generated text: lines of about 1 KB, as in the article, of 20,000 different words, some far more frequent than
 * others. The same size and seed give the same text.
 */
final class TextFile {

    private static final int WORDS = 20_000;
    private static final int LINE_BYTES = 1_000;

    private TextFile() {}

    /** Makes the file unless it is there with this size already. */
    static Path make(Path file, long bytes, long seed) throws IOException {
        if (Files.exists(file) && Files.size(file) == bytes) {
            return file;
        }
        Path unfinished = file.resolveSibling(file.getFileName() + ".tmp");
        try (var stream = new FileOutputStream(unfinished.toFile());
                var out = new BufferedOutputStream(stream, 1 << 16)) {
            write(out, bytes, new Random(seed));
            out.flush();
            stream.getFD().sync(); // only what is on disk can be dropped from the page cache
        }
        return Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    private static void write(BufferedOutputStream out, long bytes, Random random) throws IOException {
        byte[][] words = new byte[WORDS][];
        for (int i = 0; i < WORDS; i++) {
            words[i] = word(i).getBytes(StandardCharsets.US_ASCII);
        }
        int inLine = 0;
        for (long written = 0; written < bytes; ) {
            // The square of a uniform number: low word numbers are frequent, high ones rare.
            double uniform = random.nextDouble();
            byte[] word = words[(int) (uniform * uniform * WORDS)];
            boolean endOfLine = inLine + word.length >= LINE_BYTES;
            int length = (int) Math.min(word.length, bytes - written);
            out.write(word, 0, length);
            written += length;
            if (written < bytes) {
                out.write(endOfLine ? '\n' : ' ');
                written++;
            }
            inLine = endOfLine ? 0 : inLine + length + 1;
        }
    }

    /** A pronounceable word for each number: a syllable for each digit to the base of 40. */
    private static String word(int number) {
        StringBuilder word = new StringBuilder();
        for (int rest = number + 40; rest > 0; rest /= 40) {
            word.append("bdfgklmn".charAt(rest % 40 % 8)).append("aeiou".charAt(rest % 40 / 8));
        }
        return word.toString();
    }
}
