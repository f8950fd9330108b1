package io.birdseye.report.table;

import static java.util.Objects.requireNonNull;

import io.birdseye.model.Format;
import io.birdseye.report.capacity.Bound;
import io.birdseye.report.capacity.SimilarBounds;
import io.birdseye.report.table.Conclusion.Statement;
import io.birdseye.report.table.Standing.Grade;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * What limits rows that fell behind, or that nearly did. Rows whose limits are nearly the same share a statement: with
 * axes they are dozens, and their figures differ by less than matters.
 *
 * @param many what rows are called
 */
record LimitStatements(String many) {

    /**
     * On rows that did not keep up, in the order of their grades.
     *
     * @param why says it of one row
     */
    Stream<Statement> behind(List<Row> rows, Function<Row, String> why) {
        Stream<Statement> limited = Stream.of(LoadLimits.Cause.values()).flatMap(cause -> statements(
                rows.stream().filter(row -> fellBehind(row) && limits(row).cause() == cause).toList(),
                LoadLimits::withoutLoad, why, alike -> behindTogether(cause, alike)));
        Stream<Statement> others = rows.stream()
                .filter(row -> !fellBehind(row))
                .sorted(Comparator.comparing(row -> row.standing().grade()))
                .map(row -> Statement.alone(why.apply(row)));
        return Stream.concat(limited, others);
    }

    /** On rows that kept up with little left. */
    Stream<Statement> near(List<Row> kept) {
        List<Row> near = kept.stream().filter(row -> row.nearLimit().isPresent()).toList();
        return Stream.concat(
                2 * near.size() > kept.size() ? Stream.of(Statement.alone(lowerRate(near))) : Stream.of(),
                statements(near, LoadLimits::bound, row -> row.name() + ": " + row.nearLimit().orElse(""), this::nearTogether));
    }

    /** On a slow machine the usual rate leaves no strategy any room. */
    private String lowerRate(List<Row> near) {
        double least = near.stream().map(LimitStatements::limits).mapToDouble(LoadLimits::capacity).min().orElseThrow();
        return "At this rate most " + many + " that kept up are near their limits, so their times tell more of queues than of the "
                + many + " themselves. With --rate " + Math.max(1, (int) (least / 2))
                + ", half of what they can carry, each has room.";
    }

    private static Stream<Statement> statements(
            List<Row> rows, Function<LoadLimits, Bound> bound, Function<Row, String> one,
            Function<SimilarBounds<Row>, String> several) {
        return SimilarBounds.among(rows, row -> bound.apply(limits(row))).stream()
                .flatMap(alike -> alike.rows().size() < Statement.TOGETHER
                        ? alike.rows().stream().map(row -> Statement.alone(one.apply(row)))
                        : Stream.of(new Statement(several.apply(alike), alike.rows().stream().map(Row::name).toList())));
    }

    private String behindTogether(LoadLimits.Cause cause, SimilarBounds<Row> alike) {
        String explained = switch (cause) {
            case TOPOLOGY -> "That they fall behind is what their topology predicts: X_max is " + alike.range() + ", "
                    + percents(alike, limits -> limits.withoutLoad().perSecond() / limits.rate()) + " of the rate.";
            case TRIAL -> "The task times of the trials explain why they fell behind, those without load do not: X_max is "
                    + alike.range() + "; with the task times of the trials it is "
                    + percents(alike, limits -> limits.capacity() / limits.rate()) + " of the rate.";
            case UNEXPLAINED -> "Their topology does not explain why they fell behind: X_max is " + alike.range() + ".";
        };
        return alike.rows().size() + " " + many + " did not keep up, and their limits are " + apart() + ". " + explained
                + " They answered " + range(alike, limits -> limits.measured().achievedPerSecond(), Format::rate) + ".";
    }

    private String nearTogether(SimilarBounds<Row> alike) {
        return alike.rows().size() + " " + many + " are near their limits, which are " + apart()
                + ": they kept up in every block, but the rate is "
                + percents(alike, limits -> limits.rate() / limits.capacity()) + " of their capacity in a trial, "
                + alike.range() + ". They " + (alike.rows().stream().map(LimitStatements::limits).allMatch(limits -> limits.capacity() <= limits.rate())
                        ? LoadLimits.BEYOND
                        : "fall behind when their tasks take longer by "
                                + percents(alike, limits -> Math.max(0, limits.capacity() / limits.rate() - 1)) + ".");
    }

    private static String apart() {
        return "at most " + Format.percent(SimilarBounds.TOLERANCE) + " apart";
    }

    private static String percents(SimilarBounds<Row> alike, ToDoubleFunction<LoadLimits> share) {
        return range(alike, share, Format::percent);
    }

    private static String range(
            SimilarBounds<Row> alike, ToDoubleFunction<LoadLimits> figure, Function<Double, String> format) {
        double[] sorted = alike.rows().stream().map(LimitStatements::limits).mapToDouble(figure).sorted().toArray();
        String low = format.apply(sorted[0]);
        String high = format.apply(sorted[sorted.length - 1]);
        return low.equals(high) ? low : low + " to " + high;
    }

    /** Below an open rate, of which alone limits are known. */
    private static boolean fellBehind(Row row) {
        return row.standing().grade() == Grade.FELL_BEHIND && row.limits() != null;
    }

    private static LoadLimits limits(Row row) {
        return requireNonNull(row.limits(), "without an open load no limits are asked for");
    }
}
