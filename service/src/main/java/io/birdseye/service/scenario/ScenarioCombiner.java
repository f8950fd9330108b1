package io.birdseye.service.scenario;

import io.birdseye.fanout.Body;
import io.birdseye.fanout.Plan;
import io.birdseye.fanout.Query;
import io.birdseye.fanout.UpstreamFailure;
import java.nio.charset.StandardCharsets;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/**
 * Reads the bodies to their end, does the group's CPU work, and tells of both:
 * {@code {"bodies":{"cart":{"bytes":4000,"items":38}},"computed":{"micros":2000}}}.
 */
record ScenarioCombiner(CpuWork work) implements Plan.Combiner {

    private static final JsonFactory JSON = new JsonFactory();

    @Override
    public byte[] combine(List<Body> bodies, Query query) {
        StringBuilder json = new StringBuilder("{\"bodies\":{");
        String separator = "";
        for (Body body : bodies) {
            json.append(separator).append('"').append(body.upstream()).append("\":{\"bytes\":")
                    .append(body.bytes().length).append(",\"items\":").append(items(body)).append('}');
            separator = ",";
        }
        return json.append('}').append(work.run(query)).append('}').toString().getBytes(StandardCharsets.UTF_8);
    }

    /** How many elements the body's array has. All of it is tokenised, as any parser would have to. */
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
