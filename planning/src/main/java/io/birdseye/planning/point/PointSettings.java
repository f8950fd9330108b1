package io.birdseye.planning.point;

import io.birdseye.loadtest.trial.Work;
import io.birdseye.model.Durations;
import io.birdseye.model.Format;
import io.birdseye.model.Load;
import io.birdseye.model.Sizing;
import io.birdseye.scenario.ScenarioFile;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/** The settings of one point of a sweep or a prediction. */
public record PointSettings(String strategy, Load load, Work work, ServiceLimits limits, Duration deadline) {

    /** The settings that {@link #with} can change. */
    public static final List<String> NAMES =
            List.of("io-threads", "cpu-threads", "max-in-flight", "rate", "users", "latency", "memory", "http-threads");

    private static final int MAX_VALUE = 100_000;
    private static final int ARTICLE_CALLS = 4;
    private static final int FEW_USERS = 8;

    /** One setting changed, latency in ms; refuses others, wrong values, and what the scenario says. */
    public PointSettings with(String setting, double value) {
        if (work.scenario().isPresent() && (setting.equals("latency") || setting.equals("memory"))) {
            throw new IllegalArgumentException(setting + " is said by the scenario, so it cannot be an axis");
        }
        return switch (setting) {
            case "io-threads" -> with(new ServiceLimits(
                    whole(setting, value), limits.cpu(), limits.maxInFlight(), limits.httpThreads()));
            case "cpu-threads" -> with(new ServiceLimits(
                    limits.io(), whole(setting, value), limits.maxInFlight(), limits.httpThreads()));
            case "max-in-flight" -> with(new ServiceLimits(
                    limits.io(), limits.cpu(), whole(setting, value), limits.httpThreads()));
            case "http-threads" -> with(new ServiceLimits(
                    limits.io(), limits.cpu(), limits.maxInFlight(), whole(setting, value)));
            case "rate" -> new PointSettings(strategy, load.at(value), work, limits, deadline);
            case "users" -> new PointSettings(
                    strategy, Load.closed(whole(setting, value).orElseThrow()), work, limits, deadline);
            case "latency" -> with(Work.article(
                    Duration.ofNanos(Math.round(value * 1e6)), work.memoryMegabytes(), work.layout()));
            case "memory" -> with(Work.article(work.upstreamDelay(), value, work.layout()));
            default -> throw new IllegalArgumentException("there is no setting '" + setting + "'");
        };
    }

    private PointSettings with(ServiceLimits other) {
        return new PointSettings(strategy, load, work, other, deadline);
    }

    private PointSettings with(Work other) {
        return new PointSettings(strategy, load, other, limits, deadline);
    }

    public PointSettings of(String other) {
        return new PointSettings(other, load, work, limits, deadline);
    }

    /**
     * These settings with the work of another point: its shared memory, or its scenario. Pools and load are kept for
     * the main article's calls; for a scenario, whose calls take other times, they are chosen anew.
     */
    public PointSettings forWork(PointSettings other) {
        if (other.work.scenario().isEmpty()) {
            return with(Work.article(work.upstreamDelay(), other.work.memoryMegabytes(), other.work.layout()));
        }
        ServiceLimits byLoad = new ServiceLimits(Optional.empty(), limits.cpu(), Optional.empty(), Optional.empty());
        return new PointSettings(strategy, lowLoad(other.load), other.work, byLoad, other.deadline);
    }

    /** A load below the unknown capacity of a scenario: half the rate that is asked for, or a few users. */
    private Load lowLoad(Load asked) {
        return switch (load.model()) {
            case OPEN -> load.at(asked.model() == Load.Model.OPEN ? asked.ratePerSecond() / 2 : FEW_USERS);
            case CLOSED -> Load.closed(FEW_USERS);
        };
    }

    private static Optional<Integer> whole(String setting, double value) {
        if (value < 1 || value != Math.rint(value) || value > MAX_VALUE) {
            throw new IllegalArgumentException(
                    setting + " must be a whole number from 1 to " + MAX_VALUE + ", but is " + value);
        }
        return Optional.of((int) value);
    }

    /** @throws IllegalArgumentException if there is no such setting */
    public static String name(String text) {
        if (!NAMES.contains(text)) {
            throw new IllegalArgumentException(
                    "there is no setting '" + text + "'; there are " + String.join(", ", NAMES));
        }
        return text;
    }

    /** A duration for {@code latency}, a number for all others; else an {@link IllegalArgumentException}. */
    public static double value(String setting, String text) {
        if (name(setting).equals("latency")) {
            return Durations.ms(Durations.parse(text));
        }
        try {
            return Double.parseDouble(text);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("'" + text + "' is not a number for " + setting, e);
        }
    }

    /** Pools and limits that follow from the load, on the cores of this machine. */
    public Sizing sizing() {
        double eachMs = Math.max(1, Durations.ms(work.upstreamDelay()));
        List<Double> callMs = work.scenario()
                .map(ScenarioFile::meanCallMs)
                .orElse(Collections.nCopies(ARTICLE_CALLS, eachMs));
        return Sizing.of(load, callMs, deadline.toMillis(), Runtime.getRuntime().availableProcessors());
    }

    public int io() {
        return limits.budgets(sizing()).ioConcurrency();
    }

    /** For tables, for example {@code executor, pool 16, open, 50/s at random, 200 ms}. */
    public String describe() {
        String upstreams = work.scenario()
                .map(file -> file.scenario().name())
                .orElseGet(() -> work.upstreamDelay().toMillis() + " ms");
        return Format.text("%s, pool %d, %s, %s", strategy, io(), load.describe(), upstreams);
    }
}
