package io.birdseye.service.api;

import io.birdseye.model.Budget;
import io.birdseye.model.Topology;
import io.birdseye.service.overview.AnswerTypes;
import java.lang.reflect.RecordComponent;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Says which members of an answer may be null, as {@link Nullable} does; all of them are there in every answer. */
final class NullableMembers {

    private NullableMembers() {}

    /** @param schemas of the components, by name */
    static void mark(ObjectNode schemas) {
        Map<String, Class<?>> records = new LinkedHashMap<>(AnswerTypes.byName());
        records.put("StrategyDescription", DescriptionResource.Description.class);
        records.put("Budget", Budget.class);
        records.put("Topology", Topology.class);
        records.forEach((name, type) -> mark((ObjectNode) schemas.get(name), type));
    }

    private static void mark(ObjectNode schema, Class<?> type) {
        ArrayNode required = schema.putArray("required");
        for (RecordComponent component : type.getRecordComponents()) {
            required.add(component.getName());
            if (component.getAnnotatedType().isAnnotationPresent(Nullable.class)) {
                ObjectNode properties = (ObjectNode) schema.get("properties");
                JsonNode value = properties.get(component.getName());
                ObjectNode either = JsonMapper.shared().createObjectNode();
                either.putArray("anyOf").add(value).addObject().put("type", "null");
                properties.set(component.getName(), either);
            }
        }
    }
}
