package io.birdseye.mockapi.settings;

import io.birdseye.model.Fault;
import io.birdseye.model.Latency;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * How a route answers, or what one request asks for itself. The names are those of the JSON. What is null is taken from
 * the defaults of all routes, and what is null there does not happen.
 *
 * @param payloadBytes the size of a made-up body, from 2 to 16,000,000; null for the route's own data
 * @param fixedDelayMilliseconds before the first byte; at most one of this and {@code delayDistribution} is set
 * @param chunkedDribbleDelay how the body is spread after the delay, null for all at once
 * @param status 400 to 599 is answered in place of the data; 200 stands for the data
 * @param statusProbability the share of the requests, from 0 to 1; 1 where it is left out beside a status
 * @param faultProbability the share of the requests, from 0 to 1; 1 where it is left out beside a fault
 */
public record RouteSettings(
        @Nullable Integer payloadBytes,
        @Nullable Double fixedDelayMilliseconds,
        @Nullable DelayDistribution delayDistribution,
        @Nullable ChunkedDribbleDelay chunkedDribbleDelay,
        @Nullable Integer status,
        @Nullable Double statusProbability,
        @Nullable Fault fault,
        @Nullable Double faultProbability) {

    /** The status that stands for the data. */
    public static final int OK = 200;

    /** Nothing is set. */
    public static final RouteSettings NONE = new RouteSettings(null, null, null, null, null, null, null, null);

    /** @throws InvalidSetting if a value is out of its range, or two of them exclude each other */
    public RouteSettings {
        Limits.require("payloadBytes", payloadBytes);
        Limits.require("fixedDelayMilliseconds", fixedDelayMilliseconds);
        if (fixedDelayMilliseconds != null && delayDistribution != null) {
            throw new InvalidSetting(
                    "delayDistribution", delayDistribution, "left out where fixedDelayMilliseconds is set");
        }
        if (status != null && status != OK && (status < 400 || status > 599)) {
            throw new InvalidSetting("status", status, Limits.STATUS);
        }
        statusProbability = probability("statusProbability", statusProbability, "status", status);
        faultProbability = probability("faultProbability", faultProbability, "fault", fault);
    }

    private static @Nullable Double probability(
            String field, @Nullable Double probability, String of, @Nullable Object rule) {
        Limits.require(field, probability);
        if (rule == null && probability != null) {
            throw new InvalidSetting(field, probability, "only beside " + of);
        }
        return rule != null && probability == null ? Double.valueOf(1) : probability;
    }

    static RouteSettings ofPayload(@Nullable Integer bytes) {
        return new RouteSettings(bytes, null, null, null, null, null, null, null);
    }

    static RouteSettings ofDelay(
            @Nullable Double fixedMs, @Nullable DelayDistribution distribution, @Nullable ChunkedDribbleDelay dribble) {
        return new RouteSettings(null, fixedMs, distribution, dribble, null, null, null, null);
    }

    static RouteSettings ofStatus(int status, double probability) {
        return new RouteSettings(null, null, null, null, status, probability, null, null);
    }

    static RouteSettings ofFault(Fault fault, double probability) {
        return new RouteSettings(null, null, null, null, null, null, fault, probability);
    }

    /** These settings, completed by others. Delay and dribble belong together: both are taken from the same side. */
    public RouteSettings orElse(RouteSettings defaults) {
        boolean timed = fixedDelayMilliseconds != null || delayDistribution != null || chunkedDribbleDelay != null;
        RouteSettings times = timed ? this : defaults;
        RouteSettings statuses = status != null ? this : defaults;
        RouteSettings faults = fault != null ? this : defaults;
        return new RouteSettings(
                payloadBytes != null ? payloadBytes : defaults.payloadBytes,
                times.fixedDelayMilliseconds,
                times.delayDistribution,
                times.chunkedDribbleDelay,
                statuses.status,
                statuses.statusProbability,
                faults.fault,
                faults.faultProbability);
    }

    /** The delay of one request in nanoseconds, at most one hour; the tail of a distribution is cut off there. */
    public long drawDelayNanos(RandomGenerator random) {
        Latency latency = delayDistribution != null
                ? delayDistribution.latency()
                : new Latency.Fixed(fixedDelayMilliseconds == null ? 0 : fixedDelayMilliseconds);
        return Math.round(Math.min(latency.drawMs(random), Limits.MAX_MS) * 1e6);
    }

    /** The status of a request for which this number from 0 to below 1 was drawn. */
    public int statusAt(double draw) {
        return status != null && statusProbability != null && draw < statusProbability ? status : OK;
    }

    /** The fault of a request for which this number from 0 to below 1 was drawn, null for none. */
    public @Nullable Fault faultAt(double draw) {
        return faultProbability != null && draw < faultProbability ? fault : null;
    }
}
