package io.birdseye.scenario;

import io.birdseye.model.Durations;
import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import tools.jackson.core.JsonPointer;
import tools.jackson.databind.JsonNode;

/**
 * What no schema can check: values that depend on other values. It runs over documents that the schema has refused too,
 * so that all problems are told at once, and leaves alone what has not the right type.
 */
final class ReferenceCheck {

    private static final int MAX_CALLS = 64;

    private final YamlDocument document;

    private ReferenceCheck(YamlDocument document) {
        this.document = document;
    }

    static void check(YamlDocument document, Collection<String> strategies) {
        ReferenceCheck check = new ReferenceCheck(document);
        JsonPointer list = JsonPointer.valueOf("/groups");
        List<JsonPointer> groups = check.elements(list);
        List<JsonPointer> calls = groups.stream()
                .flatMap(group -> check.elements(group.appendProperty("calls")).stream()).toList();
        check.names(groups, "a name that no other group has");
        check.names(calls, "a name that no other call has");
        if (calls.size() > MAX_CALLS) {
            document.refuse(
                    list, "has " + calls.size() + " calls, but allowed are " + MAX_CALLS + " in all groups together");
        }
        check.likes(calls);
        calls.stream().limit(MAX_CALLS).forEach(check::uniform);
        check.strategies(strategies);
    }

    private void names(List<JsonPointer> owners, String allowed) {
        Set<String> names = new HashSet<>();
        for (JsonPointer owner : owners) {
            JsonPointer name = owner.appendProperty("name");
            if (!text(name).isEmpty() && !names.add(text(name))) {
                document.refuseValue(name, allowed);
            }
        }
    }

    private void likes(List<JsonPointer> calls) {
        Map<String, String> models = new LinkedHashMap<>();
        calls.forEach(call -> models.putIfAbsent(text(call.appendProperty("name")), text(call.appendProperty("like"))));
        models.remove("");
        Set<String> before = new HashSet<>();
        for (JsonPointer call : calls.subList(0, Math.min(calls.size(), MAX_CALLS))) {
            JsonPointer like = call.appendProperty("like");
            String name = text(call.appendProperty("name"));
            before.add(name);
            Set<String> chain = new LinkedHashSet<>();
            String next = text(like);
            while (models.containsKey(next) && chain.add(next)) {
                next = models.getOrDefault(next, "");
            }
            if (chain.isEmpty() && !next.isEmpty()) {
                document.refuseValue(like, "the name of another call: " + String.join(", ", models.keySet()));
            }
            // Each call of a cycle finds it; the last one in the file tells of it.
            if (chain.contains(name) && before.containsAll(chain)) {
                document.refuseValue(like, "a call that is not like this one again: " + String.join(" is like ", chain)
                        + " is like " + text(like));
            }
        }
    }

    private void uniform(JsonPointer call) {
        JsonPointer uniform = call.appendProperty("latency").appendProperty("uniform");
        JsonPointer upper = uniform.appendProperty("upper");
        try {
            Duration lower = ScenarioReader.duration(text(uniform.appendProperty("lower")));
            if (lower.compareTo(ScenarioReader.duration(text(upper))) >= 0) {
                document.refuseValue(upper, "a duration above the lower bound, " + Durations.format(lower));
            }
        } catch (IllegalArgumentException e) {
            return; // no duration: the schema refuses it
        }
    }

    private void strategies(Collection<String> allowed) {
        Set<String> chosen = new HashSet<>();
        for (JsonPointer strategy : elements(JsonPointer.valueOf("/strategies"))) {
            String name = text(strategy);
            if (!name.isEmpty() && !allowed.contains(name)) {
                document.refuseValue(strategy, String.join(", ", allowed));
            } else if (!name.isEmpty() && !chosen.add(name)) {
                document.refuse(strategy, "is '" + name + "' again; a strategy is named once");
            }
        }
    }

    private List<JsonPointer> elements(JsonPointer list) {
        return IntStream.range(0, document.json().at(list).size()).mapToObj(list::appendIndex).toList();
    }

    /** Empty where there is no text. */
    private String text(JsonPointer pointer) {
        JsonNode value = document.json().at(pointer);
        return value.isString() ? value.asString() : "";
    }
}
