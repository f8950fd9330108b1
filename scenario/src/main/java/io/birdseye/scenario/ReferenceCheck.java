package io.birdseye.scenario;

import io.birdseye.model.Durations;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonPointer;
import tools.jackson.databind.JsonNode;

/**
 * What no schema can check: values that depend on other values. It runs over documents that the schema has refused too,
 * so that all problems are told at once, and leaves alone what has not the right type.
 */
final class ReferenceCheck {

    private static final int MAX_CALLS = 64;

    private final YamlDocument document;
    private final List<JsonPointer> calls = new ArrayList<>();
    private final Map<String, JsonPointer> byName = new LinkedHashMap<>();

    private ReferenceCheck(YamlDocument document) {
        this.document = document;
    }

    /**
     * Notes everything that does not fit together.
     *
     * @param strategies the names that a scenario may ask for
     */
    static void check(YamlDocument document, Collection<String> strategies) {
        ReferenceCheck check = new ReferenceCheck(document);
        check.names();
        check.calls.stream().limit(MAX_CALLS).forEach(check::like);
        check.calls.stream().limit(MAX_CALLS).forEach(check::uniform);
        check.strategies(strategies);
    }

    private void names() {
        Set<String> groups = new HashSet<>();
        JsonPointer list = JsonPointer.valueOf("/groups");
        for (int g = 0; g < at(list).size(); g++) {
            JsonPointer group = list.appendIndex(g);
            String name = text(group.appendProperty("name"));
            if (name != null && !groups.add(name)) {
                document.refuseValue(group.appendProperty("name"), "a name that no other group has");
            }
            JsonPointer members = group.appendProperty("calls");
            for (int c = 0; c < at(members).size(); c++) {
                JsonPointer call = members.appendIndex(c);
                String own = text(call.appendProperty("name"));
                calls.add(call);
                if (own != null && byName.putIfAbsent(own, call) != null) {
                    document.refuseValue(call.appendProperty("name"), "a name that no other call has");
                }
            }
        }
        if (calls.size() > MAX_CALLS) {
            document.refuse(
                    list, "has " + calls.size() + " calls, but allowed are " + MAX_CALLS + " in all groups together");
        }
    }

    private void like(JsonPointer call) {
        JsonPointer like = call.appendProperty("like");
        String model = text(like);
        if (model == null) {
            return;
        }
        if (!byName.containsKey(model)) {
            document.refuseValue(like, "the name of another call: " + String.join(", ", byName.keySet()));
            return;
        }
        List<String> chain = new ArrayList<>();
        String next = model;
        while (next != null && byName.containsKey(next) && !chain.contains(next)) {
            chain.add(next);
            next = text(byName.get(next).appendProperty("like"));
        }
        // Each call of a cycle finds it; the last one in the file tells of it.
        boolean cycle = model.equals(next) && call.equals(byName.get(chain.getLast()));
        if (cycle && chain.stream().map(byName::get).mapToInt(calls::indexOf).max().orElse(0) == calls.indexOf(call)) {
            document.refuseValue(like, "a call that is not like this one again: " + String.join(" is like ", chain)
                    + " is like " + model);
        }
    }

    private void uniform(JsonPointer call) {
        JsonPointer uniform = call.appendProperty("latency").appendProperty("uniform");
        Duration lower = duration(uniform.appendProperty("lower"));
        Duration upper = duration(uniform.appendProperty("upper"));
        if (lower != null && upper != null && lower.compareTo(upper) >= 0) {
            document.refuseValue(
                    uniform.appendProperty("upper"), "a duration above the lower bound, " + Durations.format(lower));
        }
    }

    private void strategies(Collection<String> allowed) {
        JsonPointer list = JsonPointer.valueOf("/strategies");
        Set<String> chosen = new HashSet<>();
        for (int i = 0; i < at(list).size(); i++) {
            String name = text(list.appendIndex(i));
            if (name != null && !allowed.contains(name)) {
                document.refuseValue(list.appendIndex(i), String.join(", ", allowed));
            } else if (name != null && !chosen.add(name)) {
                document.refuse(list.appendIndex(i), "is '" + name + "' again; a strategy is named once");
            }
        }
    }

    private JsonNode at(JsonPointer pointer) {
        return document.json().at(pointer);
    }

    private @Nullable String text(JsonPointer pointer) {
        JsonNode value = at(pointer);
        return value.isString() ? value.asString() : null;
    }

    private @Nullable Duration duration(JsonPointer pointer) {
        String text = text(pointer);
        try {
            return text == null ? null : ScenarioReader.duration(text);
        } catch (IllegalArgumentException e) {
            return null; // the schema refuses it
        }
    }
}
