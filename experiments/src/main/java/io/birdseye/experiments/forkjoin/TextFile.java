package io.birdseye.experiments.forkjoin;

import java.io.BufferedOutputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Random;
import java.util.stream.IntStream;

/** A text of 20,000 words, some far more frequent, in lines of about 1 KB; the same for the same size and seed. */
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

    private static void write(OutputStream out, long bytes, Random random) throws IOException {
        String[] words = IntStream.range(0, WORDS).mapToObj(TextFile::word).toArray(String[]::new);
        for (long left = bytes; left > 0; ) {
            StringBuilder line = new StringBuilder();
            while (line.length() < LINE_BYTES) {
                // The square of a uniform number: low word numbers are frequent, high ones rare.
                double uniform = random.nextDouble();
                line.append(line.isEmpty() ? "" : " ").append(words[(int) (uniform * uniform * WORDS)]);
            }
            byte[] text = line.append('\n').toString().getBytes(StandardCharsets.US_ASCII);
            int length = (int) Math.min(left, text.length);
            out.write(text, 0, length);
            left -= length;
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
