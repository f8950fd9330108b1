package io.birdseye.experiments.truths;

import io.birdseye.experiments.measure.Posix;
import io.birdseye.experiments.measure.Probe;
import io.birdseye.experiments.measure.Recorder;
import io.birdseye.experiments.measure.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/**
 * Runs the computation in coroutines on an executor's threads, some at once. Records {@code totalMs} of each repeat
 * after the warm-up, {@code coresUsed}, and {@code coreKinds}: 1 where all cores are equally fast.
 */
public final class ComputeProbe implements Probe {

    @Override
    public void measure(Settings settings, Recorder recorder) throws Exception {
        int tasks = settings.integer("tasks");
        int loops = settings.integer("loops");
        int cores = Runtime.getRuntime().availableProcessors();
        var randoms = settings.choice("randoms", Computation.Randoms.class);
        var placement = settings.choice("placement", Placement.class);
        int warmups = settings.integer("warmups");
        for (int i = 0; i < warmups + settings.integer("repeats"); i++) {
            Set<Integer> used = ConcurrentHashMap.newKeySet();
            AtomicInteger next = new AtomicInteger();
            // A new pool each time: threads that are pinned must not be used again.
            try (ExecutorService pool = Executors.newCachedThreadPool()) {
                long start = System.nanoTime();
                CoroutineTasks.blocking(tasks, pool, () -> {
                    placement.pin(next.getAndIncrement(), cores);
                    double result = Computation.run(loops, randoms);
                    used.add(Posix.currentCore());
                    return result;
                });
                if (i >= warmups) {
                    recorder.record("totalMs", (System.nanoTime() - start) / 1e6);
                    recorder.record("coresUsed", used.size());
                }
            }
        }
        recorder.record("cores", cores);
        recorder.record("coreKinds", coreKinds());
    }

    /** How many different top frequencies or capacities the cores have; 1 where the system does not say. */
    static int coreKinds() throws IOException {
        Path cpus = Path.of("/sys/devices/system/cpu");
        if (!Files.isDirectory(cpus)) {
            return 1;
        }
        Set<String> kinds = ConcurrentHashMap.newKeySet();
        try (Stream<Path> folders = Files.list(cpus)) {
            for (Path cpu : folders.filter(f -> f.getFileName().toString().matches("cpu[0-9]+")).toList()) {
                for (String name : new String[] {"cpu_capacity", "cpufreq/cpuinfo_max_freq"}) {
                    if (Files.isReadable(cpu.resolve(name))) {
                        kinds.add(name + Files.readString(cpu.resolve(name)).strip());
                        break;
                    }
                }
            }
        }
        return Math.max(1, kinds.size());
    }
}
