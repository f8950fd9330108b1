package io.birdseye.model;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How fast a service must answer: a percentile below a bound. A request that fails counts as too late, so the share
 * that may fail is at most the share that may be late.
 */
public record Objective(int percentile, double ms) {

    public static final List<Integer> PERCENTILES = List.of(50, 90, 95, 99);

    /** Without a bound of its own: the p99, within twice the floor. */
    public static final Objective OF_FLOOR = new Objective(99, 0);

    private static final Pattern FORM = Pattern.compile("p(\\d{2})\\s*<\\s*(\\S+)");

    public Objective {
        if (!PERCENTILES.contains(percentile) || !(ms >= 0)) {
            throw new IllegalArgumentException("an objective is one of " + Format.list(PERCENTILES.stream().map(each -> "p" + each).toList())
                    + " below a time, such as 'p99 < 400ms', but is p" + percentile + " below " + Format.ms(ms));
        }
    }

    /** From {@code p99 < 400ms}; refuses another form with what is allowed. */
    public static Objective parse(String text) {
        Matcher matcher = FORM.matcher(text.strip().toLowerCase(Locale.ROOT));
        if (!matcher.matches()) {
            throw new IllegalArgumentException("'" + text + "' is no objective: one is written as 'p99 < 400ms', with p50, p90, p95 or p99");
        }
        Duration bound = Durations.parse(matcher.group(2));
        if (bound.isZero()) {
            throw new IllegalArgumentException("'" + text + "' cannot be met: its time must be above 0");
        }
        return new Objective(Integer.parseInt(matcher.group(1)), Durations.ms(bound));
    }

    /** Whether its bound follows from the floor, which is not known yet. */
    public boolean ofFloor() {
        return ms == 0;
    }

    /** The share of the requests that may be late or fail: 0.01 for a p99. */
    public double lateShare() {
        return (100 - percentile) / 100.0;
    }

    @Override
    public String toString() {
        return "p" + percentile + " < " + (ofFloor() ? "twice the floor" : Durations.format(Duration.ofNanos(Math.round(ms * 1e6))));
    }
}
