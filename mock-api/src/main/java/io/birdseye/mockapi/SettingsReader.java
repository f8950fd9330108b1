package io.birdseye.mockapi;

import io.vertx.core.json.DecodeException;
import io.vertx.core.json.JsonObject;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads settings from JSON: WireMock's names for delays and faults, with a probability added to status and fault. */
final class SettingsReader {

    private static final List<String> TOP = List.of("seed", "default", "routes");
    private static final List<String> BEHAVIOUR = List.of(
            "fixedDelayMilliseconds",
            "delayDistribution",
            "chunkedDribbleDelay",
            "status",
            "statusProbability",
            "fault",
            "faultProbability");
    private static final String PAYLOAD = "payloadBytes";
    private static final List<String> ROUTE =
            Stream.concat(Stream.of(PAYLOAD), BEHAVIOUR.stream()).toList();
    private static final List<String> UNIFORM = List.of("type", "lower", "upper");
    private static final List<String> LOGNORMAL = List.of("type", "median", "sigma");
    private static final List<String> DRIBBLE = List.of("numberOfChunks", "totalDuration");

    private SettingsReader() {}

    /**
     * @param current where the seed comes from if the JSON has none, and the sizes of bodies that it does not name
     * @throws InvalidSetting with the path of the field that is wrong
     */
    static Settings read(String text, Settings current) {
        JsonFields top = new JsonFields(parse(text)).allowOnly(TOP);
        long seed = top.wholeLong("seed", current.seed());
        JsonFields defaults = top.object("default");
        Behaviour behaviour =
                defaults == null ? Behaviour.UNCHANGED : within("default", () -> behaviour(defaults, BEHAVIOUR));
        Map<String, Integer> payloads = new HashMap<>(current.payloads());
        Map<String, Behaviour> routes = routes(top.object("routes"), payloads);
        return new Settings(seed, behaviour, routes, payloads);
    }

    private static JsonObject parse(String text) {
        try {
            return new JsonObject(text);
        } catch (DecodeException e) {
            String start = text.length() <= 80 ? text : text.substring(0, 80) + "…";
            throw new InvalidSetting("body", start, "a JSON object with " + String.join(", ", TOP));
        }
    }

    /** @param payloads receives the sizes that routes name */
    private static Map<String, Behaviour> routes(@Nullable JsonFields json, Map<String, Integer> payloads) {
        Map<String, Behaviour> routes = new HashMap<>();
        if (json != null) {
            for (String route : json.json().fieldNames()) {
                JsonFields fields = within("routes", () -> json.object(route));
                if (fields != null && fields.has(PAYLOAD)) {
                    payloads.put(route, within("routes." + route, () -> fields.wholeNumber(PAYLOAD, Payload.ALLOWED)));
                }
                if (!payloads.containsKey(route)) {
                    Dataset.requireRoute("routes", route);
                }
                if (fields != null) {
                    routes.put(route, within("routes." + route, () -> behaviour(fields, ROUTE)));
                }
            }
        }
        return routes;
    }

    private static Behaviour behaviour(JsonFields json, List<String> allowed) {
        json.allowOnly(allowed);
        return new Behaviour(latency(json), status(json), fault(json));
    }

    private static @Nullable Latency latency(JsonFields json) {
        JsonFields distribution = json.object("delayDistribution");
        JsonFields dribble = json.object("chunkedDribbleDelay");
        boolean fixed = json.has("fixedDelayMilliseconds");
        if (fixed && distribution != null) {
            throw new InvalidSetting(
                    "delayDistribution", distribution.json().encode(), "left out where fixedDelayMilliseconds is set");
        }
        if (!fixed && distribution == null && dribble == null) {
            return null;
        }
        Delay delay = Delay.NONE;
        if (fixed) {
            delay = new Delay.Fixed(json.nanos("fixedDelayMilliseconds"));
        } else if (distribution != null) {
            delay = within("delayDistribution", () -> distribution(distribution));
        }
        return new Latency(delay, dribble == null ? null : within("chunkedDribbleDelay", () -> dribble(dribble)));
    }

    private static Delay distribution(JsonFields json) {
        String type = json.string("type", "lognormal or uniform");
        return switch (type) {
            case "lognormal" -> {
                json.allowOnly(LOGNORMAL);
                double sigma = json.number("sigma", "a number from 0 to " + Delay.Lognormal.MAX_SIGMA)
                        .doubleValue();
                yield new Delay.Lognormal(json.nanos("median"), sigma);
            }
            case "uniform" -> {
                json.allowOnly(UNIFORM);
                yield new Delay.Uniform(json.nanos("lower"), json.nanos("upper"));
            }
            default -> throw new InvalidSetting("type", type, "lognormal or uniform");
        };
    }

    private static Dribble dribble(JsonFields json) {
        json.allowOnly(DRIBBLE);
        return new Dribble(
                json.wholeNumber("numberOfChunks", "a whole number from 1 to " + Dribble.MAX_CHUNKS),
                json.nanos("totalDuration"));
    }

    private static @Nullable StatusRule status(JsonFields json) {
        if (!json.has("status")) {
            requireNoneAlone(json, "statusProbability", "status");
            return null;
        }
        return new StatusRule(
                json.wholeNumber("status", StatusRule.ALLOWED),
                json.number("statusProbability", 1, Probability.ALLOWED));
    }

    private static @Nullable FaultRule fault(JsonFields json) {
        if (!json.has("fault")) {
            requireNoneAlone(json, "faultProbability", "fault");
            return null;
        }
        return new FaultRule(
                Fault.parse("fault", json.string("fault", Fault.ALLOWED)),
                json.number("faultProbability", 1, Probability.ALLOWED));
    }

    private static void requireNoneAlone(JsonFields json, String probability, String of) {
        if (json.has(probability)) {
            throw new InvalidSetting(
                    probability, json.number(probability, Probability.ALLOWED), "only beside " + of);
        }
    }

    private static <T extends @Nullable Object> T within(String holder, Supplier<T> read) {
        try {
            return read.get();
        } catch (InvalidSetting e) {
            throw e.within(holder);
        }
    }
}
