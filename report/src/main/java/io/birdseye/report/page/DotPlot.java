package io.birdseye.report.page;

import io.birdseye.model.Format;
import io.birdseye.report.result.Trial;
import io.birdseye.report.result.Trial.Latency;
import io.birdseye.report.result.Trial.Measured;
import io.birdseye.report.table.ComparisonTable;
import io.birdseye.report.table.LeastTime;
import io.birdseye.report.table.Row;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The one picture of a comparison: a dot for each strategy that kept up, on an axis of what it adds to the floor, in the
 * order of the table.
 * The axis is made for those that are close together; what lies far beyond stands at its edge, with its figure. All of it
 * is markup, so it needs no script and costs nothing while a comparison runs.
 *
 * @param floor where the axis begins; null where there is none, or one for each combination of axis values: then response
 *     times themselves are shown
 */
record DotPlot(@Nullable LeastTime floor, double high, List<Dot> dots) {

    /** So many times the figure of three quarters of all: what lies beyond would squeeze the others. */
    private static final double FAR = 4;

    /** Half a mark's width, in per cent of the axis. */
    private static final double MARGIN = 2;

    private static final double TICKS = 5;

    DotPlot {
        dots = List.copyOf(dots);
    }

    /** One strategy; times are above the floor. */
    record Dot(String name, Waiting waiting, double ms, double low, double high, @Nullable Double p90) {}

    record Tick(String style, String label) {}

    /** What waits while a call is under way. */
    enum Waiting {
        NOBODY("no thread waits for a call"),
        VIRTUAL_THREAD("a virtual thread waits"),
        POOL_THREAD("a pool thread waits"), HTTP_THREAD("the HTTP thread waits"), UNKNOWN("not known what waits");

        private final String words;

        Waiting(String words) {
            this.words = words;
        }

        String words() {
            return words;
        }

        String style() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }

        static Waiting of(Row row) {
            String waiter = row.topology().waiter();
            return Stream.of(values()).filter(each -> each.style().equals(waiter)).findFirst().orElse(UNKNOWN);
        }
    }

    static DotPlot of(ComparisonTable comparison) {
        List<Row> rows = comparison.rows().stream()
                .filter(row -> row.standing().isComparable() && row.medianMs() != null).toList();
        List<LeastTime> floors = comparison.floors();
        LeastTime floor = floors.size() == 1 ? floors.getFirst() : null;
        List<Dot> dots = rows.stream()
                .map(row -> dot(row, row.counted(), floor == null ? 0 : floor.ms())).toList();
        return new DotPlot(floor, end(dots.stream().sorted(Comparator.comparingDouble(Dot::ms)).toList()), dots);
    }

    private static Dot dot(Row row, List<Trial> trials, double floor) {
        double median = Objects.requireNonNull(row.medianMs());
        DoubleSummaryStatistics blocks = trials.stream()
                .flatMap(trial -> Stream.ofNullable(trial.measured()))
                .mapToDouble(measured -> measured.response().p50Ms()).summaryStatistics();
        Double p90 = row.latency(Measured::response, Latency::p90Ms);
        return new Dot(row.name(), Waiting.of(row), median - floor, Math.min(median, blocks.getMin()) - floor,
                Math.max(median, blocks.getMax()) - floor, p90 == null ? null : (Double) (p90 - floor));
    }

    /** The far end of those that are close together, with their whiskers; the fastest is the first. */
    private static double end(List<Dot> dots) {
        if (dots.isEmpty()) {
            return 1;
        }
        double far = FAR * Math.max(1, dots.get((dots.size() - 1) * 3 / 4).ms());
        double last = dots.stream().mapToDouble(Dot::ms).filter(ms -> ms <= far).max().orElse(far);
        double whiskers = dots.stream().filter(dot -> dot.ms() <= far)
                .mapToDouble(dot -> Objects.requireNonNullElse(dot.p90(), dot.high())).max().orElse(last);
        return 1.04 * Math.max(1, Math.min(Math.max(last, whiskers), 3 * Math.max(1, last)));
    }

    boolean excess() {
        return floor != null;
    }

    List<Waiting> waitings() {
        return dots.stream().map(Dot::waiting).distinct().sorted().toList();
    }

    boolean beyond(Dot dot) {
        return dot.ms() > high;
    }

    boolean anyBeyond() {
        return dots.stream().anyMatch(this::beyond);
    }

    boolean severalBlocks() {
        return dots.stream().anyMatch(dot -> dot.high() > dot.low());
    }

    String at(double ms) {
        return Format.text("left:%.2f%%", place(ms));
    }

    String reach(double from, double to) {
        return Format.text("left:%.2f%%;width:%.2f%%", place(from), Math.max(0, place(to) - place(from)));
    }

    /** From the fastest to what is slower by the margin. */
    String margin(double share) {
        double fastest = dots.stream().mapToDouble(Dot::ms).min().orElse(0);
        return reach(fastest, fastest + share * (fastest + (floor == null ? 0 : floor.ms())));
    }

    String value(Dot dot) {
        return (excess() && dot.ms() >= 0 ? "+" : "") + Format.ms(dot.ms());
    }

    List<Tick> ticks() {
        double rough = high / TICKS;
        double power = Math.pow(10, Math.floor(Math.log10(rough)));
        double step = power * Stream.of(1.0, 2.0, 5.0, 10.0).filter(factor -> factor * power >= rough).findFirst().orElse(10.0);
        List<Tick> ticks = new ArrayList<>();
        for (int i = 0; i * step <= high; i++) {
            ticks.add(new Tick(at(i * step), i == 0 && floor != null
                    ? "floor " + Format.ms(floor.ms())
                    : (excess() ? "+" : "") + Format.setting(Math.round(i * step * 1000) / 1000.0) + (i == 0 ? " ms" : "")));
        }
        return ticks;
    }

    private double place(double ms) {
        return MARGIN + Math.clamp(ms / high, 0, 1) * (100 - 2 * MARGIN);
    }
}
