package io.birdseye.mockapi;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
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
        @Nullable Integer payloadBytes, @Nullable Double fixedDelayMilliseconds,
        @Nullable DelayDistribution delayDistribution, @Nullable ChunkedDribbleDelay chunkedDribbleDelay,
        @Nullable Integer status, @Nullable Double statusProbability, @Nullable Fault fault,
        @Nullable Double faultProbability) {

    /** The status that stands for the data. */
    public static final int OK = 200;

    /** Nothing is set. */
    public static final RouteSettings NONE = new RouteSettings(null, null, null, null, null, null, null, null);

    /** A random delay as WireMock's JSON has it; all times are in ms and at most one hour. */
    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
    @JsonSubTypes({
        @JsonSubTypes.Type(value = DelayDistribution.Uniform.class, name = "uniform"),
        @JsonSubTypes.Type(value = DelayDistribution.Lognormal.class, name = "lognormal")
    })
    public sealed interface DelayDistribution {

        /** What the delay of each request is drawn from. */
        default Latency latency() {
            return switch (this) {
                case Uniform(double lower, double upper) when lower == upper -> new Latency.Fixed(lower);
                case Uniform(double lower, double upper) -> new Latency.Uniform(lower, upper);
                case Lognormal(double median, double sigma) when median == 0 || sigma == 0 -> new Latency.Fixed(median);
                case Lognormal(double median, double sigma) -> new Latency.Lognormal(median, sigma);
            };
        }

        /** Each delay between the two bounds is equally likely; equal bounds are a fixed delay. */
        record Uniform(@JsonProperty(required = true) double lower, @JsonProperty(required = true) double upper)
                implements DelayDistribution {

            public Uniform {
                Limits.require("lower", lower);
                Limits.require("upper", upper);
                if (lower > upper) {
                    throw new InvalidSetting("upper", upper, "at least the lower bound, " + lower);
                }
            }
        }

        /** Half of the delays are below the median, and the tail is long; a sigma of 0 is a fixed delay. */
        record Lognormal(@JsonProperty(required = true) double median, @JsonProperty(required = true) double sigma)
                implements DelayDistribution {

            public Lognormal {
                Limits.require("median", median);
                Limits.require("sigma", sigma);
            }
        }
    }

    /**
     * A body that is sent in parts: of n parts, part i is sent i/n of the total duration, in ms, after the delay. A
     * body with fewer bytes than chunks is sent in as many parts as it has bytes.
     */
    public record ChunkedDribbleDelay(
            @JsonProperty(required = true) int numberOfChunks, @JsonProperty(required = true) double totalDuration) {

        public ChunkedDribbleDelay {
            Limits.require("numberOfChunks", numberOfChunks);
            Limits.require("totalDuration", totalDuration);
        }
    }

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

    static RouteSettings ofPayload(int bytes) {
        return new RouteSettings(bytes, null, null, null, null, null, null, null);
    }

    static RouteSettings ofDelay(double fixedMs) {
        return new RouteSettings(null, fixedMs, null, null, null, null, null, null);
    }

    static RouteSettings ofDelay(DelayDistribution distribution) {
        return new RouteSettings(null, null, distribution, null, null, null, null, null);
    }

    static RouteSettings ofDribble(int chunks, double totalMs) {
        return new RouteSettings(null, null, null, new ChunkedDribbleDelay(chunks, totalMs), null, null, null, null);
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
                payloadBytes != null ? payloadBytes : defaults.payloadBytes, times.fixedDelayMilliseconds,
                times.delayDistribution, times.chunkedDribbleDelay, statuses.status, statuses.statusProbability,
                faults.fault, faults.faultProbability);
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
