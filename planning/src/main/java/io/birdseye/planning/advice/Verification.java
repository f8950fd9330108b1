package io.birdseye.planning.advice;

import io.birdseye.model.Format;
import io.birdseye.model.Topology;
import io.birdseye.planning.advice.Advice.Recommendation;
import io.birdseye.planning.simulation.RequestPath;
import io.birdseye.planning.simulation.RunLength;
import io.birdseye.planning.simulation.ServiceModel;
import io.birdseye.planning.simulation.Simulation;
import io.birdseye.planning.simulation.SimulationResult;
import io.birdseye.planning.simulation.Traffic;
import io.birdseye.planning.sweep.SweepResult;
import io.birdseye.planning.sweep.SweepResult.PointFigures;
import io.birdseye.planning.sweep.SweepResult.SweepPoint;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** The figures of a recommendation as predicted and as measured: for its I/O pool, half of it and double. */
public final class Verification {

    private static final double KEEPS_UP = 0.97;

    /** A higher share of failures than the configured one can be chance up to this difference. */
    private static final double CHANCE = 0.005;

    /** More CPU time than assumed, by this factor, explains a missed objective. */
    private static final double MORE_CPU = 1.15;

    private static final long SEED = 1953;

    /** One pool, predicted and measured; without figures if its measurement failed. */
    record Row(int io, SimulationResult predicted, @Nullable PointFigures figures, @Nullable String failure) {}

    private final Question question;
    private final Recommendation recommendation;
    private final double failing;
    private final List<Row> rows;

    /**
     * @param topologies of the recommended strategy, by the size of its I/O pool
     * @param failing share of requests that fail because upstreams are configured to fail
     * @param measured the result of {@link VerificationRun}
     */
    public Verification(
            Question question,
            Recommendation recommendation,
            IntFunction<Topology> topologies,
            double failing,
            SweepResult measured) {
        this.question = question;
        this.recommendation = recommendation;
        this.failing = failing;
        this.rows = measured.points().stream()
                .sorted(Comparator.comparingInt(SweepPoint::index))
                .map(point -> {
                    int io = (int) Math.round(Objects.requireNonNull(point.values().get("io")));
                    return new Row(io, predict(topologies.apply(io)), point.figures(), point.failure());
                })
                .toList();
    }

    /** Predicts the measured trial: requests at equal distances, as the load generator sends them, and its limits. */
    private SimulationResult predict(Topology topology) {
        double windowMs = Math.max(3_000_000 / question.perSecond(), 10_000);
        return Simulation.run(
                new ServiceModel(
                        RequestPath.of(topology), question.work(), question.cores(), 0, recommendation.httpThreads(),
                        recommendation.maxInFlight(), recommendation.maxInFlight(), question.deadlineMs()),
                new Traffic.ConstantRate(question.perSecond()),
                new RunLength(windowMs / 3, windowMs, windowMs, 3, SEED));
    }

    List<Row> rows() {
        return rows;
    }

    String strategy() {
        return recommendation.strategy();
    }

    @Nullable
    Double objectiveMs() {
        return question.p99Ms();
    }

    /** Whether a measured point meets the objective; without an objective, whether it keeps up with the rate. */
    boolean meets(PointFigures figures) {
        Double wanted = question.p99Ms();
        return figures.achievedPerSecond() >= (KEEPS_UP - failing) * figures.offeredPerSecond()
                && figures.errorShare() <= failing + CHANCE
                && (wanted == null || figures.p99Ms() <= wanted);
    }

    /** The figures as text, followed by the sentences. */
    public String text() {
        StringBuilder text = new StringBuilder("\nMeasured on this machine, arrivals at equal distances:\n");
        for (Row row : rows) {
            SimulationResult predicted = row.predicted();
            text.append(Format.text(
                    "  %5d threads  predicted %6.1f/s p50 %6.0f ms p99 %6.0f ms   %s%n", row.io(),
                    predicted.achievedPerSecond().mean(), predicted.p50Ms().mean(), predicted.p99Ms().mean(),
                    row.figures() == null ? "failed: " + row.failure() : measured(row.figures())));
        }
        sentences().forEach(sentence -> text.append(sentence).append('\n'));
        return text.toString();
    }

    private String measured(PointFigures figures) {
        return Format.text(
                "measured %6.1f/s p50 %6.0f ms p99 %6.0f ms  %s%s", figures.achievedPerSecond(), figures.p50Ms(),
                figures.p99Ms(), meets(figures) ? "meets it" : "does not",
                figures.errorShare() > 0
                        ? " (" + Format.percent(figures.errorShare()) + " failed or refused)"
                        : "");
    }

    /** Whether the measurement confirms the advice, and if not, the probable reason. */
    List<String> sentences() {
        List<String> sentences = new ArrayList<>();
        for (Row row : rows) {
            PointFigures figures = row.figures();
            if (figures == null) {
                sentences.add("The pool of " + row.io() + " could not be measured: " + row.failure() + ".");
            } else if (row.io() == recommendation.io()) {
                sentences.add(meets(figures)
                        ? "The recommended pool meets the objective."
                        : "The recommended pool does not meet the objective here: " + why(row, figures));
            } else if (row.io() < recommendation.io()) {
                sentences.add(meets(figures) ? halfIsEnough(row.io()) : "Half of it does not.");
            }
        }
        return sentences;
    }

    private String halfIsEnough(int half) {
        boolean aboveMean = half > question.perSecond() * question.work().callMs() / 1000;
        return "Half of it meets the objective too: the advice leaves room for random arrivals and for calls that take a"
                + " tenth longer, and this load has neither"
                + (aboveMean ? "; a pool of " + half + " is above the mean number of calls in progress." : ".");
    }

    private String why(Row row, PointFigures figures) {
        double cpu = question.work().cpuMs();
        if (figures.cpuMsPerRequest() > MORE_CPU * cpu) {
            return Format.text(
                    "a request took %.1f ms of CPU where the advice assumed %.1f ms, and injector and mock share the"
                            + " cores.",
                    figures.cpuMsPerRequest(), cpu);
        }
        return Format.text(
                "predicted were %.1f/s and a p99 of %.0f ms, measured %.1f/s and %.0f ms; injector and mock share the"
                        + " cores, and garbage collection pauses are not predicted.",
                row.predicted().achievedPerSecond().mean(), row.predicted().p99Ms().mean(),
                figures.achievedPerSecond(), figures.p99Ms());
    }
}
