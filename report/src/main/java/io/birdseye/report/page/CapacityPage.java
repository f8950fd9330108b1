package io.birdseye.report.page;

import io.birdseye.model.Format;
import io.birdseye.report.result.RateFound;
import io.birdseye.report.result.RateFound.Window;
import io.birdseye.report.result.Settings;
import io.birdseye.report.statistics.Interval;
import io.birdseye.report.table.CapacityTable;
import io.birdseye.report.table.CapacityTable.CapacityRow;
import io.birdseye.report.table.Column;
import io.birdseye.report.table.Column.Cells;
import io.birdseye.report.table.Metric;
import io.birdseye.report.table.TimeSplit;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** How much each row carries, as one HTML page. */
public final class CapacityPage {

    /** Windows whose rates differ by less than this are one point of a curve. */
    private static final double ONE_POINT = 1.04;

    /** Fewer requests have no percentile worth a point. */
    private static final int ENOUGH = 20;

    /** Curves of an overload would flatten all others. */
    private static final double MOST_OBJECTIVES = 3;

    private CapacityPage() {}

    public static String render(CapacityTable capacity) {
        List<CapacityRow> rows = capacity.rows().stream().filter(CapacityRow::hasAnswer).toList();
        Settings settings = capacity.results().settings();
        Page page = new Page("Birdseye: what " + rows.size() + " " + (rows.size() == 1 ? settings.compared() + " carries" : settings.comparedMany() + " carry") + " within " + capacity.objective());
        List<String> answer = capacity.recommendation().before(capacity.headline());
        answer.stream().skip(1).forEach(page::paragraph);
        page.paragraph(capacity.orderInWords());
        if (!rows.isEmpty()) {
            page.heading("What each carries").chart(Chart.bars("Within " + capacity.objective() + ", with its interval", "requests/s", bars(rows, CapacityPage::carried)));
            table(page, capacity.beyond().map(beyond -> "In time " + beyond + ": of what it carries, while so much is asked").orElse("What each carries"), rows, capacity.carried());
            if (rows.stream().anyMatch(row -> !Double.isNaN(cpu(row)))) {
                page.heading("What a request costs").chart(Chart.bars("CPU without the compilers, at four fifths of its rate", "ms per answer",
                        bars(rows, row -> new Chart.Point(row.name(), 0, cpu(row), Double.NaN, Double.NaN))));
            }
            table(page, "At four fifths of its rate; memory beyond that of the idle service, for each request in flight", rows, capacity.costs());
            page.heading("How the response time rises").chart(curves(capacity, rows));
            page.heading("Where the time went").paragraph("At four fifths of its rate, summed over the tasks of a request, which run side by side.");
            table(page, "ms for each request", rows, List.of(
                    Column.text(settings.compared(), CapacityRow::name),
                    part("waiting for a thread to call", TimeSplit::ioQueueMs), part("calling", TimeSplit::ioMs),
                    part("waiting for a thread to combine", TimeSplit::cpuQueueMs), part("combining", TimeSplit::cpuMs)));
            page.heading("What keeps them from more").paragraph(CapacityTable.aboutLimits());
            capacity.limits().forEach(page::paragraph);
        }
        if (!capacity.failures().isEmpty()) {
            page.heading("Without an answer");
            capacity.failures().forEach(page::paragraph);
        }
        page.heading("Repeat it").small(settings.run().command())
                .small(Format.text("Birdseye %s, %d cores, %s, Java %s", capacity.results().environment().commit(), capacity.results().environment().cores(),
                        capacity.results().environment().cpuModel(), capacity.results().environment().jdk()));
        return page.render("measured " + ComparisonPage.minute(capacity.results().createdAt()), answer.getFirst());
    }

    private static void table(Page page, String caption, List<CapacityRow> rows, List<Column<CapacityRow>> columns) {
        Cells cells = Cells.of(rows, columns);
        page.table(caption, cells.titles(), cells.rows());
    }

    private static Column<CapacityRow> part(String title, Function<TimeSplit, Double> time) {
        return Column.number(title, row -> row.figures() == null ? Format.NONE : Format.number(time.apply(TimeSplit.of(row.figures().work().tasks()))));
    }

    private static List<Chart.Point> bars(List<CapacityRow> rows, Function<CapacityRow, Chart.Point> bar) {
        return rows.stream().map(bar).toList();
    }

    private static Chart.Point carried(CapacityRow row) {
        Interval interval = row.interval();
        return interval == null || row.atLeast()
                ? new Chart.Point(row.name(), 0, row.perSecond(), Double.NaN, Double.NaN)
                : new Chart.Point(row.name(), 0, row.perSecond(), interval.low(), interval.high());
    }

    private static double cpu(CapacityRow row) {
        return row.figures() == null ? Double.NaN : Metric.PROGRAM_CPU.orNaN(row.figures());
    }

    private static Chart curves(CapacityTable capacity, List<CapacityRow> rows) {
        Chart chart = Chart.lines(
                        "p" + capacity.objective().percentile() + " of right answers over the rate; what is more than " + Format.setting(MOST_OBJECTIVES)
                                + " objectives is drawn there", "requests/s", "ms")
                .limit("objective", capacity.objective().ms());
        rows.forEach(row -> chart.measured(row.name(), points(row, MOST_OBJECTIVES * capacity.objective().ms())));
        return chart;
    }

    /** Windows at about the same rate together, with their median. */
    private static List<Chart.Point> points(CapacityRow row, double most) {
        return row.found().stream()
                .map(RateFound::windows)
                .flatMap(List::stream)
                .filter(window -> window.requests() - window.errors() >= ENOUGH)
                .collect(Collectors.groupingBy(
                        window -> Math.round(Math.log(window.ratePerSecond()) / Math.log(ONE_POINT)), TreeMap::new, Collectors.toList()))
                .values().stream()
                .map(alike -> Chart.Point.at(Math.round(median(alike, Window::ratePerSecond)), Math.min(most, median(alike, Window::percentileMs))))
                .toList();
    }

    private static double median(List<Window> windows, Function<Window, @Nullable Double> figure) {
        List<Double> sorted = windows.stream().map(figure).map(value -> value == null ? Double.NaN : value).sorted().toList();
        return (sorted.get((sorted.size() - 1) / 2) + sorted.get(sorted.size() / 2)) / 2;
    }
}
