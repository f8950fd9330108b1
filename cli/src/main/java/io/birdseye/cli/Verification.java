package io.birdseye.cli;

import io.birdseye.model.Topology;
import io.birdseye.planning.advice.Advice;
import io.birdseye.planning.advice.Question;
import io.birdseye.planning.simulation.RequestPath;
import io.birdseye.planning.simulation.RunLength;
import io.birdseye.planning.simulation.ServiceModel;
import io.birdseye.planning.simulation.Simulation;
import io.birdseye.planning.simulation.SimulationResult;
import io.birdseye.planning.simulation.Traffic;
import io.birdseye.planning.sweep.SweepResult;
import io.birdseye.planning.sweep.SweepResult.PointFigures;
import io.birdseye.planning.sweep.SweepResult.SweepPoint;
import io.birdseye.report.page.Chart;
import io.birdseye.report.page.Page;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.TreeSet;
import java.util.function.IntFunction;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * What was advised, over what was measured: the recommended pool, half of it, and double.
 *
 * @param threads of the recommended strategy with an I/O pool of some size
 * @param failing the share of requests that fail because upstreams were told to
 */
record Verification(
        Question question,
        Advice.Recommendation recommendation,
        IntFunction<Topology> threads,
        double failing,
        SweepResult measured) {

    private static final double KEEPS_UP = 0.97;
    /** Beyond those that were ordered: a share of failures that is chance. */
    private static final double CHANCE = 0.005;

    private static final long SEED = 1953;

    /** One pool, predicted and measured. */
    record Row(int io, SimulationResult predicted, @Nullable PointFigures figures, @Nullable String failure) {}

    /** The pools to measure: at most three. */
    static List<Double> pools(Advice.Recommendation recommendation) {
        TreeSet<Double> pools = new TreeSet<>();
        pools.add((double) Math.max(1, recommendation.io() / 2));
        pools.add((double) recommendation.io());
        pools.add(recommendation.io() * 2.0);
        return List.copyOf(pools);
    }

    List<Row> rows() {
        return measured.points().stream()
                .sorted(Comparator.comparingInt(SweepPoint::index))
                .map(point -> {
                    int io = (int) Math.round(Objects.requireNonNull(point.values().get("io")));
                    return new Row(io, predict(io), point.figures(), point.failure());
                })
                .toList();
    }

    /** As the load tool sends, at equal distances, and with the bounds of the trial. */
    private SimulationResult predict(int io) {
        double windowMs = Math.max(3_000_000 / question.perSecond(), 10_000);
        return Simulation.run(
                new ServiceModel(
                        RequestPath.of(threads.apply(io)), question.work(), question.cores(), 0,
                        recommendation.httpThreads(), recommendation.maxInFlight(), recommendation.maxInFlight(),
                        question.deadlineMs()),
                new Traffic.ConstantRate(question.perSecond()),
                new RunLength(windowMs / 3, windowMs, windowMs, 3, SEED));
    }

    /** Whether a measured point does what is wanted; without an objective, whether it keeps up. */
    boolean meets(PointFigures figures) {
        Double wanted = question.p99Ms();
        return figures.achievedPerSecond() >= (KEEPS_UP - failing) * figures.offeredPerSecond()
                && figures.errorShare() <= failing + CHANCE
                && (wanted == null || figures.p99Ms() <= wanted);
    }

    String text() {
        StringBuilder text = new StringBuilder("\nMeasured on this machine, arrivals at equal distances:\n");
        for (Row row : rows()) {
            text.append(String.format(
                    Locale.ROOT, "  %5d threads  predicted %6.1f/s p50 %6.0f ms p99 %6.0f ms   ", row.io(),
                    row.predicted().achievedPerSecond().mean(), row.predicted().p50Ms().mean(),
                    row.predicted().p99Ms().mean()));
            PointFigures figures = row.figures();
            text.append(figures == null
                    ? "failed: " + row.failure()
                    : String.format(
                            Locale.ROOT, "measured %6.1f/s p50 %6.0f ms p99 %6.0f ms  %s%s",
                            figures.achievedPerSecond(), figures.p50Ms(), figures.p99Ms(),
                            meets(figures) ? "meets it" : "does not",
                            figures.errorShare() > 0
                                    ? String.format(
                                            Locale.ROOT, " (%.1f %% failed or refused)",
                                            100 * figures.errorShare())
                                    : ""));
            text.append('\n');
        }
        sentences().forEach(sentence -> text.append(sentence).append('\n'));
        return text.toString();
    }

    /** Whether the advice held, and where not, what that may come from. */
    List<String> sentences() {
        List<String> sentences = new ArrayList<>();
        for (Row row : rows()) {
            PointFigures figures = row.figures();
            if (figures == null) {
                sentences.add("The pool of " + row.io() + " could not be measured: " + row.failure() + ".");
            } else if (row.io() == recommendation.io()) {
                sentences.add(meets(figures)
                        ? "The recommended pool meets the objective."
                        : "The recommended pool does not meet the objective here: " + why(row, figures));
            } else if (row.io() < recommendation.io() && meets(figures)) {
                sentences.add("Half of it meets the objective too: the advice leaves room for arrivals that bunch by"
                        + " chance and for calls that take a tenth longer, and this load has neither"
                        + (row.io() > question.perSecond() * question.work().callMs() / 1000
                                ? "; a pool of " + row.io() + " is above the average number of calls on the wire."
                                : "."));
            } else if (row.io() < recommendation.io()) {
                sentences.add("Half of it does not.");
            }
        }
        return sentences;
    }

    private String why(Row row, PointFigures figures) {
        double cpu = question.work().cpuMs();
        if (figures.cpuMsPerRequest() > 1.15 * cpu) {
            return String.format(
                    Locale.ROOT,
                    "a request took %.1f ms of CPU where the advice assumed %.1f ms, and injector and mock share the"
                            + " cores.",
                    figures.cpuMsPerRequest(), cpu);
        }
        return String.format(
                Locale.ROOT,
                "predicted were %.1f/s and a p99 of %.0f ms, measured %.1f/s and %.0f ms; injector and mock share the"
                        + " cores, and garbage collection pauses are not predicted.",
                row.predicted().achievedPerSecond().mean(), row.predicted().p99Ms().mean(),
                figures.achievedPerSecond(), figures.p99Ms());
    }

    String page(Advice advice) {
        List<Row> rows = rows();
        Double wanted = question.p99Ms();
        Page page = new Page("Birdseye: advice for " + recommendation.strategy());
        page.paragraph(advice.conclusion());
        sentences().forEach(page::paragraph);
        page.paragraph(measured.machine());
        Chart p99 = chart("p99 over the I/O pool, predicted and measured", "p99 ms", rows,
                result -> result.p99Ms().mean(), PointFigures::p99Ms);
        page.heading("Latency, p99").chart(wanted == null ? p99 : p99.limit("objective", wanted));
        page.heading("Latency, p50").chart(chart("p50 over the I/O pool, predicted and measured", "p50 ms", rows,
                result -> result.p50Ms().mean(), PointFigures::p50Ms));
        page.heading("Throughput").chart(chart("Throughput over the I/O pool, predicted and measured", "achieved/s",
                rows, result -> result.achievedPerSecond().mean(), PointFigures::achievedPerSecond));
        page.table(
                "Predicted for arrivals at equal distances, as the load tool sends them.",
                List.of("I/O pool", "/s predicted", "measured", "p50 ms predicted", "measured", "p99 ms predicted",
                        "measured", "objective"),
                rows.stream().map(this::cells).toList());
        return page.heading("The advice").preformatted(advice.render())
                .small("Measured by: " + measured.command())
                .render("advised and measured", "Advised and measured: " + recommendation.strategy());
    }

    private List<String> cells(Row row) {
        PointFigures figures = row.figures();
        SimulationResult predicted = row.predicted();
        if (figures == null) {
            return List.of(Integer.toString(row.io()), "failed: " + row.failure());
        }
        return List.of(
                Integer.toString(row.io()),
                one(predicted.achievedPerSecond().mean()), one(figures.achievedPerSecond()),
                one(predicted.p50Ms().mean()), one(figures.p50Ms()),
                one(predicted.p99Ms().mean()), one(figures.p99Ms()),
                meets(figures) ? "met" : "not met");
    }

    private static String one(double value) {
        return Double.isFinite(value) ? String.format(Locale.ROOT, "%.1f", value) : "–";
    }

    private static Chart chart(
            String what,
            String y,
            List<Row> rows,
            ToDoubleFunction<SimulationResult> predicted,
            ToDoubleFunction<PointFigures> figure) {
        List<Chart.Point> said = new ArrayList<>();
        List<Chart.Point> seen = new ArrayList<>();
        for (Row row : rows) {
            said.add(Chart.Point.at(row.io(), predicted.applyAsDouble(row.predicted())));
            PointFigures figures = row.figures();
            seen.add(Chart.Point.at(row.io(), figures == null ? Double.NaN : figure.applyAsDouble(figures)));
        }
        return Chart.lines(what, "I/O pool", y).predicted("predicted", said).measured("measured", seen);
    }
}
