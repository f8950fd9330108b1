package io.birdseye.planning.advice;

import io.birdseye.loadtest.Progress;
import io.birdseye.loadtest.TrialFailure;
import io.birdseye.model.Topology;
import io.birdseye.planning.advice.Advice.Recommendation;
import io.birdseye.planning.point.PointSettings;
import io.birdseye.planning.point.PointTrials;
import io.birdseye.planning.simulation.ServiceModel;
import io.birdseye.planning.simulation.Simulation.RunLength;
import io.birdseye.planning.simulation.Simulation;
import io.birdseye.planning.simulation.SimulationResult;
import io.birdseye.planning.sweep.SweepAxis;
import io.birdseye.planning.sweep.SweepPlan;
import io.birdseye.planning.sweep.SweepPoints;
import io.birdseye.planning.sweep.SweepResult.PointFigures;
import io.birdseye.planning.sweep.SweepResult.SweepPoint;
import io.birdseye.planning.sweep.SweepResult;
import io.birdseye.planning.sweep.SweepRun;
import io.birdseye.planning.text.Texts;
import java.io.IOException;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;

/**
 * The figures of a recommendation as predicted and as measured: for its I/O pool, half of it and double.
 *
 * @param rows the smallest pool first
 */
public record Verification(Question question, Recommendation recommendation, List<Row> rows) {

    /** That a p99 of random arrivals needs, unless they take too long. */
    private static final double REQUESTS = 3_000;

    /** Simulated, each as long as the measured one. */
    private static final int WINDOWS = 20;

    private static final double MIN_SECONDS = 12;
    private static final double MAX_SECONDS = 44;

    /** A higher share of failures than the configured one can be chance up to this difference. */
    private static final double CHANCE = 0.005;

    /** More CPU time than assumed, by this factor, explains a missed objective. */
    private static final double MORE_CPU = 1.15;

    private static final long SEED = 1953;

    private static final String AXIS = "io-threads";

    /** One pool, predicted and measured; without figures if its measurement failed. */
    public record Row(
            int io, SimulationResult predicted, @Nullable PointFigures figures, @Nullable String failure) {}

    public Verification {
        rows = List.copyOf(rows);
    }

    /** The measured time of each pool. */
    public static Duration duration(Question question) {
        double seconds = Math.clamp(REQUESTS / question.perSecond(), MIN_SECONDS, MAX_SECONDS);
        return Duration.ofMillis(Math.round(1e3 * seconds));
    }

    /** The pools to measure: at most three. */
    static List<Double> pools(Recommendation recommendation) {
        int io = recommendation.io();
        return List.copyOf(new TreeSet<>(List.of(Math.max(1.0, io / 2), (double) io, io * 2.0)));
    }

    /** How long {@link #measure} takes, roughly. */
    public static Duration estimate(Recommendation recommendation, PointSettings point, PointTrials trials) {
        return sweep(recommendation, point, trials, Progress.NONE).estimate();
    }

    private static SweepRun sweep(
            Recommendation recommendation, PointSettings point, PointTrials trials, Progress progress) {
        SweepPlan plan = new SweepPlan(List.of(new SweepAxis(AXIS, pools(recommendation))), trials.seed());
        return new SweepRun(
                plan,
                SweepPoints.of(
                        plan, List.of(recommendation.strategy()), point, trials,
                        "The recommended strategy, half its I/O pool and double."),
                progress);
    }

    /** Measures the pools. Takes little more than a minute for each. */
    public static SweepResult measure(
            Recommendation recommendation, PointSettings point, PointTrials trials, Progress progress)
            throws TrialFailure, IOException, InterruptedException {
        return sweep(recommendation, point, trials, progress).run();
    }

