package io.birdseye.benchmarks;

import io.birdseye.report.result.Results;
import io.birdseye.report.result.ResultsFile;
import io.birdseye.report.result.Trial;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Runs {@code ./birdseye compare} as a user would, and each comparison once: benches that look at the same one from
 * different sides share it.
 */
public final class Comparisons {

    private static final Duration PATIENCE = Duration.ofMinutes(20);

    private final Path home;
    private final boolean quick;
    private final Path out;
    private final Consumer<String> progress;
    private final Map<String, Timed> done = new HashMap<>();
    private @Nullable Process running;
    private boolean ended;

    Comparisons(Path home, boolean quick, Path out, Consumer<String> progress) {
        this.home = home;
        this.quick = quick;
        this.out = out;
        this.progress = progress;
        // Whoever ends the bench ends its load too.
        Runtime.getRuntime().addShutdownHook(new Thread(this::end));
    }

    /** @param seconds from the start of the command to its end */
    public record Timed(Results results, double seconds) {

        /** The trials that came to their end. */
        public List<Trial> measured() {
            return results.trials().stream().filter(trial -> trial.measured() != null).toList();
        }
    }

    /** Warm-up and measured time as the lab has it: the command's own, or shorter where a direction will do. */
    public Timed run(String label, List<String> arguments) throws IOException, InterruptedException {
        List<String> all = new ArrayList<>(arguments);
        if (quick) {
            all.addAll(List.of("--warm-up", "12s", "--duration", "15s"));
        }
        return runExactly(label, all);
    }

    /** @throws IOException if it has no results, with what the command said in a log */
    public Timed runExactly(String label, List<String> arguments) throws IOException, InterruptedException {
        Timed known = done.get(label);
        if (known != null) {
            return known;
        }
        progress.accept("compare " + String.join(" ", arguments));
        Path folder = fresh(label);
        List<String> command = new ArrayList<>(List.of(home.resolve("birdseye").toString(), "compare"));
        command.addAll(arguments);
        command.addAll(List.of("--out", folder.toString()));
        Path log = out.resolve(label + ".log");
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile());
        builder.environment().put("BIRDSEYE_NO_BUILD", "1");
        long begin = System.nanoTime();
        Process process = start(builder);
        try {
            if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
                throw new IOException("'compare' took longer than " + PATIENCE.toMinutes() + " min; see " + log);
            }
        } finally {
            // SIGTERM, upon which it ends its own children.
            process.destroy();
        }
        double seconds = (System.nanoTime() - begin) / 1e9;
        if (process.exitValue() > 1) {
            throw new IOException("'compare' ended with " + process.exitValue() + "; see " + log);
        }
        Timed timed = new Timed(ResultsFile.read(folder.resolve(ResultsFile.NAME)), seconds);
        done.put(label, timed);
        return timed;
    }

    /** The bench goes on while its JVM shuts down, and what it started then would outlive it. */
    private synchronized Process start(ProcessBuilder builder) throws IOException {
        if (ended) {
            throw new IOException("the bench is being ended");
        }
        Process process = builder.start();
        running = process;
        return process;
    }

    private synchronized void end() {
        ended = true;
        if (running != null) {
            running.destroy();
        }
    }

    /** What an earlier run left would be taken for this one's: a comparison goes on where it was interrupted. */
    private Path fresh(String label) {
        Path folder = out.resolve(label);
        for (int i = 2; Files.exists(folder); i++) {
            folder = out.resolve(label + "-" + i);
        }
        return folder;
    }
}
