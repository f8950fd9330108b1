package io.birdseye.benchmarks;

import io.birdseye.loadtest.TrialFailure;
import io.birdseye.loadtest.program.Launch;
import io.birdseye.loadtest.program.Launcher;
import io.birdseye.loadtest.program.Program;
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
import java.util.function.Consumer;

/**
 * Runs {@code ./birdseye compare} as a user would, and each comparison once: benches that look at the same one from
 * different sides share it.
 */
public final class Comparisons {

    private static final Duration PATIENCE = Duration.ofMinutes(20);
    private static final Duration END = Duration.ofSeconds(15);

    private final Path home;
    private final boolean quick;
    private final Path out;
    private final Consumer<String> progress;
    private final Map<String, Timed> done = new HashMap<>();
    private final Launcher launcher;

    Comparisons(Path home, boolean quick, Path out, Launcher launcher, Consumer<String> progress) {
        this.home = home;
        this.quick = quick;
        this.out = out;
        this.launcher = launcher;
        this.progress = progress;
    }

    /** @param seconds from the start of the command to its end */
    public record Timed(Results results, double seconds) {

        /** The trials that came to their end. */
        public List<Trial> measured() {
            return results.trials().stream().filter(trial -> trial.measured() != null).toList();
        }
    }

    /** Warm-up and measured time as the lab has it: the command's own, or shorter where a direction will do. */
    public Timed run(String label, List<String> arguments) throws IOException, TrialFailure, InterruptedException {
        List<String> all = new ArrayList<>(arguments);
        if (quick) {
            all.addAll(List.of("--warm-up", "12s", "--duration", "15s"));
        }
        return runExactly(label, all);
    }

    /**
     * @throws IOException if it has no results; the output of the command is in a log
     * @throws TrialFailure if it takes longer than 20 minutes
     */
    public Timed runExactly(String label, List<String> arguments) throws IOException, TrialFailure, InterruptedException {
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
        long begin = System.nanoTime();
        int exit;
        // Upon SIGTERM it ends its own programs.
        Launch compare = Launch.logged("'compare'", command, log)
                .withEnvironment(Map.of("BIRDSEYE_NO_BUILD", "1"))
                .withGrace(END);
        try (Program program = launcher.start(compare)) {
            exit = program.awaitExit(PATIENCE, () -> {});
        }
        double seconds = (System.nanoTime() - begin) / 1e9;
        if (exit > 1) {
            throw new IOException("'compare' ended with " + exit + "; see " + log);
        }
        Timed timed = new Timed(ResultsFile.read(folder.resolve(ResultsFile.NAME)), seconds);
        done.put(label, timed);
        return timed;
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
