package io.birdseye.scenario;

import io.birdseye.model.DataSize;
import io.birdseye.model.Latency;
import io.birdseye.scenario.Scenario.Call;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.ScalarNode;

/** Reads the calls of all groups. A call may be {@code like} another one and say only what differs. */
final class CallReader {

    private static final String LATENCY = "a duration such as 200ms, or one of fixed, uniform, lognormal";

    private final Problems problems;
    private final Map<String, YamlObject> byName = new LinkedHashMap<>();
    private final Map<String, Call> done = new HashMap<>();

    CallReader(Problems problems) {
        this.problems = problems;
    }

    /** Takes note of a call, so that others can refer to it; gives its name, or null if it has none of its own. */
    @Nullable String register(Node node, String path) {
        YamlObject call = new YamlObject(problems, node, path, Fields.CALL);
        String name = Names.read(call);
        if (name == null) {
            return null;
        }
        if (byName.putIfAbsent(name, call) != null) {
            call.refuse("name", call.get("name"), "a name that no other call has");
            return null;
        }
        return name;
    }

    /** Reads a call that has been registered. */
    Call read(String name) {
        return read(name, new ArrayList<>());
    }

    private Call read(String name, List<String> onTheWay) {
        Call read = done.get(name);
        if (read != null) {
            return read;
        }
        YamlObject call = byName.get(name);
        if (call == null) {
            throw new IllegalStateException("call '" + name + "' was not registered");
        }
        onTheWay.add(name);
        Call model = model(call, onTheWay);
        Latency latency = latency(call);
        if (latency == null && model == null && !call.has("latency") && !call.has("like")) {
            call.missing("latency", LATENCY);
        }
        DataSize payload = call.size("payload", 0, Limits.PAYLOAD);
        Double failureRate = call.number("failureRate", 0, 1, false);
        Call result = new Call(
                name,
                latency != null ? latency : model != null ? model.latency() : new Latency.Fixed(0),
                payload != null ? payload : model != null ? model.payload() : DataSize.NONE,
                failureRate != null ? failureRate : model != null ? model.failureRate() : 0);
        done.put(name, result);
        return result;
    }

    private @Nullable Call model(YamlObject call, List<String> onTheWay) {
        String like = call.text("like");
        if (like == null) {
            return null;
        }
        if (!byName.containsKey(like)) {
            call.refuse("like", call.get("like"), "the name of another call: " + String.join(", ", byName.keySet()));
            return null;
        }
        if (onTheWay.contains(like)) {
            call.refuse("like", call.get("like"), "a call that is not like this one again: "
                    + String.join(" is like ", onTheWay) + " is like " + like);
            return null;
        }
        return read(like, onTheWay);
    }

    private @Nullable Latency latency(YamlObject call) {
        Node node = call.get("latency");
        if (node == null) {
            return null;
        }
        String path = call.path("latency");
        if (node instanceof ScalarNode scalar) {
            Duration fixed = YamlObject.duration(
                    problems, node, path, scalar.getValue(), Duration.ZERO, Limits.LATENCY);
            return fixed == null ? null : new Latency.Fixed(ms(fixed));
        }
        YamlObject latency = new YamlObject(problems, node, path, Fields.LATENCY);
        long given = Fields.LATENCY.stream().filter(latency::has).count();
        if (given != 1) {
            if (node instanceof MappingNode) {
                problems.add(node, path + " has " + given + " distributions, but allowed is " + LATENCY);
            }
            return null;
        }
        if (latency.has("fixed")) {
            Duration fixed = latency.duration("fixed", Duration.ZERO, Limits.LATENCY);
            return fixed == null ? null : new Latency.Fixed(ms(fixed));
        }
        Node inner = latency.get(latency.has("uniform") ? "uniform" : "lognormal");
        if (inner == null) {
            return null;
        }
        return latency.has("uniform")
                ? uniform(new YamlObject(problems, inner, path + ".uniform", Fields.UNIFORM))
                : lognormal(new YamlObject(problems, inner, path + ".lognormal", Fields.LOGNORMAL));
    }

    private @Nullable Latency uniform(YamlObject uniform) {
        require(uniform, Fields.UNIFORM);
        Duration lower = uniform.duration("lower", Duration.ZERO, Limits.LATENCY);
        Duration upper = uniform.duration("upper", Duration.ZERO, Limits.LATENCY);
        if (lower == null || upper == null) {
            return null;
        }
        if (lower.compareTo(upper) >= 0) {
            uniform.refuse("upper", uniform.get("upper"), "a duration above the lower bound, " + Text.of(lower));
            return null;
        }
        return new Latency.Uniform(ms(lower), ms(upper));
    }

    private @Nullable Latency lognormal(YamlObject lognormal) {
        require(lognormal, Fields.LOGNORMAL);
        Duration median = lognormal.duration("median", Duration.ofNanos(1000), Limits.LATENCY);
        Double sigma = lognormal.number("sigma", 0.001, Latency.Lognormal.MAX_SIGMA, false);
        return median == null || sigma == null ? null : new Latency.Lognormal(ms(median), sigma);
    }

    private static void require(YamlObject object, List<String> fields) {
        for (String field : fields) {
            if (!object.has(field)) {
                object.missing(field, field.equals("sigma") ? "a number" : "a duration");
            }
        }
    }

    private static double ms(Duration duration) {
        return duration.toNanos() / 1e6;
    }
}
