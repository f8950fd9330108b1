package io.birdseye.scenario;

import io.birdseye.model.TerminalText;
import io.birdseye.scenario.InvalidScenario.ScenarioProblem;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import tools.jackson.core.JsonPointer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * A YAML text as JSON, the place of each value, and what is wrong with it: file, line and what is allowed.
 *
 * <p>SnakeYAML Engine's nodes are read and not Jackson's YAML, which does not follow aliases. The limits keep a hostile
 * file from using much memory, time or stack.
 */
public final class YamlDocument {

    /** No file with more can have so few characters as are allowed. */
    static final int MAX_BYTES = 800_000;

    private static final int MAX_CHARACTERS = MAX_BYTES / 4;
    private static final int MAX_DEPTH = 50;
    private static final int MAX_VALUES = 20_000;
    private static final int SHOWN_CHARACTERS = 60;
    private static final int SHOWN_FIELDS = 10;
    private static final Pattern NUMBER = Pattern.compile("[-+]?(\\d+\\.?\\d*|\\.\\d+)([eE][-+]?\\d+)?");
    private static final Set<String> NULL = Set.of("", "~", "null");

    private final String file;
    private final String what;
    private final JsonNode json;
    private final Map<JsonPointer, Optional<Mark>> values = new HashMap<>();
    private final Map<JsonPointer, Optional<Mark>> fields = new HashMap<>();
    private final List<ScenarioProblem> problems = new ArrayList<>();

    private YamlDocument(String file, String text, String what, String needed) throws InvalidScenario {
        this.file = file;
        this.what = what;
        if (text.length() > MAX_CHARACTERS) {
            throw invalid(
                    Optional.empty(),
                    "the file has " + text.length() + " characters, but allowed are " + MAX_CHARACTERS);
        }
        // What aliases repeat is counted by 'value'. Of a text in one piece no character outside the basic plane can lie
        // at the end of a piece, where the reader of SnakeYAML Engine 3.0 would fail.
        LoadSettings settings = LoadSettings.builder()
                .setLabel(file).setBufferSize(text.length() + 2).setMaxAliasesForCollections(MAX_VALUES).build();
        try {
            requireOneFlatDocument(new Parse(settings).parseString(text));
            Node root = new Compose(settings).composeString(text).orElseThrow(() -> invalid(
                    Optional.empty(), "the file is empty; " + needed));
            json = value(root, JsonPointer.empty());
        } catch (MarkedYamlEngineException e) {
            throw invalid(e.getProblemMark(), "not YAML: " + e.getProblem());
        } catch (YamlEngineException e) {
            throw invalid(Optional.empty(), "not YAML: " + e.getMessage());
        }
    }

    /** A scenario, held against no schema. */
    static YamlDocument ofScenario(String file, String text) throws InvalidScenario {
        return new YamlDocument(file, text, "the scenario", "'name' and 'groups' with a call are needed");
    }

    /**
     * Reads a file of another kind, and notes what its schema refuses.
     *
     * @param schema a JSON Schema; {@code errorMessage} says what a rule allows, and a format such as {@code 1s to 10m}
     *     bounds a duration
     * @param what the whole document is called in messages
     * @param needed what an empty one lacks
     * @throws InvalidScenario with one problem, if the text is not YAML, is empty, or goes beyond a limit
     */
    public static YamlDocument checked(String file, String text, String schema, String what, String needed)
            throws InvalidScenario {
        YamlDocument document = new YamlDocument(file, text, what, needed);
        new SchemaCheck(schema).refuse(document);
        return document;
    }

    public JsonNode json() {
        return json;
    }

    /** @throws InvalidScenario with all problems that were noted, by line, if there are any */
    public void requireValid() throws InvalidScenario {
        if (!problems.isEmpty()) {
            throw new InvalidScenario(problems);
        }
    }

    /** Notes a problem at the start of a value; the message goes on after the path of the value. */
    public void refuse(JsonPointer at, String message) {
        problems.add(problem(values.getOrDefault(at, Optional.empty()), path(at) + " " + message));
    }

    /** Notes that a value is not what is allowed. */
    void refuseValue(JsonPointer at, String allowed) {
        refuse(at, "is " + shown(at) + ", but allowed is " + allowed);
    }

