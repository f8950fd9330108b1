package io.birdseye.mockapi;

import io.birdseye.model.Fault;
import io.birdseye.model.Latency;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The range of each number in the settings, and the text in which a refusal states it. */
final class Limits {

    /** One hour; also the longest delay that a draw from a distribution can give. */
    static final long MAX_MS = 3_600_000;

    static final String STATUS = "200, or an error status from 400 to 599";

    private record Range(double least, double most, String allowed) {}

    private static final Range TIME = new Range(0, MAX_MS, "a number of milliseconds from 0 to " + MAX_MS);
    private static final Range PROBABILITY = new Range(0, 1, "a number from 0 to 1");
    private static final Map<String, Range> RANGES = Map.of(
            "fixedDelayMilliseconds", TIME,
            "lower", TIME,
            "upper", TIME,
            "median", TIME,
            "totalDuration", TIME,
            "sigma", new Range(0, Latency.Lognormal.MAX_SIGMA, "a number from 0 to " + Latency.Lognormal.MAX_SIGMA),
            "numberOfChunks", new Range(1, 1_000, "a whole number from 1 to 1000"),
            "statusProbability", PROBABILITY,
            "faultProbability", PROBABILITY,
            "payloadBytes", new Range(2, 16_000_000, "a whole number of bytes from 2 to 16000000"));

    private Limits() {}

    /** Refuses a value outside the range of its field; null is a setting that is left out. */
    static void require(String field, @Nullable Number value) {
        Range range = RANGES.get(field);
        if (value == null || range == null) {
            return;
        }
        double number = value.doubleValue();
        if (!(number >= range.least && number <= range.most)) {
            throw new InvalidSetting(field, value, range.allowed);
        }
    }

    /** What a field allows, for a value of the wrong type. */
    static String allowed(String field) {
        Range range = RANGES.get(field);
        return range != null ? range.allowed : switch (field) {
            case "seed" -> "a whole number";
            case "status" -> STATUS;
            case "fault" -> Fault.ALLOWED;
            case "type" -> "lognormal or uniform";
            default -> "an object";
        };
    }
}
