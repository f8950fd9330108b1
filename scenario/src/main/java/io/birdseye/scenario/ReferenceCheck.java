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
        check.references(calls, "like", "is like", calls);
        groups.forEach(group -> check.chains(check.elements(group.appendProperty("calls"))));
        check.pools(calls);
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

    /**
     * Holds that calls name others of a list in a field, and that following the names comes to an end.
     *
     * @param goes how one leads to the next, in words
     */
    private void references(List<JsonPointer> calls, String field, String goes, List<JsonPointer> others) {
        Map<String, String> next = new LinkedHashMap<>();
        others.forEach(call -> next.putIfAbsent(text(call.appendProperty("name")), text(call.appendProperty(field))));
        next.remove("");
        Set<String> before = new HashSet<>();
        for (JsonPointer call : calls.subList(0, Math.min(calls.size(), MAX_CALLS))) {
            JsonPointer at = call.appendProperty(field);
            String name = text(call.appendProperty("name"));
            before.add(name);
            Set<String> chain = new LinkedHashSet<>();
            String follower = text(at);
            while (next.containsKey(follower) && chain.add(follower)) {
                follower = next.getOrDefault(follower, "");
            }
            if (chain.isEmpty() && !follower.isEmpty()) {
                document.refuseValue(at, "the name of another call: " + String.join(", ", next.keySet()));
            }
            // Each call of a cycle finds it; the last one in the file tells of it.
            if (chain.contains(name) && before.containsAll(chain)) {
                document.refuseValue(at, "a call that does not come back to this one: "
                        + String.join(" " + goes + " ", chain) + " " + goes + " " + text(at));
            }
        }
    }

    /** A chain is made by one task, so it stays within its group, and no call follows two others. */
    private void chains(List<JsonPointer> calls) {
        references(calls, "then", "is followed by", calls);
        Set<String> followers = new HashSet<>();
        for (JsonPointer call : calls) {
            JsonPointer then = call.appendProperty("then");
            if (!text(then).isEmpty() && !followers.add(text(then))) {
                document.refuseValue(then, "a call that follows no other call already");
            }
        }
    }

    private void pools(List<JsonPointer> calls) {
        List<String> pools = List.copyOf(document.json().path("pools").propertyNames());
        Set<String> used = new HashSet<>();
        for (JsonPointer call : calls) {
            JsonPointer pool = call.appendProperty("pool");
            if (used.add(text(pool)) && !text(pool).isEmpty() && !pools.contains(text(pool))) {
                document.refuseValue(pool, pools.isEmpty()
                        ? "none, since the scenario has no 'pools', such as pools: { db: { size: 10 } }"
                        : "one of the pools: " + String.join(", ", pools));
            }
        }
        for (String pool : pools) {
            if (!used.contains(pool)) {
                document.refuse(JsonPointer.valueOf("/pools").appendProperty(pool), "is used by no call; name it in one, as pool: " + pool);
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
