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

    /** A figure that is predicted and measured. */
    private record Compared(
            String heading,
            String title,
            String unit,
            ToDoubleFunction<SimulationResult> predicted,
            ToDoubleFunction<PointFigures> measured) {

        Chart chart(List<Row> rows) {
            return Chart.lines(title + " over the I/O pool, predicted and measured", "I/O pool", unit)
                    .predicted("predicted", rows.stream()
                            .map(row -> Chart.Point.at(row.io(), predicted.applyAsDouble(row.predicted())))
                            .toList())
                    .measured("measured", rows.stream().map(row -> Chart.Point.at(row.io(), measured(row))).toList());
        }

        private double measured(Row row) {
            return row.figures() == null ? Double.NaN : measured.applyAsDouble(row.figures());
        }
    }

    private static final Compared P99 =
            new Compared("Latency, p99", "p99", "p99 ms", SimulationResult::p99Ms, PointFigures::p99Ms);
    private static final Compared P50 =
            new Compared("Latency, p50", "p50", "p50 ms", SimulationResult::p50Ms, PointFigures::p50Ms);
    private static final Compared THROUGHPUT = new Compared(
            "Throughput", "Throughput", "achieved/s", SimulationResult::achievedPerSecond,
            PointFigures::achievedPerSecond);

    private VerificationPage() {}

    public static String render(Verification verification, Advice advice, SweepResult measured) {
        String strategy = verification.recommendation().strategy();
        Page page = new Page("Birdseye: advice for " + strategy);
        page.paragraph(advice.conclusion());
        verification.sentences().forEach(page::paragraph);
        page.paragraph(measured.machine());
        for (Compared figure : List.of(P99, P50, THROUGHPUT)) {
            Chart chart = figure.chart(verification.rows());
            Double objective = verification.question().p99Ms();
            page.heading(figure.heading())
                    .chart(figure == P99 && objective != null ? chart.limit("objective", objective) : chart);
        }
        page.table(
                "Predicted for what was measured: " + verification.question().load().describe() + ".",
                List.of("I/O pool", "/s predicted", "measured", "p50 ms predicted", "measured", "p99 ms predicted",
                        "measured", "objective"),
                verification.rows().stream().map(row -> cells(row, verification)).toList());
        return page.heading("The advice").preformatted(advice.render())
                .small("Measured by: " + measured.command())
                .render("advised and measured", "Advised and measured: " + strategy);
    }

    private static List<String> cells(Row row, Verification verification) {
        PointFigures figures = row.figures();
        if (figures == null) {
            return List.of(Integer.toString(row.io()), "failed: " + row.failure());
        }
        List<String> cells = new ArrayList<>(List.of(Integer.toString(row.io())));
        for (Compared figure : List.of(THROUGHPUT, P50, P99)) {
            cells.add(Format.fixed(figure.predicted().applyAsDouble(row.predicted()), 1));
            cells.add(Format.fixed(figure.measured().applyAsDouble(figures), 1));
        }
        cells.add(verification.meets(figures) ? "met" : "not met");
        return cells;
    }
}
