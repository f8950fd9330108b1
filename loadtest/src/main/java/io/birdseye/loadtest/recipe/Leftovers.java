package io.birdseye.loadtest.recipe;

import io.birdseye.loadtest.TrialFailure;
import io.birdseye.loadtest.client.ServiceClient;
import io.birdseye.loadtest.program.ProcessStatus;
import io.birdseye.loadtest.program.Program;
import io.birdseye.loadtest.trial.TestBed;
import io.birdseye.model.Format;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * What a service holds while it has nothing to do, after a garbage collection. Threads and descriptors are 0 where the
 * system does not tell.
 */
record Leftovers(int threads, int descriptors, double heapMegabytes) {

    private static final Pattern HEAP = Pattern.compile("jvm_memory_used_bytes\\{area=\"heap\",[^}]*} ([0-9.E+]+)");

    /** What may be more at the end than before: pools start threads when they have a use for them. */
    private static final int MORE_THREADS = 20;

    private static final int MORE_DESCRIPTORS = 10;
    private static final double MORE_HEAP_MEGABYTES = 64;

    /** @param java the {@code java} beside which there is a {@code jcmd} */
    static Leftovers of(TestBed testBed, Program service, ServiceClient client, Path java)
            throws TrialFailure, InterruptedException {
        String jcmd = java.resolveSibling("jcmd").toString();
        List<String> _ = testBed.run("jcmd", List.of(jcmd, Long.toString(service.pid()), "GC.run"));
        String metrics = new String(client.get("/metrics").body(), StandardCharsets.UTF_8);
        double bytes = HEAP.matcher(metrics).results()
                .mapToDouble(pool -> Double.parseDouble(pool.group(1)))
                .sum();
        try {
            ProcessStatus status = service.status();
            return new Leftovers(status.threads(), status.descriptors(), bytes / 1e6);
        } catch (IOException e) {
            return new Leftovers(0, 0, bytes / 1e6);
        }
    }

    /** What is more than it was, each in a sentence. */
    List<String> moreThan(Leftovers before) {
        List<String> more = new ArrayList<>();
        if (threads > before.threads + MORE_THREADS) {
            more.add("threads are left: " + threads + ", and there were " + before.threads);
        }
        if (descriptors > before.descriptors + MORE_DESCRIPTORS) {
            more.add("descriptors are left: " + descriptors + ", and there were " + before.descriptors);
        }
        if (heapMegabytes > before.heapMegabytes + MORE_HEAP_MEGABYTES) {
            more.add(Format.text("memory is left: %.0f MB, and there were %.0f MB", heapMegabytes, before.heapMegabytes));
        }
        return more;
    }

    @Override
    public String toString() {
        return Format.text("%d threads, %d descriptors, %.0f MB of heap", threads, descriptors, heapMegabytes);
    }
}
