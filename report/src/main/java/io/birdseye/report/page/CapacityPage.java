package io.birdseye.report.page;

import io.birdseye.model.Format;
import io.birdseye.model.Objective;
import io.birdseye.report.result.Merged;
import io.birdseye.report.result.RateFound;
import io.birdseye.report.result.RateFound.Window;
import io.birdseye.report.result.Settings;
import io.birdseye.report.table.Carried;
import io.birdseye.report.table.CarriedWords;
import io.birdseye.report.table.Column;
import io.birdseye.report.table.Column.Cells;
import io.birdseye.report.table.ComparisonTable;
import io.birdseye.report.table.Conclusion;
import io.birdseye.report.table.Metric;
import io.birdseye.report.table.Row;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/** How much each row carries, as a search found it, as one HTML page. */
public final class CapacityPage {

    /** Windows whose rates differ by less than this are one point of a curve. */
    private static final double ONE_POINT = 1.04;

    /** Fewer requests have no percentile worth a point. */
    private static final int ENOUGH = 20;

    /** Curves of an overload would flatten all others. */
    private static final double MOST_OBJECTIVES = 3;

    private CapacityPage() {}

    public static String render(ComparisonTable capacity) {
        List<Row> rows = capacity.rows().stream().filter(row -> row.carried() != null).toList();
        Settings settings = capacity.results().settings();
        String within = " within " + settings.objective();
        Page page = new Page("Birdseye: what " + rows.size() + " " + (rows.size() == 1 ? settings.compared() + " carries" : settings.comparedMany() + " carry") + within);
        List<String> answer = capacity.recommendation().before(Conclusion.of(capacity).headline());
        answer.stream().skip(1).forEach(page::paragraph);
        page.paragraph(capacity.orderInWords());
        if (!rows.isEmpty()) {
            String carries = "What each carries";
            page.heading(carries).chart(Chart.bars(
                    "Within " + settings.objective() + ", with its interval", "requests/s", rows.stream().map(CapacityPage::bar).toList()));
            String beyond = CarriedWords.beyond(capacity).map(times -> "In time " + times + ": of what it carries, while so much is asked").orElse(carries);
            page.table(beyond, Cells.of(rows, CarriedWords.carried(capacity)));
            if (rows.stream().anyMatch(row -> row.value(Metric.PROGRAM_CPU) != null)) {
                page.heading("What a request costs").chart(Chart.bars("CPU without the compilers, at four fifths of its rate", "ms per answer",
                        rows.stream().map(row -> new Chart.Point(row.name(), 0, cpu(row), Double.NaN, Double.NaN)).toList()));
            }
            page.table("At four fifths of its rate; memory beyond that of the idle service, for each request in flight",
                    Cells.of(rows, CarriedWords.costs(capacity)));
            page.heading("How the response time rises").chart(curves(settings.objective(), rows));
            page.heading("Where the time went").paragraph("At four fifths of its rate, summed over the tasks of a request, which run side by side.");
            page.table("ms for each request", Cells.of(rows, Column.times(capacity)));
            page.heading("What keeps them from more").paragraph(CarriedWords.ABOUT_LIMITS);
            CarriedWords.limits(capacity).forEach(page::paragraph);
        }
        List<String> failures = CarriedWords.failures(capacity);
        if (!failures.isEmpty()) {
            page.heading("Without an answer");
            failures.forEach(page::paragraph);
        }
        page.heading("Repeat it").small(settings.run().command())
                .small(Format.text("Birdseye %s, %d cores, %s, Java %s", capacity.results().environment().commit(), capacity.results().environment().cores(),
                        capacity.results().environment().cpuModel(), capacity.results().environment().jdk()));
        return page.render("measured " + ComparisonPage.minute(capacity.results().createdAt()), answer.getFirst());
    }

    private static Chart.Point bar(Row row) {
        Carried carried = Objects.requireNonNull(row.carried());
        double low = carried.atLeast() ? Double.NaN : carried.interval().low();
        return new Chart.Point(row.name(), 0, carried.perSecond(), low, carried.atLeast() ? Double.NaN : carried.interval().high());
    }

    private static double cpu(Row row) {
        return row.figures() == null ? Double.NaN : Metric.PROGRAM_CPU.orNaN(row.figures());
    }

    private static Chart curves(Objective objective, List<Row> rows) {
        Chart chart = Chart.lines(
                        "p" + objective.percentile() + " of right answers over the rate; what is more than " + Format.setting(MOST_OBJECTIVES)
                                + " objectives is drawn there", "requests/s", "ms")
                .limit("objective", objective.ms());
        rows.forEach(row -> chart.measured(row.name(), points(row, MOST_OBJECTIVES * objective.ms())));
        return chart;
    }

    /** Windows at about the same rate together, with their median. */
    private static List<Chart.Point> points(Row row, double most) {
        return Objects.requireNonNull(row.carried()).found().stream()
                .map(RateFound::windows)
                .flatMap(List::stream)
                .filter(window -> window.requests() - window.errors() >= ENOUGH)
                .collect(Collectors.groupingBy(
                        window -> Math.round(Math.log(window.ratePerSecond()) / Math.log(ONE_POINT)), TreeMap::new, Collectors.toList()))
                .values().stream()
                .map(alike -> Chart.Point.at(Math.round(median(alike, Window::ratePerSecond)), Math.min(most, median(alike, Window::percentileMs))))
                .toList();
    }

    private static double median(List<Window> windows, ToDoubleFunction<Window> figure) {
        return Merged.Rule.MEDIAN.of(windows.stream().mapToDouble(figure).toArray());
    }
}
