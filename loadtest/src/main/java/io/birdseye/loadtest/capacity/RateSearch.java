package io.birdseye.loadtest.capacity;

import io.birdseye.model.Objective;
import io.birdseye.report.result.RateFound;
import io.birdseye.report.result.RateFound.Kind;
import io.birdseye.report.result.RateFound.Window;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Searches the highest rate at which an objective holds: a short ramp for a first guess, then windows at rates that
 * tell most. A Bayesian staircase (A. B. Watson, D. G. Pelli, "QUEST", Perception & Psychophysics 33, 1983): the share
 * of late requests rises exponentially with the rate, as a queue's tail does (J. F. C. Kingman, 1962); where and how
 * steeply is unknown. Every window counts by its share, so none spoils what comes after it.
 *
 * <p>Late requests come in groups that met the same queue: they count for a fraction of their number. That fraction makes the
 * answer least biased; the interval has one of its own, with which it holds the rate in 84 of 100 simulated searches or more.
 * {@code RateSearchTest} holds bias and spread.
 */
public final class RateSearch {

    /** The answer is good enough when its standard error is no more than this. */
    static final double WITHIN = 0.015;

    /** One window more is worth its time where the interval of the answer is wider than by this standard error. */
    private static final double VAGUE = 0.12;

    /** How many late requests of one queue are as one that is late by itself. */
    private static final double TOGETHER = 15;

    /** The same for the interval: so many at least, and more in a window with many, whose queues differ from another window's. */
    private static final double LEAST_TOGETHER = 4;

    private static final double TOGETHER_OF_ALL = 0.15;

    /** What a window carries differs so much from what the next one does, whatever their number of late requests. */
    private static final double LEAST_ERROR = 0.03;

    private static final double RAMP_STEP = 1.5;
    private static final int RAMP_AT_ONCE = 3;
    private static final Duration RAMP_TIME = Duration.ofMillis(1300);

    /** The second ramp finds what the warm service carries: it begins at this share of what the cold one did. */
    private static final double WARM_FROM = 0.75;

    private static final double WARM_STEP = 1.2;

    /** It begins at this share of what the cores can carry, where that is known: then it is the only one. */
    private static final double BOUND_FROM = 0.5;

    /** Or at this share of the answers that users who wait for them had of the warm service. */
    private static final double SERVED_FROM = 0.9;

    /** How many times as many late requests as the objective allows a window is to have, in turn. */
    private static final double[] TARGETS = {2, 1, 3};

    /** Of the logarithm of the rate: further away the share rises otherwise. */
    private static final double MOST_SHIFT = 0.15;

    /** Of the share that the objective allows: more late requests than so many times it tell no more of the rate. */
    private static final double MOST_TIMES = 8;

    private static final double MOST_SHARE = 0.9;

    /** A step of the ramp with more late requests is beyond the capacity. */
    private static final double BEYOND = 0.2;

    /** How often the first step of the ramp is tried, the last times at a lower rate. */
    private static final int TRIES = 4;
    private static final double SLOWER = 4;

    /** How far the guess of the ramps may be off, as a standard deviation of the logarithm: their steps are short. */
    private static final double GUESS = 0.4;

    /** The same for a search that begins afresh where more was carried than it had found. */
    private static final double GUESS_AFRESH = 0.15;

    /** An objective ends before a queue without end begins. */
    private static final double BELOW = 0.75;

    private static final double HALF_RANGE = 1.3;
    private static final double RESOLUTION = 0.005;
    private static final int SLOPES = 14;
    private static final double LEAST_SLOPE = 3;
    private static final double MOST_SLOPE = 80;

    /** A window needs so many late requests when the objective is just met. */
    private static final double LATE_IN_WINDOW = 3;

    /** What was less likely than this, and came about, tells of another service than the windows before it. */
    private static final double SURPRISING = 0.05;

    private static final Duration LONGEST = Duration.ofSeconds(30);

    private final Objective objective;
    private final Duration window;
    private final List<Window> ramp = new ArrayList<>();
    private final List<Window> windows = new ArrayList<>();

    /** Of each place of the rate and each slope: the logarithm of how likely the windows make it, for the answer and its interval. */
    private double[][] logs = {};

    private double[][] wide = {};
    private double firstLog;
    private double start;
    private final int planned;
    private int allowed;
    private double most;
    private double step = RAMP_STEP;
    private int tries = 1;

    /** What to offer next, one rate after the other, {@code each} for so long, after {@code lead} at the first. */
    public record Offer(List<Double> ratesPerSecond, Duration lead, Duration each) {}

