package io.birdseye.documentation;

import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/** What {@code api.jte} asks of the OpenAPI document, for {@code docs/reference/http-api.md}. */
final class ApiPages {

    private ApiPages() {}

    /** The first description that one of them has. */
    static String text(JsonNode... described) {
        return Arrays.stream(described)
                .filter(one -> one.has("description"))
                .map(one -> one.get("description").stringValue())
                .findFirst()
                .orElse("");
    }

    static String allowed(JsonNode schema) {
        if (schema.has("enum")) {
            return schema.get("enum").valueStream()
                            .map(value -> "`" + value.asString() + "`")
                            .collect(Collectors.joining(", "))
                    + (schema.has("default") ? "; default `" + schema.get("default").asString() + "`" : "");
        }
        return Stream.of("minimum", "maximum").allMatch(schema::has)
                ? "%s to %s".formatted(schema.get("minimum").asString(), schema.get("maximum").asString())
                : schema.get("type").asString();
    }

    static JsonNode resolved(JsonNode document, JsonNode node) {
        return node.has("$ref") ? document.at(node.get("$ref").stringValue().substring(1)) : node;
    }
}
