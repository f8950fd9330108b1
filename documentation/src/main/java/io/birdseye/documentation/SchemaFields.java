package io.birdseye.documentation;

import java.util.Map;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/** The tables of {@code docs/reference/results-format.md}: each field of the JSON Schema, under the object of the file that has it. */
final class SchemaFields {

    private SchemaFields() {}

    static String text(JsonNode schema) {
        StringBuilder page = new StringBuilder("| field | type | meaning |\n|---|---|---|\n");
        for (Map.Entry<String, JsonNode> part : schema.path("properties").properties()) {
            if (part.getValue().has("properties") || part.getValue().has("items")) {
                page.append("\n### ").append(part.getKey()).append("\n\n| field | type | meaning |\n|---|---|---|\n");
            }
            row(page, part.getKey(), part.getValue());
        }
        return page.toString();
    }

    private static void row(StringBuilder page, String name, JsonNode field) {
        JsonNode items = field.path("items");
        String path = items.isMissingNode() ? name : name + "[]";
        page.append("| `%s` | %s | %s |\n".formatted(path, type(field), field.path("description").asString()));
        for (JsonNode object : new JsonNode[] {field, items}) {
            object.path("properties").properties().forEach(inner -> row(page, path + "." + inner.getKey(), inner.getValue()));
        }
    }

    private static String type(JsonNode field) {
        JsonNode values = field.has("enum") ? field.get("enum") : field.has("const") ? field.get("const") : field.path("type");
        return values.isArray()
                ? values.valueStream().map(JsonNode::asString).filter(type -> !type.equals("null") && !type.isEmpty())
                        .collect(Collectors.joining(", ")) + (nullable(values) ? ", may be null" : "")
                : values.asString();
    }

    private static boolean nullable(JsonNode values) {
        return values.valueStream().anyMatch(value -> value.isNull() || value.asString().equals("null"));
    }
}
