package io.birdseye.experiments.birdseyeview;

import io.birdseye.experiments.measure.NotPossible;
import io.birdseye.experiments.measure.Probe;
import io.birdseye.experiments.measure.Recorder;
import io.birdseye.experiments.measure.Settings;
import io.birdseye.memory.SharedMemory;
import io.birdseye.model.Layout;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/**
 * The same multiplications while {@code perf} counts the process's cache misses. Records {@code missesPerElement}.
 * Virtual machines and containers rarely offer the counters.
 */
public final class CacheCountersProbe implements Probe {

    private static final int ROUNDS = 20;

    @Override
    public void measure(Settings settings, Recorder recorder) throws Exception {
        int threads = settings.integer("threads");
        SharedMemory memory = SharedMemory.ofMegabytes(
                Double.parseDouble(settings.text("megabytes")), settings.choice("layout", Layout.class));
        long elements = (long) threads * ROUNDS * (memory.ints().size() + memory.longs().size());
        try (ExecutorService pool = Executors.newFixedThreadPool(threads)) {
            SharedMemoryProbe.all(pool, memory, threads, ROUNDS);
            Process perf = start();
            SharedMemoryProbe.all(pool, memory, threads, ROUNDS);
            recorder.record("missesPerElement", (double) misses(perf) / elements);
        }
    }

    private static Process start() throws NotPossible, InterruptedException {
        try {
            Process perf = new ProcessBuilder("perf", "stat", "-x", ",", "-e", "cache-misses", "-p",
                            String.valueOf(ProcessHandle.current().pid()))
                    .redirectErrorStream(true)
                    .start();
            if (perf.waitFor(500, TimeUnit.MILLISECONDS)) {
                throw new NotPossible("perf cannot count here: " + new String(perf.getInputStream().readAllBytes(),
                        StandardCharsets.UTF_8));
            }
            return perf;
        } catch (IOException e) {
            throw new NotPossible("there is no perf here to read the cache counters");
        }
    }

    /** Interrupts perf, which then prints its counts and ends. */
    private static long misses(Process perf) throws IOException, InterruptedException, NotPossible {
        new ProcessBuilder("kill", "-INT", String.valueOf(perf.pid())).start().waitFor();
        String output = new String(perf.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        perf.waitFor();
        return output.lines()
                .filter(line -> line.contains("cache-misses"))
                .map(line -> line.substring(0, line.indexOf(',')))
                .filter(count -> count.matches("[0-9]+"))
                .map(Long::valueOf)
                .findFirst()
                .orElseThrow(() -> new NotPossible("this machine's cache counters are hidden from us: perf says "
                        + output.strip()));
    }
}
