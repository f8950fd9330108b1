package io.birdseye.planning.sweep;

import static io.birdseye.model.Format.plain;

import io.birdseye.loadtest.trial.Trials;
import io.birdseye.model.Format;
import io.birdseye.model.WholeFile;
import io.birdseye.planning.sweep.SweepResult.PointFigures;
import io.birdseye.planning.sweep.SweepResult.SweepPoint;
import io.birdseye.report.page.Chart;
import io.birdseye.report.page.HeatMap;
import io.birdseye.report.page.Page;
import io.birdseye.report.table.Column.Cells;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** The files of a sweep: {@code sweep.json} with every figure, and {@code sweep.html} with curves or heat maps. */
public final class SweepFiles {

    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(SerializationFeature.INDENT_OUTPUT)
            .enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS)
            .build();

    private static final PointFigure CARRIES = PointFigure.of("carries/s", SweepResult::throughput);
    private static final PointFigure ACHIEVED = PointFigure.of("achieved/s", PointFigures::achievedPerSecond);
    private static final PointFigure P50 = PointFigure.of("p50 ms", PointFigures::p50Ms);
    private static final PointFigure P90 = PointFigure.of("p90 ms", PointFigures::p90Ms);
    private static final PointFigure P99 =
            new PointFigure("p99 ms", PointFigures::p99Ms, figures -> (figures.carriesP99() ? "" : "~") + plain(figures.p99Ms()));

    private static final List<PointFigure> ALL = List.of(
            PointFigure.of("offered/s", PointFigures::offeredPerSecond), ACHIEVED,
            new PointFigure("errors", PointFigures::errorShare, figures -> figures.errorShare() == 0 ? "0" : Format.percent(figures.errorShare())),
            P50, P90, P99, PointFigure.of("CPU ms", PointFigures::cpuMsPerRequest), PointFigure.of("cores", PointFigures::serviceCores));

    /** A figure of a point: what a curve or a map draws of it, and its cell. */
    private record PointFigure(String title, ToDoubleFunction<PointFigures> value, Function<PointFigures, String> cell) {

        static PointFigure of(String title, ToDoubleFunction<PointFigures> value) {
            return new PointFigure(title, value, figures -> plain(value.applyAsDouble(figures)));
        }
    }

    private SweepFiles() {}

    /** Writes both files. Each appears whole: an interrupted write leaves the file that was there before. */
    public static void write(SweepResult sweep, Path folder) throws IOException {
        WholeFile.write(folder.resolve("sweep.json"), JSON.writeValueAsString(sweep) + "\n");
        WholeFile.write(folder.resolve("sweep.html"), page(sweep));
    }

    /** The table for a terminal, its columns aligned, with the knees or the map below it. */
    public static String text(SweepResult sweep) {
        return aligned(cells(sweep), Integer.MAX_VALUE) + "\n" + (sweep.searched()
                ? aligned(map(sweep), sweep.axes().size() + 1) + "\n" + SweepResult.MAP : String.join("\n", sweep.knees())) + "\n";
    }

    private static Cells map(SweepResult sweep) {
        return Cells.of(sweep.map(), sweep.mapColumns());
    }

    /** Names are to the left: those of the first column, and of all from another one on. */
    private static String aligned(Cells cells, int namesFrom) {
        List<List<String>> rows = Stream.concat(Stream.of(cells.titles()), cells.rows().stream()).toList();
        int columns = cells.titles().size();
        // The last cell of a failed point is its reason: it may be longer than a column.
        List<Integer> widths = IntStream.range(0, columns)
                .mapToObj(i -> rows.stream().filter(row -> i < row.size() - 1 || row.size() == columns)
                        .mapToInt(row -> row.get(i).length()).max().orElse(0))
                .toList();
        return rows.stream()
                .map(row -> IntStream.range(0, row.size())
                        .mapToObj(i -> i == row.size() - 1 && row.size() < columns ? row.get(i) : Format.text(
                                "%" + (i == 0 || i >= namesFrom ? "-" : "") + widths.get(i) + "s", row.get(i)))
                        .collect(Collectors.joining("  ")).stripTrailing() + "\n")
                .collect(Collectors.joining());
    }

    private static Cells cells(SweepResult sweep) {
        List<PointFigure> figures = Stream.concat(sweep.searched() ? Stream.of(CARRIES) : Stream.of(), ALL.stream()).toList();
        Stream<String> known = Stream.concat(Stream.of("strategy"), sweep.axes().stream().map(SweepAxis::setting));
        return new Cells(Stream.concat(known, figures.stream().map(PointFigure::title)).toList(), sweep.points().stream()
                .sorted(Comparator.comparing(SweepPoint::strategy).thenComparingInt(SweepPoint::index))
                .map(point -> row(sweep, figures, point))
                .toList());
    }

    private static List<String> row(SweepResult sweep, List<PointFigure> shown, SweepPoint point) {
        List<String> row = new ArrayList<>(List.of(point.strategy()));
        sweep.axes().forEach(axis -> row.add(plain(point.values().getOrDefault(axis.setting(), Double.NaN))));
        PointFigures figures = point.figures();
        if (figures == null) {
            String failure = Objects.requireNonNullElse(point.failure(), "no reason given");
            row.add(point.carriesNone() || failure.startsWith(Trials.JudgedTrial.NOT_VALID) ? failure : "failed: " + failure);
            return row;
        }
        for (PointFigure figure : shown) {
            row.add(figure.cell().apply(figures));
        }
        return row;
    }

    static String page(SweepResult sweep) {
        String settings = sweep.axes().stream().map(SweepAxis::setting).collect(Collectors.joining(" and "));
        Page page = new Page("Birdseye: a sweep over " + settings);
        page.paragraph(sweep.fixed()).paragraph(sweep.machine());
        if (sweep.searched()) {
            page.table(SweepResult.MAP, map(sweep));
        } else {
            sweep.knees().forEach(page::paragraph);
        }
        long lost = sweep.points().stream().filter(SweepPoint::lost).count();
        if (lost > 0) {
            page.paragraph(lost + " of " + Format.count(sweep.points().size(), "point") + " have no figures: the table says why.");
        }
        List<String> drawn = sweep.strategies().stream().filter(one -> !sweep.measured(one).isEmpty()).toList();
        boolean maps = sweep.axes().size() > 1;
        for (PointFigure figure : drawn.isEmpty() ? List.<PointFigure>of() : sweep.searched() ? List.of(CARRIES)
                : maps ? List.of(ACHIEVED, P90) : List.of(ACHIEVED, P50, P90, P99)) {
            if (maps) {
                drawn.forEach(strategy -> page.heading(strategy + ": " + figure.title()).heatMap(map(sweep, strategy, figure)));
            } else {
                page.heading(figure.title() + " over " + settings).chart(chart(sweep, drawn, figure));
            }
        }
        page.heading("Every point").table(
                "Latencies from the intended start of a request. A p99 with ~ has fewer than a thousand requests.",
                cells(sweep));
        return page.small("Measured by: " + sweep.command())
                .render("swept " + sweep.createdAt(),
                        "A sweep over " + settings + (sweep.nothingMeasured() ? ": no point could be measured" : ""));
    }

    /** Of a point, not a number where it has no figures: no line leads over it. */
    private static double value(SweepResult sweep, String strategy, Map<String, Double> values, PointFigure figure) {
        return sweep.points().stream()
                .filter(point -> point.strategy().equals(strategy) && !point.lost() && point.values().entrySet().containsAll(values.entrySet()))
                .mapToDouble(point -> point.figures() == null ? 0 : figure.value().applyAsDouble(point.figures()))
                .findFirst().orElse(Double.NaN);
    }

    private static Chart chart(SweepResult sweep, List<String> strategies, PointFigure figure) {
        SweepAxis axis = sweep.axes().getFirst();
        Chart chart = Chart.lines(figure.title() + " over " + axis.setting(), axis.setting(), figure.title());
        strategies.forEach(strategy -> chart.measured(strategy, axis.values().stream()
                .map(x -> Chart.Point.at(x, value(sweep, strategy, Map.of(axis.setting(), x), figure)))
                .toList()));
        return chart;
    }

    private static HeatMap map(SweepResult sweep, String strategy, PointFigure figure) {
        SweepAxis rows = sweep.axes().getFirst();
        SweepAxis columns = sweep.axes().getLast();
        return new HeatMap(
                strategy + ": " + figure.title(), columns.setting(), columns.values(), rows.setting(), rows.values(),
                rows.values().stream()
                        .map(y -> columns.values().stream()
                                .map(x -> value(sweep, strategy, Map.of(rows.setting(), y, columns.setting(), x), figure))
                                .toList())
                        .toList());
    }
}
