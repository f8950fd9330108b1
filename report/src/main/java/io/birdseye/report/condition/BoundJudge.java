package io.birdseye.report.condition;

import io.birdseye.model.Format;
import io.birdseye.report.condition.Condition.Bounded;
import io.birdseye.report.condition.Condition.Unit;
import io.birdseye.report.condition.ConditionResult.Outcome;
import io.birdseye.report.result.Trial;
import io.birdseye.report.result.Trial.Measured;
import io.birdseye.report.statistics.Interval;
import io.birdseye.report.statistics.RatioInterval;
import io.birdseye.report.table.Carried;
import io.birdseye.report.table.ComparisonTable;
import io.birdseye.report.table.LoadOutcome;
import io.birdseye.report.table.LoadOutcome.Grade;
import io.birdseye.report.table.Metric;
import io.birdseye.report.table.Row;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Judges one bound for one row at a time. Only valid blocks count, and a bound is not passed where too few are: see
 * {@link Row#isJudged}. It is passed or exceeded if the whole interval of the geometric mean over blocks says so, which takes two
 * blocks; counts and maxima are facts and have no interval. A request that failed is slower than any in a percentile: else a service
 * that lets its slowest requests fail would have a better p99.
 */
record BoundJudge(Bounded condition, ComparisonTable comparison, RatioInterval intervals) {

    /** Of the offered rate: with less, response times say how long the test was. */
    private static final double NEARLY = 0.99;

    private static final Set<Metric> OF_ALL_REQUESTS = Set.of(Metric.P50, Metric.P90, Metric.P95, Metric.P99, Metric.P999);

    ConditionResult judge(Row row) {
        if (condition.isOfCapacity()) {
            return carried(row);
        }
        List<Measured> valid = Trial.measured(row.valid()).toList();
        if (valid.isEmpty()) {
            return result(row, Outcome.CANNOT_TELL, "has no valid trial: " + row.standing().reason());
        }
        ConditionResult result = condition.counted() ? counted(row, valid) : tested(row, valid);
        Optional<String> doubt = result.outcome() == Outcome.FALSE ? doubt(row) : Optional.empty();
        return doubt.isEmpty() ? result : result(row, Outcome.CANNOT_TELL, doubt.get());
    }

    /** What a search found, by its interval over processes: two at least. */
    private ConditionResult carried(Row row) {
        Carried carried = row.carried();
        if (carried == null) {
            return result(row, Outcome.CANNOT_TELL, "has no answer: " + row.standing().reason());
        }
        String rate = Format.rate(carried.perSecond());
        if (carried.atLeast()) {
            boolean told = !condition.sign().upwards() && !condition.sign().holds(carried.perSecond(), condition.bound());
            return result(row, told ? Outcome.FALSE : Outcome.CANNOT_TELL, "carries at least " + rate);
        }
        return Carried.interval(row, comparison.rows(), intervals.alpha())
                .map(interval -> {
                    Outcome outcome = condition.sign().holds(interval, condition.bound());
                    return result(row, outcome, "carries " + rate + " (" + Format.perSecond(interval.low()) + " to "
                            + Format.perSecond(interval.high()) + " over " + Format.count(carried.found().size(), "trial") + outcome.end());
                })
                .orElseGet(() -> result(row, Outcome.CANNOT_TELL, "carries " + rate + " in a single process; measure with --blocks"));
    }

    /** Why a bound that is not exceeded may be exceeded nevertheless. */
    private Optional<String> doubt(Row row) {
        if (!row.isJudged()) {
            return Optional.of("has too few valid trials: " + row.standing().reason());
        }
        boolean waits = condition.unit() == Unit.TIME && condition.figure() != Metric.CPU && condition.sign().upwards();
        return !waits ? Optional.empty() : behind(row).map(standing -> "did not keep up, so its response times say"
                + " how long the test was: " + standing.reason());
    }

    /** How the row fell behind its load by more than errors, which a percentile of all requests holds already; empty if it did not. */
    static Optional<LoadOutcome> behind(Row row) {
        Measured figures = row.figures();
        boolean far = figures == null || figures.errors() == 0
                || figures.achievedPerSecond() < NEARLY * figures.offeredPerSecond();
        return row.standing().grade() == Grade.FELL_BEHIND && far ? Optional.of(row.standing()) : Optional.empty();
    }

    private ConditionResult counted(Row row, List<Measured> valid) {
        if (condition.figure() == Metric.ERRORS) {
            long errors = valid.stream().mapToLong(Measured::errors).sum();
            long all = errors + valid.stream().mapToLong(Measured::requests).sum();
            double share = all == 0 ? 0 : (double) errors / all;
            return result(row, holds(condition.unit() == Unit.SHARE ? share : errors, condition.bound()),
                    Format.count(errors, "error") + " in " + Format.count(all, "request") + " (" + Format.percent(share) + ")");
        }
        double most = valid.stream().mapToDouble(condition.figure()::orNaN).filter(ms -> !Double.isNaN(ms)).max()
                .orElse(Double.POSITIVE_INFINITY);
        return result(row, holds(most, condition.bound()),
                Double.isInfinite(most) ? "no right answer" : Format.ms(most) + " in " + Format.count(valid.size(), "trial"));
    }

    private ConditionResult tested(Row row, List<Measured> valid) {
        long silent = valid.stream().filter(measured -> measured.requests() == 0 || !(measured.achievedPerSecond() > 0)).count();
        if (silent > 0) {
            boolean worse = condition.sign().upwards() == (condition.figure() != Metric.ACHIEVED);
            return result(row, worse ? Outcome.TRUE : Outcome.CANNOT_TELL,
                    "no right answer in " + silent + " of " + Format.count(valid.size(), "trial"));
        }
        double[] figures = figures(row);
        if (Arrays.stream(figures).anyMatch(figure -> !(figure > 0))) {
            return result(row, Outcome.CANNOT_TELL, condition.label() + " is not known of every trial" + whyNotKnown(valid));
        }
        long beyond = Arrays.stream(figures).filter(Double::isInfinite).count();
        if (beyond > 0) {
            return result(row, condition.sign().upwards() ? Outcome.TRUE : Outcome.CANNOT_TELL, condition.label()
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
        Outcome outcome = condition.sign().holds(interval, 1);
        return result(row, outcome, inWords(ratio) + " (" + inWords(interval.low()) + " to " + inWords(interval.high()) + " in "
                + Format.count(figures.length, "block") + outcome.end());
    }

    private String whyNotKnown(List<Measured> valid) {
        long failed = OF_ALL_REQUESTS.contains(condition.figure()) ? valid.stream().mapToLong(Measured::errors).sum() : 0;
        String fewest = switch (condition.figure()) {
            case P95 -> "200";
            case P99 -> "1,000";
            case P999 -> "10,000";
            default -> "";
        };
        return (fewest.isEmpty() ? "" : "; it takes " + fewest + " requests in each")
                + (failed == 0 ? "" : ", and its histogram, since " + Format.count(failed, "request") + " failed");
    }

    /** One for each valid block; not a number where one of its trials does not know it. */
    private double[] figures(Row row) {
        if (!OF_ALL_REQUESTS.contains(condition.figure())) {
            return Trial.byBlock(row.valid(), measured -> condition.figure().orNaN(measured)
                    / (condition.unit() == Unit.SHARE ? measured.offeredPerSecond() : 1)).values().stream().mapToDouble(each -> each).toArray();
        }
        return row.blocks().stream()
                .filter(Row.Block::isValid)
                .mapToDouble(block -> Math.exp(block.latencies().stream()
                        .map(condition.figure()::of)
                        .mapToDouble(ms -> ms == null ? Double.NaN : Math.log(ms))
                        .average()
                        .orElse(Double.NaN)))
                .toArray();
    }

    private Outcome holds(double value, double bound) {
        return Outcome.of(condition.sign().holds(value, bound));
    }

    private String inWords(double ratio) {
        return condition.unit().words(ratio * condition.bound());
    }

    private ConditionResult result(Row row, Outcome outcome, String reason) {
        return condition.result(outcome, row.name() + " " + reason);
    }
}
