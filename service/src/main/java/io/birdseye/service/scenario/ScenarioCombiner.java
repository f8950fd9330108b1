package io.birdseye.service.scenario;

import io.birdseye.fanout.Body;
import io.birdseye.fanout.Plan;
import io.birdseye.fanout.Query;
import io.birdseye.fanout.UpstreamFailure;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.StringJoiner;
import java.util.function.Function;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/**
 * Reads the bodies of a group to their end, does its CPU work, and answers with the sizes of both:
 * {@code {"bodies":{"cart":{"bytes":4000,"items":38}},"computed":{"micros":2000}}}.
 *
 * @param work the CPU work; returns a JSON property for the answer with a comma before it, or an empty text
 */
record ScenarioCombiner(Function<Query, String> work) implements Plan.Combiner {

    private static final JsonFactory JSON = new JsonFactory();

    @Override
    public byte[] combine(List<Body> bodies, Query query) {
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