    /**
     * @param topologies of the recommended strategy, by the size of its I/O pool
     */
    public static Verification of(
            Question question, Recommendation recommendation, IntFunction<Topology> topologies, SweepResult measured) {
        List<Row> rows = measured.points().stream()
                .sorted(Comparator.comparingInt(SweepPoint::index))
                .map(point -> {
                    int io = (int) Math.round(Objects.requireNonNull(point.values().get(AXIS)));
                    SimulationResult predicted = predict(question, recommendation, topologies.apply(io), point.figures());
                    return new Row(io, predicted, point.figures(), point.failure());
                })
                .toList();
        return new Verification(question, recommendation, rows);
    }

    /** Predicts the measured trial, with its arrivals and limits. */
    private static SimulationResult predict(
            Question question, Recommendation recommendation, Topology topology, @Nullable PointFigures measured) {
        double windowMs = measured == null || measured.requests() == 0
                ? duration(question).toMillis()
                : 1_000 * measured.requests() / question.perSecond();
        return Simulation.run(
                new ServiceModel(
                        topology, question.work(), question.cores(), 0, recommendation.httpThreads(),
                        recommendation.maxInFlight(), recommendation.maxInFlight(), question.deadlineMs()),
                question.load(),
                new RunLength(windowMs / 3, windowMs, windowMs, WINDOWS, SEED));
    }

    /** Whether a measured point meets the objective; without an objective, whether it keeps up with the rate. */
    public boolean meets(PointFigures figures) {
        Double wanted = question.p99Ms();
        return answers(figures) && (wanted == null || figures.p99Ms() <= wanted);
    }

    private boolean answers(PointFigures figures) {
        double failing = question.work().failingShare();
        return SimulationResult.keepsUp(figures.achievedPerSecond(), figures.offeredPerSecond(), failing)
                && figures.errorShare() <= failing + CHANCE;
    }

    /**
     * How far from the mean the p99 of one window of requests that arrive at random is by chance, as simulated: half of the
     * interval that holds 95 % of them.
     */
    public double chanceMs(Row row) {
        return row.predicted().get(SimulationResult.Figure.P99_MS).halfWidth() * Math.sqrt(WINDOWS + 1.0);
    }

    /** Whether a point misses the objective by its p99 alone, and by no more than chance. */
    public boolean missesByChance(Row row) {
        PointFigures figures = row.figures();
        Double wanted = question.p99Ms();
        return figures != null && wanted != null && !meets(figures) && figures.p99Ms() <= wanted + chanceMs(row)
                && answers(figures);
    }

    /**
     * Whether the recommended pool meets the objective as measured; empty if its measurement failed or is not valid, or if it
     * misses by no more than chance.
     */
    public Optional<Boolean> confirmed() {
        return rows.stream()
                .filter(row -> row.io() == recommendation.io() && !missesByChance(row))
                .flatMap(row -> Stream.ofNullable(row.figures()))
                .map(this::meets)
                .findFirst();
    }

    /** Whether a request took clearly more CPU time than the advice assumed. */
    public boolean moreCpu(PointFigures figures) {
        return figures.cpuMsPerRequest() > MORE_CPU * question.work().cpuMs();
    }

    /** Each pool for other programs: its figures, or why there are none. */
    ArrayNode json() {
        ArrayNode json = JsonNodeFactory.instance.arrayNode();
        for (Row row : rows) {
            PointFigures figures = row.figures();
            json.addObject()
                    .put("ioConcurrency", row.io())
                    .put("achievedPerSecond", figures == null ? null : figures.achievedPerSecond())
                    .put("errorShare", figures == null ? null : figures.errorShare())
                    .put("p50Ms", figures == null ? null : figures.p50Ms())
                    .put("p99Ms", figures == null ? null : figures.p99Ms())
                    .put("meetsObjective", figures == null ? null : meets(figures))
                    .put("failure", figures == null ? row.failure() : null);
        }
        return json;
    }

    /** The figures as text, followed by the sentences. */
    public String text() {
        return Texts.render("verification.jte", this);
    }

    /** Whether the measurement confirms the advice, and if not, the probable reason. */
    List<String> sentences() {
        return Texts.render("verified.jte", this).lines().toList();
    }
}
