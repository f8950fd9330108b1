package io.birdseye.cli.doctor;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.birdseye.loadtest.InvalidMeasurement;
import io.birdseye.loadtest.Progress;
import io.birdseye.loadtest.TrialFailure;
import io.birdseye.loadtest.trial.Trials.JudgedTrial;
import io.birdseye.loadtest.trial.Work;
import io.birdseye.model.Durations;
import io.birdseye.model.Format;
import io.birdseye.model.Load;
import io.birdseye.planning.point.PointSettings;
import io.birdseye.planning.point.PointTrials;
import io.birdseye.planning.point.ServiceLimits;
import io.birdseye.model.Sizing;
import io.birdseye.report.result.Trial.Measured;
import io.birdseye.report.statistics.Ranking;
import io.birdseye.report.statistics.Ranking.Verdict;
import io.birdseye.scenario.Scenario;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Compares one strategy with itself under several names, and with a twin whose upstream calls take 5 % longer, and
 * counts how often the ranking was right. The trials are those of {@code compare}: service, mock-api and Gatling in
 * JVMs of their own, in blocks of random order. So this tests machine, programs and statistics together.
 */
public record Proof(PointTrials trials, Work work, Progress progress) {

    /** How much longer the upstream calls of the twin take. */
    public static final double SLOWDOWN = 1.05;

    /** How many names the unchanged strategy has. */
    public static final int EQUALS = 4;

    public static final int BLOCKS = 5;
    public static final Duration WARM_UP = Duration.ofSeconds(6);
    public static final Duration MEASURED = Duration.ofSeconds(10);

    /** Which share of the equal ones must be the best or as good. */
    public static final double EQUIVALENT_SHARE = 0.8;

    static final String TWIN = "twin";

    private static final int ATTEMPTS = 2;

    /** The approximate duration of so many comparisons. */
    public Duration estimate(int comparisons) {
        return Duration.ofMillis(Math.round(comparisons * BLOCKS * (EQUALS + 1) * trialSeconds() * 1_000));
    }

    /** The result of a proof, with a ranking for each comparison. In JSON it has what was counted, and the verdicts. */
    public record Result(@JsonIgnore List<Ranking> rankings, @JsonIgnore Duration took) {

        record Said(String name, String verdict, double ratio) {}

        public Result {
            rankings = List.copyOf(rankings);
        }

        @JsonProperty
        int comparisons() {
            return rankings.size();
        }

        @JsonProperty
        List<List<Said>> verdicts() {
            return rankings.stream()
                    .map(ranking -> ranking.places().stream()
                            .map(place -> new Said(
                                    place.strategy(), place.verdict().name().toLowerCase(Locale.ROOT), place.ratio()))
                            .toList())
                    .toList();
        }

        /** In how many comparisons none of the equal ones was called slower. */
        @JsonProperty
        public int withoutAlarm() {
            return count(ranking -> verdicts(ranking, false).noneMatch(Verdict::shownSlower));
        }

        /** In how many comparisons the twin was called slower. */
        @JsonProperty("twinFound")
        public int found() {
            return count(ranking -> verdicts(ranking, true).allMatch(Verdict::shownSlower));
        }

        /** Which share of the equal ones was called the best or as good as the best. */
        @JsonProperty("equivalentShare")
        public double equivalent() {
            return rankings.stream()
                    .flatMap(ranking -> verdicts(ranking, false))
                    .mapToInt(verdict -> verdict == Verdict.BEST || verdict == Verdict.EQUIVALENT ? 1 : 0)
                    .average()
                    .orElseThrow();
        }

        /** How many comparisons must be without a false alarm: 95 %. */
        public int withoutAlarmNeeded() {
            return (int) Math.ceil(rankings.size() * 0.95 - 1e-9);
        }

        /** How many comparisons must find the twin: 90 %. */
        public int foundNeeded() {
            return (int) Math.ceil(rankings.size() * 0.90 - 1e-9);
        }

        @JsonProperty
        public boolean passed() {
            return withoutAlarm() >= withoutAlarmNeeded() && found() >= foundNeeded() && equivalent() >= EQUIVALENT_SHARE;
        }

        private int count(Predicate<Ranking> which) {
            return (int) rankings.stream().filter(which).count();
        }

        private static Stream<Verdict> verdicts(Ranking ranking, boolean twin) {
            return ranking.places().stream()
                    .filter(place -> place.strategy().equals(TWIN) == twin)
                    .map(Ranking.Place::verdict);
        }
    }

    /** Measures what the folder does not hold yet; an {@link InvalidMeasurement} if a trial is invalid twice. */
    public Result run(int comparisons) throws TrialFailure, IOException, InterruptedException {
        long start = System.nanoTime();
        Random random = new Random(trials.seed());
        List<String> names = new ArrayList<>(
                IntStream.rangeClosed(1, EQUALS).mapToObj(i -> "equal-" + i).toList());
        names.add(TWIN);
        double total = comparisons * BLOCKS * names.size() * trialSeconds();
        List<Ranking> rankings = new ArrayList<>();
        int done = 0;
        for (int comparison = 1; comparison <= comparisons; comparison++) {
            Map<String, List<Double>> medians = new HashMap<>();
            for (int block = 1; block <= BLOCKS; block++) {
                Collections.shuffle(names, random);
                for (String name : names) {
                    double before = done++ * trialSeconds();
                    String trial = Format.text("comparison-%d/block-%d/%s", comparison, block, name);
                    double median = medianMs(name.equals(TWIN) ? SLOWDOWN : 1, trial, (phase, seconds, _) ->
                            progress.update(trial + phase.substring(Math.max(0, phase.indexOf(':'))), before + seconds, total));
                    medians.computeIfAbsent(name, _ -> new ArrayList<>()).add(median);
                }
            }
            rankings.add(Ranking.of(medians));
        }
        return new Result(rankings, Duration.ofNanos(System.nanoTime() - start));
    }

    private double medianMs(double slowdown, String folder, Progress told)
            throws TrialFailure, IOException, InterruptedException {
        List<String> invalid = List.of();
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            JudgedTrial judged = trials.measure(point(slowdown), folder, told);
            Measured measured = judged.trial().measured();
            if (measured == null || measured.requests() == 0) {
                throw new TrialFailure(folder + " failed: "
                        + Optional.ofNullable(judged.trial().reason()).orElse("no request was answered"));
            }
            if (judged.invalid().isEmpty()) {
                return measured.response().p50Ms();
            }
            invalid = judged.invalid();
        }
        throw new InvalidMeasurement(folder + " was invalid " + ATTEMPTS + " times, so nothing can be shown: "
                + String.join("; ", invalid));
    }

    private double trialSeconds() {
        return trials.estimateSeconds(point(1));
    }

    /** The twin has the pools of the others: only its delay differs. */
    private PointSettings point(double slowdown) {
        Duration deadline = Scenario.DEFAULT_DEADLINE;
        ServiceLimits computed =
                new ServiceLimits(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());
        PointSettings base = new PointSettings(
                "executor", Load.open(50), work, computed, deadline);
        Sizing pools = base.sizing();
        ServiceLimits limits = ServiceLimits.of(
                pools.ioConcurrency(), pools.cpuConcurrency(), pools.maxInFlight(), pools.httpThreads());
        return new PointSettings(base.strategy(), base.load(), base.work(), limits, deadline)
                .with("latency", slowdown * Durations.ms(work.upstreamDelay()));
    }
}
