package io.birdseye.experiments.forkjoin;

import io.birdseye.experiments.forkjoin.ForkJoinClaims.Sweep;
import io.birdseye.experiments.measure.Experiment;
import io.birdseye.experiments.measure.Experiment.Needs;
import io.birdseye.experiments.measure.Probe.NotPossible;
import io.birdseye.experiments.measure.Posix;
import io.birdseye.experiments.measure.Probe;
import io.birdseye.experiments.measure.ProbeContext;
import io.birdseye.experiments.measure.Variant;
import io.birdseye.loadtest.TrialFailure;
import io.birdseye.loadtest.program.JavaProgram;
import io.birdseye.loadtest.program.Launch;
import io.birdseye.loadtest.program.Launcher;
import io.birdseye.loadtest.program.Program;
import io.birdseye.model.Format;
import io.birdseye.model.ParentProcess;
import io.birdseye.model.SystemFile;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Indexes the generated text some times and records {@code totalMs} of each after the warm-up, {@code entries} of the
 * index, and {@code readFromDiskMb}: about 0 when the text is in the page cache, its size when it is not. The size of
 * the text can be set by the system property {@value #SIZE}, in MB.
 */
public record IndexProbe(Surroundings surroundings, Workers workers, int threads, int megabytes, int warmups,
        int repeats) implements Probe {

    static final String SIZE = "birdseye.fj.megabytes";

    private static final int PARTS = 256;
    private static final long SEED = 42;

    /** The state of the machine while the text is indexed. */
    public enum Surroundings {
        /** The text is in the page cache, and the cores are free. */
        WARM,
        /** The text is dropped from the page cache before each run. */
        COLD,
        /** Another process keeps as many threads busy as there are cores. */
        BUSY,
        /** No neighbour, but only half of the cores. */
        HALF;

        Variant variant(Workers workers, int threads) {
            String name = "fj/index/" + Format.label(this) + "/" + workers.label() + "-" + threads;
            return Variant.of(name, effort -> {
                int megabytes = Integer.getInteger(SIZE, effort.pick(4, 32));
                // A different word takes some 140 bytes in each of the 256 parts: more than a small text, less than a
                // large one. The heap is several times that, most of it young: in a smaller one the time depends by
                // half on whether a collection falls into a run, and the threads make no difference that could be seen.
                int heap = 256 + Math.min(96 * megabytes, 2_400 + 4 * megabytes);
                return Experiment.of(new IndexProbe(this, workers, threads, megabytes, 2, 2))
                        .heap(heap)
                        .flags("-Xms" + heap + "m", "-Xmn" + heap * 2 / 3 + "m")
                        .runs(effort.pick(2, 10))
                        .needs(new Needs((heap + 100L) << 20, (megabytes + 100L) << 20, threads + 50L, 100))
                        // Four times through the text, the collector's part in it, and the start of the JVM.
                        .takes(0.3 + 0.12 * megabytes, 60 + megabytes);
            });
        }
    }

    @Override
    public void measure(ProbeContext context) throws Exception {
        int cores = Runtime.getRuntime().availableProcessors();
        long bytes = (long) megabytes << 20;
        // One level up, so that all experiments share one text.
        Path text = TextFile.make(Path.of("").toAbsolutePath().resolveSibling("text-" + bytes + ".bin"), bytes, SEED);
        if (surroundings == Surroundings.HALF) {
            Posix.pinThisThread(IntStream.range(0, Sweep.half(cores)).toArray());
        }
        try (Launcher launcher = new Launcher()) {
            Program.Watch neighbour = surroundings == Surroundings.BUSY
                    ? BusyNeighbour.start(launcher, cores)::requireAlive
                    : Program.Watch.NOTHING;
            context.repeat(warmups, repeats, () -> {
                if (surroundings == Surroundings.COLD) {
                    Posix.dropFromCache(text);
                }
                // Removes the index of the run before, so that each run starts with the same empty heap.
                System.gc();
                long readBefore = readFromDiskBytes();
                long start = System.nanoTime();
                WordIndex index = WordIndex.of(text, workers, threads, PARTS);
                context.record("totalMs", (System.nanoTime() - start) / 1e6);
                context.record("entries", index.entries());
                context.record("readFromDiskMb", (readFromDiskBytes() - readBefore) / 1e6);
            });
            neighbour.look();
        }
    }

    private static long readFromDiskBytes() throws NotPossible {
        return SystemFile.number(Path.of("/proc/self/io"), "^read_bytes:\\s*(\\d+)$").orElseThrow(() ->
                new NotPossible("there is no /proc/self/io to see what is read from disk"));
    }

    /** Another process that computes on some threads. It ends when this process does, or after two minutes. */
    static final class BusyNeighbour {

        private static final long MAX_NANOS = 120_000_000_000L;

        private BusyNeighbour() {}

        static Program start(Launcher launcher, int threads) throws TrialFailure {
            List<String> command = JavaProgram.ofThisClassPath(BusyNeighbour.class).command(JavaProgram.thisJava(),
                    List.of("-Xmx32m", "-XX:+UseSerialGC"), List.of(String.valueOf(threads)));
            return launcher.start(Launch.logged("busy neighbour", command, Path.of("neighbour.log")));
        }

        /** Its own program. Argument: the number of threads. */
        public static void main(String[] arguments) {
            ParentProcess.endWithParent();
            long start = System.nanoTime();
            for (int i = 0; i < Integer.parseInt(arguments[0]); i++) {
                Thread.ofPlatform().start(() -> {
                    double value = 1;
                    while (System.nanoTime() - start < MAX_NANOS) {
                        for (int j = 0; j < 1_000_000; j++) {
                            value = Math.sqrt(value + j);
                        }
                    }
                    System.out.println(value); // so that the JIT does not leave out the loop
                });
            }
        }
    }
}
