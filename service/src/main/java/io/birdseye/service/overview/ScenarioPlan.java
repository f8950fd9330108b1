package io.birdseye.service.overview;

import io.birdseye.fanout.Body;
import io.birdseye.fanout.Plan;
import io.birdseye.fanout.Query;
import io.birdseye.fanout.UpstreamFailure;
import io.birdseye.memory.SharedList;
import io.birdseye.scenario.CpuStage;
import io.birdseye.scenario.Scenario;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.function.Function;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/**
 * Turns the tree of a scenario into a plan. Every call goes to {@code /<its name>} of the upstream. A combination reads
 * its bodies to their end, does the group's CPU work, and answers with the sizes of both:
 * {@code {"bodies":{"cart":{"bytes":4000,"items":38}},"computed":{"micros":2000}}}.
 */
public final class ScenarioPlan {

    private static final JsonFactory JSON = new JsonFactory();

    private ScenarioPlan() {}

    /**
     * The plan. Shared lists are built now, one for each size and layout. If a group computes for a given time, the
     * speed of this core is measured first, which takes about half a second.
     */
    public static Plan of(Scenario scenario) {
        Map<CpuStage.Multiply, SharedList> lists = new HashMap<>();
        boolean computes = scenario.groups().stream().anyMatch(group -> group.cpu() instanceof CpuStage.Compute);
        Spin spin = computes ? Spin.calibrated() : new Spin(1);
        return new Plan(scenario.groups().stream()
                .map(group -> {
                    Function<Query, String> work = switch (group.cpu()) {
                        case CpuStage.None() -> query -> "";
                        case CpuStage.Compute(var time) -> compute(spin, time);
                        case CpuStage.Multiply multiply ->
                            multiply(lists.computeIfAbsent(multiply, ScenarioPlan::list));
                    };
                    List<Plan.CallPlan> calls = group.calls().stream()
                            .map(call -> new Plan.CallPlan(call.name(), "/" + call.name()))
                            .toList();
                    return new Plan.GroupPlan(group.name(), calls, (bodies, query) -> combine(bodies, work, query));
                })
                .toList());
    }

    private static SharedList list(CpuStage.Multiply multiply) {
        return SharedList.ofInts(
                Math.toIntExact(multiply.multiply().bytes() / Integer.BYTES), multiply.layout());
    }

    private static Function<Query, String> multiply(SharedList list) {
        return query -> {
            SharedList.Product product = list.multiply(query.intFactor());
            return ",\"multiplied\":{\"factor\":" + product.factor() + ",\"size\":" + product.size()
                    + ",\"checksum\":" + product.checksum() + "}";
        };
    }

    /** The number of steps is fixed at the start of the service, so the work is the same for every strategy. */
    private static Function<Query, String> compute(Spin spin, Duration time) {
        String property = ",\"computed\":{\"micros\":" + time.toNanos() / 1_000 + "}";
        return query -> {
            spin.run(time);
            return property;
        };
    }

    /** @param work returns a JSON property with a comma before it, or an empty text */
    private static byte[] combine(List<Body> bodies, Function<Query, String> work, Query query) {
        StringJoiner sizes = new StringJoiner(",", "{\"bodies\":{", "}");
        for (Body body : bodies) {
            sizes.add("\"" + body.upstream() + "\":{\"bytes\":" + body.bytes().length
                    + ",\"items\":" + items(body) + "}");
        }
        return (sizes + work.apply(query) + "}").getBytes(StandardCharsets.UTF_8);
    }

    /** The number of elements in the body's array. All of the body is tokenised, as by any parser. */
    private static int items(Body body) {
        try (JsonParser parser = JSON.createParser(ObjectReadContext.empty(), body.bytes())) {
            if (parser.nextToken() != JsonToken.START_ARRAY) {
                throw malformed(body, "it is not a JSON array");
            }
            int items = 0;
            JsonToken token;
            while ((token = parser.nextToken()) != JsonToken.END_ARRAY && token != null) {
                parser.skipChildren();
                items++;
            }
            if (token == null || parser.nextToken() != null) {
                throw malformed(body, "it does not end with its array");
            }
            return items;
        } catch (JacksonException e) {
            throw malformed(body, e.getOriginalMessage());
        }
    }

    private static UpstreamFailure malformed(Body body, String detail) {
        return new UpstreamFailure(
                body.upstream(), UpstreamFailure.Kind.MALFORMED, "its body is not what was expected: " + detail);
    }
}
