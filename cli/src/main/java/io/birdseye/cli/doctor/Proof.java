package io.birdseye.cli.doctor;

import io.birdseye.loadtest.Progress;
import io.birdseye.loadtest.TrialFailure;
import io.birdseye.report.statistics.Ranking;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Compares a service with itself (A/A) and with a twin that is slower by 5 % (A/B), many times, and counts how often the
 * result was right. Trials run in blocks of random order, each in a fresh JVM, and are ranked as {@code compare} ranks
 * them: this tests the machine together with the statistics.
 */
public final class Proof {

    /** How much slower the twin is. */
    public static final double SLOWDOWN = 1.05;

    /** The default number of comparisons of each kind. */
    public static final int COMPARISONS = 20;

    static final int BLOCKS = 5;

    private static final String BASE = "base";
    private static final String TWIN = "twin";
    private static final double TRIAL_SECONDS = 1.4;

    private final Trial trial;
    private final int blocks;
    private final Progress progress;

    /** Measures with a synthetic service, started by this {@code java}. */
    public Proof(Path java, Progress progress) throws IOException {
        this(new SyntheticTrial(java), BLOCKS, progress);
    }

    Proof(Trial trial, int blocks, Progress progress) {
        this.trial = trial;
        this.blocks = blocks;
        this.progress = progress;
    }

    /** Measures one trial. */
    @FunctionalInterface
    interface Trial {
        double medianMs(double slowdown, long seed) throws TrialFailure, InterruptedException;
    }

    /** The approximate duration. */
    public static Duration estimate(int comparisons) {
        return Duration.ofMillis(Math.round(2 * comparisons * BLOCKS * 2 * TRIAL_SECONDS * 1_000));
    }

    /**
     * The result of a proof.
     *
     * @param comparisons of each kind
     * @param alike how many A/A comparisons found no difference
     * @param found how many A/B comparisons found the twin slower
     * @param ratios of the twin to the base, one for each A/B comparison
     * @param noise the standard deviation of the A/A ratios of single blocks, as a share
     */
    public record Result(int comparisons, int alike, int found, List<Double> ratios, double noise, Duration took) {

        public Result {
            ratios = List.copyOf(ratios);
        }

        /** How many A/A comparisons must find nothing: 19 of 20. */
        public int alikeNeeded() {
            return (int) Math.ceil(comparisons * 0.95 - 1e-9);
        }

        /** How many A/B comparisons must find the twin: 18 of 20. */
        public int foundNeeded() {
            return (int) Math.ceil(comparisons * 0.90 - 1e-9);
        }

        public boolean passed() {
            return alike >= alikeNeeded() && found >= foundNeeded();
        }
    }

    /** Runs the given number of comparisons of each kind, in turn. */
    public Result run(int comparisons, long seed) throws TrialFailure, InterruptedException {
        long start = System.nanoTime();
        Random random = new Random(seed);
        int alike = 0;
        int found = 0;
        List<Double> ratios = new ArrayList<>();
        double squares = 0;
        // The first trial is not used: it also measures the warm-up of the disk cache and of this JVM.
        double _ = trial.medianMs(1, random.nextLong());
        for (int i = 0; i < comparisons; i++) {
            Map<String, List<Double>> same = measure(random, 1, "A/A " + (i + 1), 2 * i, 2 * comparisons);
            alike += Ranking.of(same, seed).places().getLast().rank() == 1 ? 1 : 0;
            squares += logRatios(same).stream().mapToDouble(log -> log * log).sum();
            Map<String, List<Double>> slowed = measure(random, SLOWDOWN, "A/B " + (i + 1), 2 * i + 1, 2 * comparisons);
            Ranking.Place last = Ranking.of(slowed, seed).places().getLast();
            found += last.rank() == 2 && last.strategy().equals(TWIN) ? 1 : 0;
            ratios.add(Math.exp(logRatios(slowed).stream().mapToDouble(Double::doubleValue).average().orElseThrow()));
        }
        return new Result(comparisons, alike, found, ratios, Math.sqrt(squares / comparisons / blocks),
                Duration.ofNanos(System.nanoTime() - start));
    }

    private Map<String, List<Double>> measure(Random random, double slowdown, String name, int done, int all)
            throws TrialFailure, InterruptedException {
        Map<String, List<Double>> medians = new HashMap<>(Map.of(BASE, new ArrayList<>(), TWIN, new ArrayList<>()));
        double blockSeconds = 2 * TRIAL_SECONDS;
        for (int block = 0; block < blocks; block++) {
            progress.update(name + ": block " + (block + 1), (done * blocks + block) * blockSeconds,
                    all * blocks * blockSeconds);
            List<String> order = random.nextBoolean() ? List.of(BASE, TWIN) : List.of(TWIN, BASE);
            for (String side : order) {
                double median = trial.medianMs(side.equals(TWIN) ? slowdown : 1, random.nextLong());
                medians.getOrDefault(side, new ArrayList<>()).add(median);
            }
        }
        return medians;
    }

    private static List<Double> logRatios(Map<String, List<Double>> medians) {
        List<Double> base = medians.getOrDefault(BASE, List.of());
        List<Double> twin = medians.getOrDefault(TWIN, List.of());
        List<Double> logs = new ArrayList<>();
        for (int i = 0; i < base.size(); i++) {
            logs.add(Math.log(twin.get(i) / base.get(i)));
        }
        return logs;
    }
}
