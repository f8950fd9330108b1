package io.birdseye.experiments.forkjoin;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.stream.IntStream;

/**
 * For every word, the lines it stands on. As in search engines the index is a list of segments, each with the lines of
 * one part of the file, so that parts can be indexed at the same time and nothing has to be merged afterwards. Takes
 * about as much memory as the text, and some 140 bytes for every different word of every part.
 */
record WordIndex(List<Segment> segments) {

    /** The words of one part of the file, with line numbers that count from its first line. */
    record Segment(int lines, Map<String, Lines> words) {}

    /** Line numbers in rising order, each once. */
    static final class Lines {

        private int[] numbers = new int[2];
        private int count;

        IntStream numbers() {
            return Arrays.stream(numbers, 0, count);
        }

        void add(int line) {
            if (count > 0 && numbers[count - 1] == line) {
                return;
            }
            if (count == numbers.length) {
                numbers = Arrays.copyOf(numbers, count * 2);
            }
            numbers[count++] = line;
        }
    }

    /**
     * Indexes a text, whose words are separated by blanks and line ends.
     *
     * @param parts into how many the file is cut; each is one task
     */
    static WordIndex of(Path file, Workers workers, int threads, int parts)
            throws InterruptedException, ExecutionException, IOException {
        long size = Files.size(file);
        return new WordIndex(workers.run(threads, parts, part -> segment(file, size, part, parts)));
    }

    /** How many pairs of word and line there are: equal for equal indexes. */
    long entries() {
        return segments.stream()
                .flatMap(segment -> segment.words().values().stream())
                .mapToLong(lines -> lines.count)
                .sum();
    }

    /** A part has the lines that begin in its share of the bytes. */
    private static Segment segment(Path file, long size, int part, int parts) {
        long from = size * part / parts;
        long to = size * (part + 1) / parts;
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            long begin = part == 0 ? 0 : lineAfter(channel, from - 1, size);
            long end = part == parts - 1 ? size : lineAfter(channel, to - 1, size);
            ByteBuffer text = ByteBuffer.allocate(Math.toIntExact(Math.max(0, end - begin)));
            while (text.hasRemaining() && channel.read(text, begin + text.position()) >= 0) {
                // reads until the part is complete
            }
            return index(text.array());
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read part " + part + " of the text", e);
        }
    }

    /** The beginning of the first line after the line end at or after this position. */
    private static long lineAfter(FileChannel channel, long position, long size) throws IOException {
        if (position < 0) {
            return 0;
        }
        ByteBuffer buffer = ByteBuffer.allocate(4096);
        for (long at = position; at < size; at += buffer.limit()) {
            buffer.clear();
            channel.read(buffer, at);
            buffer.flip();
            for (int i = 0; i < buffer.limit(); i++) {
                if (buffer.get(i) == '\n') {
                    return at + i + 1;
                }
            }
        }
        return size;
    }

    private static Segment index(byte[] text) {
        Map<String, Lines> words = new HashMap<>();
        int line = 0;
        int start = 0;
        for (int i = 0; i <= text.length; i++) {
            boolean lineEnd = i < text.length && text[i] == '\n';
            if (i == text.length || lineEnd || text[i] == ' ') {
                if (i > start) {
                    String word = new String(text, start, i - start, StandardCharsets.ISO_8859_1);
                    words.computeIfAbsent(word, w -> new Lines()).add(line);
                }
                start = i + 1;
            }
            line += lineEnd ? 1 : 0;
        }
        boolean openLine = text.length > 0 && text[text.length - 1] != '\n';
        return new Segment(line + (openLine ? 1 : 0), words);
    }
}
