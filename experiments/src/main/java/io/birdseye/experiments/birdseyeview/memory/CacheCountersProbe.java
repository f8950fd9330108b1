package io.birdseye.experiments.birdseyeview.memory;

import io.birdseye.experiments.measure.Probe.NotPossible;
import io.birdseye.experiments.measure.Probe;
import io.birdseye.experiments.measure.ProbeContext;
import io.birdseye.memory.SharedMemory;
import io.birdseye.model.Layout;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * The same multiplications while {@code perf} counts the process's cache misses. Records {@code missesPerElement}.
 * Virtual machines and containers rarely offer the counters.
 */
public record CacheCountersProbe(int threads, double megabytes, Layout layout) implements Probe {

    private static final int ROUNDS = 20;
    private static final Pattern COUNT = Pattern.compile("(?m)^([0-9]+),.*cache-misses");

    @Override
    public void measure(ProbeContext context) throws Exception {
        SharedMemory memory = SharedMemory.ofMegabytes(megabytes, layout);
        long elements = (long) threads * ROUNDS * (memory.ints().size() + memory.longs().size());
        try (ExecutorService pool = Executors.newFixedThreadPool(threads)) {
            SharedMemoryProbe.all(pool, memory, threads, ROUNDS);
            Process perf = start();
            SharedMemoryProbe.all(pool, memory, threads, ROUNDS);
            context.record("missesPerElement", (double) misses(perf) / elements);
        }
    }

    private static Process start() throws NotPossible, InterruptedException {
        try {
            Process perf = new ProcessBuilder("perf", "stat", "-x", ",", "-e", "cache-misses", "-p",
                            String.valueOf(ProcessHandle.current().pid()))
                    .redirectErrorStream(true)
                    .start();
            if (perf.waitFor(500, TimeUnit.MILLISECONDS)) {
                throw new NotPossible("perf cannot count here: " + output(perf));
            }
            return perf;
        } catch (IOException e) {
            throw new NotPossible("there is no perf here to read the cache counters");
        }
    }

    /** Interrupts perf, which then prints its counts and ends. */
    private static long misses(Process perf) throws IOException, InterruptedException, NotPossible {
        new ProcessBuilder("kill", "-INT", String.valueOf(perf.pid())).start().waitFor();
        String output = output(perf);
        MatchResult count = COUNT.matcher(output).results().findFirst().orElseThrow(() -> new NotPossible(
                "this machine's cache counters are hidden from us: perf says " + output.strip()));
        return Long.parseLong(count.group(1));
    }

    private static String output(Process process) throws IOException {
        return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
}