    /** Begins its ramp at a rate; no window is shorter than {@code window}. */
    public RateSearch(SearchPlan plan, double startPerSecond, Duration window) {
        objective = plan.objective();
        this.window = window;
        start = startPerSecond;
        if (plan.boundPerSecond() != null && BOUND_FROM * plan.boundPerSecond() > start && plan.boundPerSecond() < plan.mostPerSecond()) {
            start = BOUND_FROM * plan.boundPerSecond();
            step = WARM_STEP;
        }
        planned = plan.windows();
        allowed = planned;
        most = plan.mostPerSecond();
    }

    /** Whether the next offer still belongs to a ramp. */
    public boolean ramping() {
        return logs.length == 0 && !atMost();
    }

    /** Whether the next offer belongs to the second ramp or to what comes after it: the service should be warm. */
    public boolean wantsWarm() {
        return step < RAMP_STEP;
    }

    /** A warm service gave so many answers to users who wait for them: the second ramp begins at a share of it. */
    public void served(double perSecond) {
        start = Math.clamp(SERVED_FROM * perSecond, start, most);
    }

    /** Whether the objective still held at the highest rate that may be offered. */
    private boolean atMost() {
        return logs.length == 0 && !ramp.isEmpty() && ramp.getLast().ratePerSecond() >= most && !isBeyond(ramp.getLast());
    }

    public boolean isEnough() {
        return atMost() || windows.size() > 2 && estimate(logs).error() <= WITHIN
                || windows.size() >= allowed && (windows.size() > allowed || estimate(wide).error() <= VAGUE);
    }

    /**
     * Takes a window above the answer, if it was carried, and goes on; where the windows so far spoke against that, they tell
     * of a slower service, and are forgotten. Returns whether it goes on.
     */
    public boolean goesOnWith(Window above) {
        if (above.lateShare() > objective.lateShare()) {
            return false;
        }
        boolean afresh = chanceAbove(above.ratePerSecond()) < SURPRISING;
        if (afresh) {
            begin(above.ratePerSecond(), GUESS_AFRESH);
        }
        windows.add(above);
        weigh(above);
        allowed = windows.size() + (afresh ? planned - 1 : planned / 2);
        return true;
    }

    public Offer next() {
        if (ramping()) {
            List<Double> rates = new ArrayList<>();
            for (double rate = start; rates.size() < RAMP_AT_ONCE; rate *= step) {
                if (rate >= most) {
                    rates.add(most);
                    break;
                }
                rates.add(rate);
            }
            return new Offer(rates, Duration.ZERO, RAMP_TIME);
        }
        Estimate known = estimate(logs);
        double rate = Math.min(most, Math.exp(known.log() + shift(known.slope())));
        return new Offer(List.of(rate), SearchPlan.lead(objective), length(rate));
    }

    /** Above the answer so far: too few late requests tell nothing, and the slope leads back from more of them. */
    private double shift(double slope) {
        double wanted = TARGETS[windows.size() % TARGETS.length];
        return Math.clamp(Math.log1p(Math.log(wanted) / slope), -0.1, MOST_SHIFT);
    }

    private Duration length(double rate) {
        double needed = LATE_IN_WINDOW / objective.lateShare() / rate;
        return Duration.ofMillis(Math.round(1000 * Math.clamp(needed, window.toMillis() / 1e3, LONGEST.toSeconds())));
    }

    /** Whether the longest window holds enough requests for the percentile at the rate that was found. */
    public boolean carriesPercentile() {
        return Math.exp(estimate(logs).log()) * LONGEST.toSeconds() * objective.lateShare() >= LATE_IN_WINDOW / 2;
    }

    /** What an offer of {@link #next} brought; fewer windows where it was ended early. */
    public void add(List<Window> brought) {
        if (!ramping()) {
            windows.addAll(brought);
            brought.forEach(this::weigh);
            return;
        }
        for (Window each : brought) {
            boolean first = ramp.stream().allMatch(RateSearch::isBeyond);
            ramp.add(each);
            if (isBeyond(each) && first && tries < TRIES) {
                // The service may be cold, or far slower than expected.
                tries++;
                start = tries == 2 ? start : start / SLOWER;
                return;
            }
            if (isBeyond(each)) {
                // Between the last step that was carried, and this one.
                double guess = each.ratePerSecond() / Math.sqrt(step);
                if (step == RAMP_STEP) {
                    step = WARM_STEP;
                    start = WARM_FROM * guess;
                } else {
                    begin(BELOW * guess, GUESS);
                }
                return;
            }
            start = each.ratePerSecond() * step;
        }
    }