    void refuseField(JsonPointer object, String field, String message) {
        Optional<Mark> mark = fields.getOrDefault(object.appendProperty(field), Optional.empty());
        problems.add(problem(mark, path(object) + " " + message));
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
                    : value.propertyStream()
                            .map(Map.Entry::getKey)
                            .limit(SHOWN_FIELDS).collect(Collectors.joining(", ", "an object with ", ""));
        }
        String text = value.asString();
        return value.isNull() ? "empty" : "'" + text.substring(0, Math.min(text.length(), SHOWN_CHARACTERS))
                + (text.length() > SHOWN_CHARACTERS ? "…'" : "'");
    }

    /** As {@code groups[1].calls[2].latency}; elements count from 1. */
    private String path(JsonPointer at) {
        StringBuilder path = new StringBuilder();
        for (JsonPointer rest = at; !rest.matches(); rest = rest.tail()) {
            int index = rest.getMatchingIndex();
            path.append(index >= 0 ? "[" + (index + 1) + "]" : "." + rest.getMatchingProperty());
        }
        return path.isEmpty() ? what : path.substring(1);
    }

    /** Before nodes are made of it, which takes a stack as deep as the file. */
    private void requireOneFlatDocument(Iterable<Event> events) throws InvalidScenario {
        int depth = 0;
        int documents = 0;
        for (Event event : events) {
            switch (event.getEventId()) {
                case SequenceStart, MappingStart -> depth++;
                case SequenceEnd, MappingEnd -> depth--;
                case DocumentStart -> documents++;
                default -> {}
            }
            if (depth > MAX_DEPTH || documents > 1) {
                throw invalid(event.getStartMark(), documents > 1
                        ? "another document starts here; a file holds one"
                        : "the file has lists and objects nested deeper than " + MAX_DEPTH + " levels");
            }
        }
    }

    private JsonNode value(Node node, JsonPointer at) throws InvalidScenario {
        values.put(at, node.getStartMark());
        if (node.isRecursive() || values.size() > MAX_VALUES) {
            throw invalid(node.getStartMark(), node.isRecursive()
                    ? "an alias within this part repeats the part itself, which would never end"
                    : "the file has more than " + MAX_VALUES + " values, with what aliases repeat");
        }
        return switch (node) {
            case SequenceNode list -> list(list, at);
            case MappingNode object -> object(object, at);
            default -> scalar((ScalarNode) node);
        };
    }

    private ArrayNode list(SequenceNode node, JsonPointer at) throws InvalidScenario {
        ArrayNode list = JsonNodeFactory.instance.arrayNode();
        for (Node element : node.getValue()) {
            list.add(value(element, at.appendIndex(list.size())));
        }
        return list;
    }

    private ObjectNode object(MappingNode node, JsonPointer at) throws InvalidScenario {
        ObjectNode object = JsonNodeFactory.instance.objectNode();
        for (NodeTuple field : node.getValue()) {
            String name = field.getKeyNode() instanceof ScalarNode key ? key.getValue() : "?";
            Optional<Mark> start = field.getKeyNode().getStartMark();
            if (fields.putIfAbsent(at.appendProperty(name), start) != null) {
                problems.add(problem(start, path(at) + " has the field '" + name + "' twice"));
            } else {
                object.set(name, value(field.getValueNode(), at.appendProperty(name)));
            }
        }
        return object;
    }

    /** No field is a truth value: 'true' is a text. */
    private static JsonNode scalar(ScalarNode scalar) {
        JsonNodeFactory nodes = JsonNodeFactory.instance;
        String text = scalar.getValue();
        if (!scalar.isPlain()) {
            return nodes.stringNode(text);
        }
        if (NULL.contains(text)) {
            return nodes.nullNode();
        }
        double number = NUMBER.matcher(text).matches() ? Double.parseDouble(text) : Double.NaN;
        if (number == (int) number) {
            return nodes.numberNode((int) number);
        }
        return Double.isFinite(number) ? nodes.numberNode(number) : nodes.stringNode(text);
    }

    /**
     * SnakeYAML Engine counts from 0, editors from 1. Without a place it is the start of the file. Names and values of
     * the file are in the message, so it is made one line that cannot steer a terminal.
     */
    private ScenarioProblem problem(Optional<Mark> at, String message) {
        int line = at.map(Mark::getLine).orElse(0) + 1;
        return new ScenarioProblem(
                TerminalText.line(file), line, at.map(Mark::getColumn).orElse(0) + 1, TerminalText.line(message));
    }

    private InvalidScenario invalid(Optional<Mark> at, String message) {
        return new InvalidScenario(List.of(problem(at, message)));
    }
}
