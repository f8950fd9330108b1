package io.birdseye.experiments.forkjoin;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;

/**
 * For every word, the lines it stands on. As in search engines the index is a list of segments, each with the lines of
 * one part of the file, so that parts can be indexed at the same time and nothing has to be merged afterwards. Takes
 * about as much memory as the text, and some 140 bytes for every different word of every part.
 */
record WordIndex(List<Segment> segments) {

    /** For each word of one part of the file its lines, counted from the first of so many line ends of the part. */
    record Segment(int lineEnds, Map<String, BitSet> words) {}

    /** Indexes a text, whose words are separated by blanks and line ends; each part of the file is one task. */
    static WordIndex of(Path file, Workers workers, int threads, int parts)
            throws InterruptedException, ExecutionException, IOException {
        long size = Files.size(file);
        return new WordIndex(workers.run(threads, parts, part -> segment(file, size, part, parts)));
    }

    /** How many pairs of word and line there are: equal for equal indexes. */
    long entries() {
        return segments.stream()
                .flatMap(segment -> segment.words().values().stream())
                .mapToLong(BitSet::cardinality)
                .sum();
    }

    /** A part has the lines that begin in its share of the bytes. */
    private static Segment segment(Path file, long size, int part, int parts) {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            long begin = lineAt(channel, size * part / parts, size);
            long end = lineAt(channel, size * (part + 1) / parts, size);
            ByteBuffer text = ByteBuffer.allocate(Math.toIntExact(end - begin));
            while (text.hasRemaining() && channel.read(text, begin + text.position()) >= 0) {
                // reads until the part is complete
            }
            return index(text.array());
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read part " + part + " of the text", e);
        }
    }

    /** The beginning of the first line at or after this position. */
    private static long lineAt(FileChannel channel, long position, long size) throws IOException {
        if (position == 0) {
            return 0;
        }
        long at = position - 1;
        InputStream bytes = new BufferedInputStream(Channels.newInputStream(channel.position(at)), 4096);
        for (int read = bytes.read(); read >= 0 && read != '\n'; read = bytes.read()) {
            at++;
        }
        return Math.min(at + 1, size);
    }

    private static Segment index(byte[] text) {
        Map<String, BitSet> words = new HashMap<>();
        int line = 0;
        int start = 0;
        for (int i = 0; i <= text.length; i++) {
            boolean lineEnd = i < text.length && text[i] == '\n';
            if (i == text.length || lineEnd || text[i] == ' ') {
                if (i > start) {
                    String word = new String(text, start, i - start, StandardCharsets.ISO_8859_1);
                    words.computeIfAbsent(word, w -> new BitSet()).set(line);
                }
                start = i + 1;
            }
            line += lineEnd ? 1 : 0;
        }
        return new Segment(line, words);
    }
}