    /** No higher rate can be offered: the last one of the ramp was the highest. */
    public void stop() {
        most = ramp.getLast().ratePerSecond();
    }

    /** Whether even the lowest rate was too much, however often it was tried. */
    public boolean hopeless() {
        return tries == TRIES && isBeyond(ramp.getLast()) && ramp.stream().allMatch(RateSearch::isBeyond);
    }

    public Window lastOfRamp() {
        return ramp.getLast();
    }

    private static boolean isBeyond(Window step) {
        return step.lateShare() > BEYOND;
    }

    private void begin(double guess, double off) {
        int places = 2 * (int) Math.round(HALF_RANGE / RESOLUTION) + 1;
        firstLog = Math.log(guess) - HALF_RANGE;
        logs = new double[places][SLOPES];
        wide = new double[places][SLOPES];
        for (int place = 0; place < places; place++) {
            double away = (place * RESOLUTION - HALF_RANGE) / off;
            Arrays.fill(logs[place], -away * away / 2);
            Arrays.fill(wide[place], -away * away / 2);
        }
    }

    private void weigh(Window window) {
        double most = Math.min(MOST_SHARE, MOST_TIMES * objective.lateShare());
        double late = Math.min(window.late(), most * window.requests());
        double inTime = window.requests() - late;
        double together = LEAST_TOGETHER + TOGETHER_OF_ALL * objective.lateShare() * window.requests();
        for (int place = 0; place < logs.length; place++) {
            double above = window.ratePerSecond() / Math.exp(firstLog + place * RESOLUTION) - 1;
            for (int i = 0; i < SLOPES; i++) {
                double share = Math.clamp(objective.lateShare() * Math.exp(slope(i) * above), 1e-6, most);
                double likely = late * Math.log(share) + inTime * Math.log(1 - share);
                logs[place][i] += likely / TOGETHER;
                wide[place][i] += likely / together;
            }
        }
    }

    private static double slope(int index) {
        return LEAST_SLOPE * Math.pow(MOST_SLOPE / LEAST_SLOPE, index / (SLOPES - 1.0));
    }

    /** How likely the windows so far make it that more than a rate is carried. */
    private double chanceAbove(double rate) {
        double most = Arrays.stream(logs).flatMapToDouble(Arrays::stream).max().orElse(0);
        double[] places = Arrays.stream(logs).mapToDouble(place -> Arrays.stream(place).map(log -> Math.exp(log - most)).sum()).toArray();
        int first = Math.clamp(Math.round((Math.log(rate) - firstLog) / RESOLUTION), 0, places.length);
        return Arrays.stream(places, first, places.length).sum() / Arrays.stream(places).sum();
    }

    /** What the windows so far tell of the logarithm of the rate, with its standard error, and of the slope. */
    private record Estimate(double log, double error, double slope) {}

    /** Means over all places and slopes, each as likely as the windows make it. */
    private Estimate estimate(double[][] logs) {
        double most = Arrays.stream(logs).flatMapToDouble(Arrays::stream).max().orElse(0);
        double all = 0;
        double sum = 0;
        double squares = 0;
        double slopes = 0;
        for (int place = 0; place < logs.length; place++) {
            double off = place * RESOLUTION - HALF_RANGE;
            for (int i = 0; i < SLOPES; i++) {
                double weight = Math.exp(logs[place][i] - most);
                all += weight;
                sum += weight * off;
                squares += weight * off * off;
                slopes += weight * Math.log(slope(i));
            }
        }
        double mean = sum / all;
        return new Estimate(
                firstLog + HALF_RANGE + mean, Math.sqrt(Math.max(0, squares / all - mean * mean)), Math.exp(slopes / all));
    }

    /** The answer so far; the interval holds the rate with 95 % probability, as far as this process can tell. */
    public RateFound found() {
        List<Window> all = new ArrayList<>(ramp);
        all.addAll(windows);
        if (logs.length == 0) {
            double reached = ramp.isEmpty() ? 0 : ramp.getLast().ratePerSecond();
            return new RateFound(objective, Kind.AT_LEAST, reached, reached, reached, all, null, null);
        }
        Estimate known = estimate(logs);
        double half = Math.exp(1.96 * Math.hypot(LEAST_ERROR, estimate(wide).error()));
        double found = Math.exp(known.log());
        return new RateFound(objective, Kind.FOUND, found, found / half, found * half, all, null, null);
    }
}
