package io.birdseye.report.condition;

import io.birdseye.model.Format;
import io.birdseye.report.condition.Condition.Bounded;
import io.birdseye.report.condition.ConditionFigure.Unit;
import io.birdseye.report.condition.ConditionResult.Outcome;
import io.birdseye.report.result.Trial;
import io.birdseye.report.result.Trial.Measured;
import io.birdseye.report.statistics.Interval;
import io.birdseye.report.statistics.RatioInterval;
import io.birdseye.report.table.BlockFigures;
import io.birdseye.report.table.ComparisonTable;
import io.birdseye.report.table.Row;
import io.birdseye.report.table.Standing;
import io.birdseye.report.table.Standing.Grade;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Judges one bound for one row at a time. Only valid blocks count, and a bound is
 * not passed where too few are: see {@link Row#isJudged}. A bound is passed or exceeded if the whole interval
 * of the geometric mean over blocks says so, which takes two blocks at least; counts and maxima are facts of what was
 * measured and have no interval. Percentiles are those of all requests, see {@link ConditionFigure}.
 */
record BoundTest(Bounded condition, ComparisonTable comparison, RatioInterval intervals) {

    /** Of the offered rate: with less, response times say how long the test was. */
    private static final double NEARLY = 0.99;

    ConditionResult judge(Row row) {
        List<Measured> valid = Trial.measured(valid(row)).toList();
        if (valid.isEmpty()) {
            return result(row, Outcome.CANNOT_TELL, "has no valid trial: " + row.standing().reason());
        }
        ConditionResult result = condition.figure().counted() ? counted(row, valid) : tested(row, valid);
        if (result.outcome() != Outcome.FALSE) {
            return result;
        }
        Optional<String> doubt = doubt(row);
        return doubt.isEmpty() ? result : result(row, Outcome.CANNOT_TELL, doubt.get());
    }

    /** Also those of blocks that are left out because of other rows: a bound is of one row alone. */
    private List<Trial> valid(Row row) {
        Set<Integer> blocks = row.validBlocks();
        return comparison.trials(row).stream().filter(trial -> blocks.contains(trial.block())).toList();
    }

    /** Why a bound that is not exceeded may be exceeded nevertheless. */
    private Optional<String> doubt(Row row) {
        if (!row.isJudged()) {
            return Optional.of("has too few valid trials: " + row.standing().reason());
        }
        boolean waits = condition.unit() == Unit.TIME && condition.figure() != ConditionFigure.CPU && condition.sign().upwards();
        return !waits ? Optional.empty() : behind(row).map(standing -> "did not keep up, so its response times say"
                + " how long the test was: " + standing.reason());
    }

    /** How the row fell behind its load by more than errors, which a percentile of all requests holds already; empty if it did not. */
    static Optional<Standing> behind(Row row) {
        Double offered = row.figure(Measured::offeredPerSecond);
        Double achieved = row.figure(Measured::achievedPerSecond);
        Long errors = row.figure(Measured::errors);
        boolean far = errors == null || errors == 0 || offered == null || achieved == null || achieved < NEARLY * offered;
        return row.standing().grade() == Grade.FELL_BEHIND && far ? Optional.of(row.standing()) : Optional.empty();
    }

    private ConditionResult counted(Row row, List<Measured> valid) {
        if (condition.figure() == ConditionFigure.ERRORS) {
            long errors = valid.stream().mapToLong(Measured::errors).sum();
            long all = errors + valid.stream().mapToLong(Measured::requests).sum();
            double share = all == 0 ? 0 : (double) errors / all;
            boolean holds = condition.sign().holds(condition.unit() == Unit.SHARE ? share : errors, condition.bound());
            return result(row, holds ? Outcome.TRUE : Outcome.FALSE,
                    Format.count(errors, "error") + " in " + Format.count(all, "request") + " (" + Format.percent(share) + ")");
        }
        double most = valid.stream()
                .filter(measured -> measured.requests() > 0)
                .mapToDouble(measured -> measured.response().maxMs())
                .max()
                .orElse(Double.POSITIVE_INFINITY);
        return result(row, condition.sign().holds(most, condition.bound()) ? Outcome.TRUE : Outcome.FALSE,
                Double.isInfinite(most) ? "no right answer" : Format.ms(most) + " in " + Format.count(valid.size(), "trial"));
    }

    private ConditionResult tested(Row row, List<Measured> valid) {
        long silent = valid.stream().filter(measured -> measured.requests() == 0 || !(measured.achievedPerSecond() > 0)).count();
        if (silent > 0) {
            boolean worse = condition.sign().upwards() == (condition.figure() != ConditionFigure.ANSWERED);
            return result(row, worse ? Outcome.TRUE : Outcome.CANNOT_TELL,
                    "no right answer in " + silent + " of " + Format.count(valid.size(), "trial"));
        }
        double[] figures = figures(row);
        if (Arrays.stream(figures).anyMatch(figure -> !(figure > 0))) {
            long failed = condition.figure().ofAllRequests() ? valid.stream().mapToLong(Measured::errors).sum() : 0;
            return result(row, Outcome.CANNOT_TELL, condition.figure().label() + " is not known of every trial" + switch (
                    condition.figure()) {
                case P95 -> "; it takes 200 requests in each";
                case P99 -> "; it takes 1,000 requests in each";
                case P999 -> "; it takes 10,000 requests in each";
                case P50, P90, MEAN, MAX, ERRORS, ANSWERED, CPU -> "";
            } + (failed == 0 ? "" : ", and its histogram, since " + Format.count(failed, "request") + " failed"));
        }
        long beyond = Arrays.stream(figures).filter(Double::isInfinite).count();
        if (beyond > 0) {
            return result(row, condition.sign().upwards() ? Outcome.TRUE : Outcome.CANNOT_TELL, condition.figure().label()
                    + " lies among the requests that failed in " + beyond + " of " + Format.count(figures.length, "block"));
        }
        double[] bounds = new double[figures.length];
        Arrays.fill(bounds, condition.bound());
        double ratio = RatioInterval.ratio(figures, bounds);
        if (figures.length < 2) {
            return result(row, Outcome.CANNOT_TELL, inWords(ratio) + " in a single valid block, which has no interval; measure"
                    + " with --blocks");
        }
        Interval interval = intervals.of(figures, bounds);
        boolean low = condition.sign().holds(interval.low(), 1);
        boolean high = condition.sign().holds(interval.high(), 1);
        return result(row, low != high ? Outcome.CANNOT_TELL : low ? Outcome.TRUE : Outcome.FALSE,
                inWords(ratio) + " (" + inWords(interval.low()) + " to " + inWords(interval.high()) + " in "
                        + Format.count(figures.length, "block") + (low != high ? ", too few to tell)" : ")"));
    }

    /** One for each valid block; not a number where one of its trials does not know it. */
    private double[] figures(Row row) {
        return condition.figure().ofAllRequests()
                ? row.blocks().stream()
                        .filter(block -> block.standing().grade().compareTo(Grade.INVALID) < 0)
                        .mapToDouble(block -> Math.exp(block.latencies().stream()
                                .map(condition.figure()::of)
                                .mapToDouble(ms -> ms == null ? Double.NaN : Math.log(ms))
                                .average()
                                .orElse(Double.NaN)))
                        .toArray()
                : BlockFigures.of(valid(row), this::positive).values().stream().mapToDouble(figure -> figure).toArray();
    }

    private @Nullable Double value(Measured measured) {
        Double value = condition.figure().of(measured);
        if (value != null && condition.figure() == ConditionFigure.ANSWERED && condition.unit() == Unit.SHARE) {
            return value / measured.offeredPerSecond();
        }
        return value;
    }

    /** Of a trial whose figure is known. */
    private double positive(Measured measured) {
        Double value = value(measured);
        return value == null ? Double.NaN : value;
    }

    private String inWords(double ratio) {
        double value = ratio * condition.bound();
        return switch (condition.unit()) {
            case TIME -> Format.ms(value);
            case SHARE -> Format.percent(value);
            case PER_SECOND -> Format.rate(value);
            case COUNT -> Format.number(value);
        };
    }

    private ConditionResult result(Row row, Outcome outcome, String reason) {
        return new ConditionResult(condition.toString(), outcome, row.name() + " " + reason);
    }
}
