package io.birdseye.planning.advice;

import io.birdseye.model.Format;
import io.birdseye.planning.advice.Verification.Row;
import io.birdseye.planning.page.LineChart;
import io.birdseye.planning.page.PlanningPage;
import io.birdseye.planning.simulation.SimulationResult;
import io.birdseye.planning.sweep.SweepResult;
import io.birdseye.planning.sweep.SweepResult.PointFigures;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/** A {@link Verification} as a page: charts of predicted and measured figures, and the advice. */
public final class VerificationPage {

    private VerificationPage() {}

    public static String render(Verification verification, Advice advice, SweepResult measured) {
        List<Row> rows = verification.rows();
        Double objective = verification.objectiveMs();
        PlanningPage page = new PlanningPage("Advised and measured: " + verification.strategy());
        page.paragraph(advice.conclusion());
        verification.sentences().forEach(page::paragraph);
        page.paragraph(measured.machine());
        page.heading("Latency, p99").chart(chart(
                "p99", "p99 ms", rows, result -> result.p99Ms().mean(), PointFigures::p99Ms,
                objective == null ? Optional.empty() : Optional.of(new LineChart.Limit("objective", objective))));
        page.heading("Latency, p50").chart(chart(
                "p50", "p50 ms", rows, result -> result.p50Ms().mean(), PointFigures::p50Ms, Optional.empty()));
        page.heading("Throughput").chart(chart(
                "Throughput", "achieved/s", rows, result -> result.achievedPerSecond().mean(),
                PointFigures::achievedPerSecond, Optional.empty()));
        page.table(
                "Predicted for arrivals at equal distances, as the load generator sends them.",
                List.of("I/O pool", "/s predicted", "measured", "p50 ms predicted", "measured", "p99 ms predicted",
                        "measured", "objective"),
                rows.stream().map(row -> cells(row, verification)).toList());
        return page.heading("The advice").preformatted(advice.render())
                .small("Measured by: " + measured.command())
                .html();
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

    private static LineChart chart(
            String what,
            String y,
            List<Row> rows,
            ToDoubleFunction<SimulationResult> predicted,
            ToDoubleFunction<PointFigures> measured,
            Optional<LineChart.Limit> limit) {
        List<LineChart.Point> predictions = new ArrayList<>();
        List<LineChart.Point> measurements = new ArrayList<>();
        for (Row row : rows) {
            predictions.add(new LineChart.Point(row.io(), predicted.applyAsDouble(row.predicted())));
            PointFigures figures = row.figures();
            measurements.add(new LineChart.Point(
                    row.io(), figures == null ? Double.NaN : measured.applyAsDouble(figures)));
        }
        return new LineChart(
                what + " over the I/O pool, predicted and measured", "I/O pool", y,
                List.of(
                        new LineChart.Series("predicted", true, 0, predictions),
                        new LineChart.Series("measured", false, 1, measurements)),
                limit);
    }
}
