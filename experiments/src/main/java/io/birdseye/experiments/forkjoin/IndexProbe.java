package io.birdseye.experiments.forkjoin;

import io.birdseye.experiments.measure.NotPossible;
import io.birdseye.experiments.measure.Posix;
import io.birdseye.experiments.measure.Probe;
import io.birdseye.experiments.measure.Recorder;
import io.birdseye.experiments.measure.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Indexes the generated text some times and records {@code totalMs} of each after the warm-up, {@code entries} of the
 * index, and {@code readFromDiskMb}: about 0 when the text is in the page cache, its size when it is not.
 */
public final class IndexProbe implements Probe {

    private static final int PARTS = 256;
    private static final long SEED = 42;

    /** What else is different about the machine. */
    enum Surroundings {
        /** Nothing: the text is in the page cache, the cores are free. */
        WARM,
        /** The text is dropped from the page cache before each run. */
        COLD,
        /** Another process keeps as many threads busy as there are cores. */
        BUSY,
        /** No neighbour, but only half of the cores. */
        HALF
    }

    @Override
    public void measure(Settings settings, Recorder recorder) throws Exception {
        Surroundings surroundings = settings.choice("surroundings", Surroundings.class);
        Workers workers = settings.choice("workers", Workers.class);
        int threads = settings.integer("threads");
        int cores = Runtime.getRuntime().availableProcessors();
        long bytes = settings.whole("megabytes") << 20;
        // One level up, so that all points share one text.
        Path text = TextFile.make(Path.of("").toAbsolutePath().resolveSibling("text-" + bytes + ".bin"), bytes, SEED);
        if (surroundings == Surroundings.HALF) {
            Posix.pinThisThread(IntStream.range(0, Math.max(1, cores / 2)).toArray());
        }
        try (BusyNeighbour neighbour = new BusyNeighbour(surroundings == Surroundings.BUSY ? cores : 0)) {
            int warmups = settings.integer("warmups");
            for (int i = 0; i < warmups + settings.integer("repeats"); i++) {
                if (surroundings == Surroundings.COLD) {
                    Posix.dropFromCache(text);
                }
                // The index before is gone, so each run finds the same empty heap; what it makes itself counts.
                System.gc();
                long readBefore = readFromDisk();
                long start = System.nanoTime();
                WordIndex index = WordIndex.of(text, workers, threads, PARTS);
                double millis = (System.nanoTime() - start) / 1e6;
                if (i >= warmups) {
                    recorder.record("totalMs", millis);
                    recorder.record("entries", (double) index.entries());
                    recorder.record("readFromDiskMb", (readFromDisk() - readBefore) / 1e6);
                }
            }
            neighbour.check();
        }
    }

    private static long readFromDisk() throws IOException, NotPossible {
        Path io = Path.of("/proc/self/io");
        if (!Files.isReadable(io)) {
            throw new NotPossible("there is no /proc/self/io to see what is read from disk");
        }
        try (Stream<String> lines = Files.lines(io)) {
            return lines.filter(line -> line.startsWith("read_bytes:"))
                    .mapToLong(line -> Long.parseLong(line.substring("read_bytes:".length()).strip()))
                    .sum();
        }
    }
}
