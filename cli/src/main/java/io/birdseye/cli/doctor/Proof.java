package io.birdseye.cli.doctor;

import io.birdseye.loadtest.Progress;
import io.birdseye.loadtest.TrialFailure;
import io.birdseye.report.statistics.Ranking;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

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

    /** The median of each block, in ms. */
    private record Medians(List<Double> base, List<Double> twin) {

        /** The strategy that was called slower, or an empty text. */
        String slower() {
            Ranking.Place last = Ranking.of(Map.of(BASE, base, TWIN, twin)).places().getLast();
            return last.verdict() == Ranking.Verdict.SLOWER ? last.strategy() : "";
        }

        DoubleStream logRatios() {
            return IntStream.range(0, base.size()).mapToDouble(block -> Math.log(twin.get(block) / base.get(block)));
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
            Medians same = measure(random, 1, "A/A " + (i + 1), 2 * i, 2 * comparisons);
            alike += same.slower().isEmpty() ? 1 : 0;
            squares += same.logRatios().map(log -> log * log).sum();
            Medians slowed = measure(random, SLOWDOWN, "A/B " + (i + 1), 2 * i + 1, 2 * comparisons);
            found += slowed.slower().equals(TWIN) ? 1 : 0;
            ratios.add(Math.exp(slowed.logRatios().average().orElseThrow()));
        }
        return new Result(comparisons, alike, found, ratios, Math.sqrt(squares / comparisons / blocks),
                Duration.ofNanos(System.nanoTime() - start));
    }

    private Medians measure(Random random, double slowdown, String name, int done, int all)
            throws TrialFailure, InterruptedException {
        Medians medians = new Medians(new ArrayList<>(), new ArrayList<>());
        double blockSeconds = 2 * TRIAL_SECONDS;
        for (int block = 0; block < blocks; block++) {
            progress.update(name + ": block " + (block + 1), (done * blocks + block) * blockSeconds,
                    all * blocks * blockSeconds);
            boolean baseFirst = random.nextBoolean();
            for (boolean base : new boolean[] {baseFirst, !baseFirst}) {
                double median = trial.medianMs(base ? 1 : slowdown, random.nextLong());
                (base ? medians.base() : medians.twin()).add(median);
            }
        }
        return medians;
    }
}
