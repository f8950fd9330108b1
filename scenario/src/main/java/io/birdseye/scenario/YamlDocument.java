package io.birdseye.scenario;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import tools.jackson.core.JsonPointer;
import tools.jackson.databind.JsonNode;

/** A YAML text as JSON, with what is wrong with it by line and column. */
final class YamlDocument {

    private static final int SHOWN_CHARACTERS = 60;
    private static final int SHOWN_FIELDS = 10;

    private final String file;
    private final YamlReader read;
    private final JsonNode json;
    private final List<ScenarioProblem> problems;

    /** @throws InvalidScenario with one problem, if the text is not YAML, is empty, or goes beyond a limit */
    YamlDocument(String file, String text) throws InvalidScenario {
        this.file = file;
        this.read = new YamlReader(file, text);
        this.json = read.json();
        this.problems = new ArrayList<>(read.twice());
    }

    JsonNode json() {
        return json;
    }

    /** In the order of their lines. */
    List<ScenarioProblem> problems() {
        return problems.stream().sorted().toList();
    }

    /** Notes a problem at the start of a value; the message goes on after the path of the value. */
    void refuse(JsonPointer at, String message) {
        problems.add(ScenarioProblem.at(file, read.start(json.at(at)), path(at) + " " + message));
    }

    /** Notes that a value is not what is allowed. */
    void refuseValue(JsonPointer at, String allowed) {
        refuse(at, "is " + shown(at) + ", but allowed is " + allowed);
    }

    /** Notes a problem at the name of a field. */
    void refuseField(JsonPointer object, String field, String message) {
        problems.add(ScenarioProblem.at(file, read.start(json.at(object), field), path(object) + " " + message));
    }

    /** A value as it stands in the file, or what kind of thing it is. */
    String shown(JsonPointer at) {
        JsonNode value = json.at(at);
        if (value.isArray()) {
            return value.isEmpty() ? "an empty list" : "a list of " + value.size();
        }
        if (value.isObject()) {
            return value.isEmpty()
                    ? "an empty object"
                    : "an object with "
                            + value.propertyStream()
                                    .map(Map.Entry::getKey)
                                    .limit(SHOWN_FIELDS)
                                    .collect(Collectors.joining(", "));
        }
        String text = value.asString();
        return value.isNull() ? "empty" : "'" + text.substring(0, Math.min(text.length(), SHOWN_CHARACTERS))
                + (text.length() > SHOWN_CHARACTERS ? "…'" : "'");
    }

    /** As {@code groups[1].calls[2].latency}; elements count from 1. */
    static String path(JsonPointer at) {
        StringBuilder path = new StringBuilder();
        for (JsonPointer rest = at; !rest.matches(); rest = rest.tail()) {
            int index = rest.getMatchingIndex();
            path.append(index >= 0 ? "[" + (index + 1) + "]" : "." + rest.getMatchingProperty());
        }
        return path.isEmpty() ? "the scenario" : path.substring(1);
    }
}
