package io.birdseye.experiments.truths;

import io.birdseye.experiments.measure.Coroutines;
import io.birdseye.experiments.measure.Experiment;
import io.birdseye.experiments.measure.Posix;
import io.birdseye.experiments.measure.Probe;
import io.birdseye.experiments.measure.Probe.NotPossible;
import io.birdseye.experiments.measure.ProbeContext;
import io.birdseye.experiments.measure.Variant;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Runs the article's computation, roots, sines and logarithms of random numbers, in coroutines on an executor's
 * threads. Records {@code totalMs} of each repeat after the warm-up, {@code coresUsed}, and {@code coreKinds}: 1 where
 * all cores are equally fast.
 */
public record ComputeProbe(int tasks, int loops, Randoms randoms, Placement placement, int warmups, int repeats)
        implements Probe {

    static final Variant ALONE = variant("alone", 1, Randoms.SHARED, Placement.FREE);
    static final Variant EIGHT = variant("eight", 8, Randoms.SHARED, Placement.FREE);
    static final Variant EIGHT_PINNED = variant("eight-pinned", 8, Randoms.SHARED, Placement.EACH_CORE);
    static final Variant ALONE_LOCAL = variant("alone-own-generator", 1, Randoms.LOCAL, Placement.FREE);
    static final Variant EIGHT_LOCAL = variant("eight-own-generators", 8, Randoms.LOCAL, Placement.FREE);
    static final Variant EIGHT_LOCAL_PINNED =
            variant("eight-own-generators-pinned", 8, Randoms.LOCAL, Placement.EACH_CORE);

    private static final int LOOPS = 250_000;

    public enum Randoms {
        /** {@code Math.random()}: one generator for all threads of the process. */
        SHARED,
        /** A generator for each thread. */
        LOCAL;

        double next() {
            return switch (this) {
                case SHARED -> Math.random();
                case LOCAL -> ThreadLocalRandom.current().nextDouble();
            };
        }
    }

    public enum Placement {
        /** All; the scheduler chooses. */
        FREE,
        /** All tasks run on the first core. */
        ONE_CORE,
        /** Each task runs on the core after that of the task before it. */
        EACH_CORE;

        void pin(int task) throws NotPossible {
            switch (this) {
                case FREE -> { }
                case ONE_CORE -> Posix.pinThisThread(0);
                case EACH_CORE -> Posix.pinThisThread(task % Runtime.getRuntime().availableProcessors());
            }
        }
    }

    private static Variant variant(String name, int tasks, Randoms randoms, Placement placement) {
        return Variant.of("tr/compute/" + name, effort -> Experiment
                .of(new ComputeProbe(tasks, LOOPS, randoms, placement, 3, 5))
                .runs(effort.pick(2, 16))
                .takes(1, 120));
    }

    @Override
    public void measure(ProbeContext context) throws Exception {
        context.repeat(warmups, repeats, () -> {
            Set<Integer> used = ConcurrentHashMap.newKeySet();
            AtomicInteger next = new AtomicInteger();
            // A new pool each time: threads that are pinned must not be used again.
            try (ExecutorService pool = Executors.newCachedThreadPool()) {
                context.time("totalMs", () -> Coroutines.blocking(tasks, pool, () -> {
                    placement.pin(next.getAndIncrement());
                    double result = compute(loops, randoms);
                    used.add(Posix.currentCore());
                    return result;
                }));
                context.record("coresUsed", used.size());
            }
        });
        context.record("cores", Runtime.getRuntime().availableProcessors());
        context.record("coreKinds", coreKinds());
    }

    /** Returns something that depends on all the work, so that the JIT cannot leave it out. */
    static double compute(int loops, Randoms randoms) {
        double result = 0;
        for (int i = 0; i < loops; i++) {
            result += Math.sqrt(randoms.next() * i + 1);
            result += Math.sin(result);
            result += Math.log(Math.abs(result) + 1);
        }
        return result;
    }

    /** How many different top frequencies or capacities the cores have; 1 where the system does not say. */
    private static int coreKinds() throws IOException {
        Path cpus = Path.of("/sys/devices/system/cpu");
        if (!Files.isDirectory(cpus)) {
            return 1;
        }
        Set<String> kinds = new HashSet<>();
        try (DirectoryStream<Path> folders = Files.newDirectoryStream(cpus, "cpu[0-9]*")) {
            for (Path cpu : folders) {
                for (String name : List.of("cpu_capacity", "cpufreq/cpuinfo_max_freq")) {
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
