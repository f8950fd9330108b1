package io.birdseye.documentation;

import io.birdseye.service.Service;
import io.birdseye.service.server.ProblemType;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The sections of {@code docs/reference/problems.md} and {@code docs/reference/http-api.md}. */
final class ApiPages {

    private ApiPages() {}

    static String problems() {
        StringBuilder page = new StringBuilder();
        for (ProblemType type : ProblemType.values()) {
            page.append("## %s\n\n`%s`, status %s: **%s.** %s\n\n%s\n\n".formatted(
                    type.label(), type.uri(),
                    type.statuses().stream().map(String::valueOf).collect(Collectors.joining(" or ")),
                    type.title(), type.meaning(), "What to do: " + type.remedy()));
        }
        return page.toString();
    }

    static String api() {
        JsonNode document = JsonMapper.shared().readTree(Service.class.getResourceAsStream("api/openapi.json"));
        StringBuilder page = new StringBuilder(document.at("/info/description").stringValue()).append("\n\n");
        for (JsonNode tag : document.get("tags")) {
            String name = tag.get("name").stringValue();
            page.append("## %s\n\n%s.\n\n".formatted(
                    name.substring(0, 1).toUpperCase(Locale.ROOT) + name.substring(1),
                    tag.get("description").stringValue()));
            document.get("paths").properties().forEach(path -> path.getValue().properties().stream()
                    .filter(operation -> operation.getValue().at("/tags/0").stringValue().equals(name))
                    .forEach(operation -> operation(
                            page, document, operation.getKey(), path.getKey(), operation.getValue())));
        }
        return page.toString();
    }

    private static void operation(
            StringBuilder page, JsonNode document, String method, String path, JsonNode operation) {
        page.append("### %s %s\n\n%s. `operationId`: `%s`.\n\n".formatted(
                method.toUpperCase(Locale.ROOT), path, operation.get("summary").stringValue(),
                operation.get("operationId").stringValue()));
        if (operation.has("parameters")) {
            page.append("| parameter | in | what | allowed |\n|---|---|---|---|\n");
            operation.get("parameters").forEach(reference -> {
                JsonNode parameter = resolved(document, reference);
                page.append("| `%s` | %s | %s | %s |\n".formatted(
                        parameter.get("name").stringValue(), parameter.get("in").stringValue(),
                        text(parameter, resolved(document, parameter.get("schema"))),
                        allowed(resolved(document, parameter.get("schema")))));
            });
            page.append('\n');
        }
        page.append("| status | answer |\n|---|---|\n");
        operation.get("responses").properties().forEach(response -> page.append("| %s | %s |\n".formatted(
                response.getKey(), resolved(document, response.getValue()).get("description").stringValue())));
        page.append('\n');
    }

    private static String text(JsonNode... described) {
        return Arrays.stream(described)
                .filter(one -> one.has("description"))
                .map(one -> one.get("description").stringValue())
                .findFirst()
                .orElse("");
    }

    private static String allowed(JsonNode schema) {
        if (schema.has("enum")) {
            return schema.get("enum").valueStream()
                            .map(value -> "`" + value.asString() + "`")
                            .collect(Collectors.joining(", "))
                    + (schema.has("default") ? "; default `" + schema.get("default").asString() + "`" : "");
        }
        return List.of("minimum", "maximum").stream().allMatch(schema::has)
                ? "%s to %s".formatted(schema.get("minimum").asString(), schema.get("maximum").asString())
                : schema.get("type").asString();
    }

    private static JsonNode resolved(JsonNode document, JsonNode node) {
        return node.has("$ref") ? document.at(node.get("$ref").stringValue().substring(1)) : node;
    }
}
