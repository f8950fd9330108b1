package io.birdseye.scenario;

import tools.jackson.core.JsonPointer;
import tools.jackson.databind.JsonNode;

/**
 * A YAML file that was held against a JSON Schema, for files of other kinds than scenarios: the same limits, and the same
 * messages with file, line and what is allowed.
 */
public final class CheckedYaml {

    private final YamlDocument document;

    /**
     * Reads a text. What the schema refuses is noted, and thrown by {@link #requireValid}.
     *
     * @param file what to call the text in problems
     * @param schema a JSON Schema; {@code errorMessage} says what a rule allows, and a format such as {@code 1s to 10m}
     *     bounds a duration
     * @param what the whole document is called in messages
     * @param needed what an empty one lacks
     * @throws InvalidScenario with one problem, if the text is not YAML, is empty, or goes beyond a limit
     */
    public CheckedYaml(String file, String text, String schema, String what, String needed) throws InvalidScenario {
        document = new YamlDocument(file, text, what, needed);
        new SchemaCheck(schema).refuse(document);
    }

    /** The content. */
    public JsonNode json() {
        return document.json();
    }

    /** Notes a problem at a value; the message goes on after the path of the value. */
    public void refuse(JsonPointer at, String message) {
        document.refuse(at, message);
    }

    /** Whether nothing was refused so far. */
    public boolean isValid() {
        return document.problems().isEmpty();
    }

    /** @throws InvalidScenario with all problems by line, if there are any */
    public void requireValid() throws InvalidScenario {
        if (!isValid()) {
            throw new InvalidScenario(document.problems());
        }
    }
}
