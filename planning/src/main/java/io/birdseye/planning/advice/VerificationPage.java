package io.birdseye.planning.advice;

import io.birdseye.model.Format;
import io.birdseye.planning.advice.Verification.Row;
import io.birdseye.planning.simulation.SimulationResult;
import io.birdseye.planning.sweep.SweepResult;
import io.birdseye.planning.sweep.SweepResult.PointFigures;
import io.birdseye.report.page.Chart;
import io.birdseye.report.page.Page;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** A {@link Verification} as a page: charts of predicted and measured figures, and the advice. */
public final class VerificationPage {

    private VerificationPage() {}

    public static String render(Verification verification, Advice advice, SweepResult measured) {
        List<Row> rows = verification.rows();
        Double objective = verification.objectiveMs();
        Page page = new Page("Birdseye: advice for " + verification.strategy());
        page.paragraph(advice.conclusion());
        verification.sentences().forEach(page::paragraph);
        page.paragraph(measured.machine());
        Chart p99 = chart("p99", "p99 ms", rows, result -> result.p99Ms().mean(), PointFigures::p99Ms);
        page.heading("Latency, p99").chart(objective == null ? p99 : p99.limit("objective", objective));
        page.heading("Latency, p50").chart(chart(
                "p50", "p50 ms", rows, result -> result.p50Ms().mean(), PointFigures::p50Ms));
        page.heading("Throughput").chart(chart(
                "Throughput", "achieved/s", rows, result -> result.achievedPerSecond().mean(),
                PointFigures::achievedPerSecond));
        page.table(
                "Predicted for arrivals at equal distances, as the load generator sends them.",
                List.of("I/O pool", "/s predicted", "measured", "p50 ms predicted", "measured", "p99 ms predicted",
                        "measured", "objective"),
                rows.stream().map(row -> cells(row, verification)).toList());
        return page.heading("The advice").preformatted(advice.render())
                .small("Measured by: " + measured.command())
                .render("advised and measured", "Advised and measured: " + verification.strategy());
    }

    private static List<String> cells(Row row, Verification verification) {
        PointFigures figures = row.figures();
        SimulationResult predicted = row.predicted();
        if (figures == null) {
            return List.of(Integer.toString(row.io()), "failed: " + row.failure());
        }
        return List.of(
                Integer.toString(row.io()),
                Format.fixed(predicted.achievedPerSecond().mean(), 1), Format.fixed(figures.achievedPerSecond(), 1),
                Format.fixed(predicted.p50Ms().mean(), 1), Format.fixed(figures.p50Ms(), 1),
                Format.fixed(predicted.p99Ms().mean(), 1), Format.fixed(figures.p99Ms(), 1),
                verification.meets(figures) ? "met" : "not met");
    }

    private static Chart chart(
            String what,
            String y,
            List<Row> rows,
            ToDoubleFunction<SimulationResult> predicted,
            ToDoubleFunction<PointFigures> measured) {
        List<Chart.Point> predictions = new ArrayList<>();
        List<Chart.Point> measurements = new ArrayList<>();
        for (Row row : rows) {
            predictions.add(Chart.Point.at(row.io(), predicted.applyAsDouble(row.predicted())));
            PointFigures figures = row.figures();
            measurements.add(Chart.Point.at(
                    row.io(), figures == null ? Double.NaN : measured.applyAsDouble(figures)));
        }
        return Chart.lines(what + " over the I/O pool, predicted and measured", "I/O pool", y)
                .predicted("predicted", predictions)
                .measured("measured", measurements);
    }
}
