package io.birdseye.scenario;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.common.Anchor;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.MappingStartEvent;
import org.snakeyaml.engine.v2.events.NodeEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.events.SequenceStartEvent;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import tools.jackson.core.JsonPointer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.DoubleNode;
import tools.jackson.databind.node.IntNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.NullNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/**
 * A YAML text as JSON, which remembers the line and column of each value and collects what is wrong with it.
 *
 * <p>Jackson's own YAML reader does not follow aliases, so SnakeYAML Engine's events are read here. An alias is a second
 * reference to the same node. The limits keep a hostile file from using much memory, time or stack.
 */
final class YamlDocument {

    private static final int MAX_CHARACTERS = 200_000;
    private static final int MAX_DEPTH = 50;
    private static final int MAX_VALUES = 20_000;
    private static final Pattern NUMBER = Pattern.compile("[-+]?(\\d+\\.?\\d*|\\.\\d+)([eE][-+]?\\d+)?");
    private static final Pattern NULL = Pattern.compile("|~|null");
    private static final int SHOWN_CHARACTERS = 60;

    private final String file;
    private final List<Problem> problems = new ArrayList<>();
    private final Map<JsonNode, Mark> starts = new IdentityHashMap<>();
    private final Map<JsonNode, Map<String, Mark>> fieldStarts = new IdentityHashMap<>();
    private final Map<Anchor, Repeatable> anchors = new HashMap<>();
    private final JsonNode json;
    private int values;

    /** A part of the file with an anchor; its value is null until the part has been read to its end. */
    private record Repeatable(Mark start, @Nullable JsonNode value, int values) {}

    /**
     * Reads the text.
     *
     * @throws InvalidScenario with one problem, if the text is not YAML, is empty, or goes beyond a limit
     */
    YamlDocument(String file, String text) throws InvalidScenario {
        this.file = file;
        if (text.length() > MAX_CHARACTERS) {
            throw invalid(null, "the file has " + text.length() + " characters, but allowed are " + MAX_CHARACTERS);
        }
        LoadSettings settings = LoadSettings.builder()
                .setLabel(file)
                .build();
        try {
            Iterator<Event> events = new Parse(settings).parseString(text).iterator();
            events.next(); // the start of the stream
            if (events.next().getEventId() == Event.ID.StreamEnd) {
                throw invalid(null, "the file is empty; 'name' and 'groups' with a call are needed");
            }
            json = value(events.next(), events, JsonPointer.empty(), 0);
            events.next(); // the end of the document
            Event end = events.next();
            if (end.getEventId() != Event.ID.StreamEnd) {
                throw invalid(start(end), "another document starts here; a file holds one");
            }
        } catch (MarkedYamlEngineException e) {
            throw invalid(e.getProblemMark().orElse(null), "not YAML: " + e.getProblem());
        } catch (YamlEngineException e) {
            throw invalid(null, "not YAML: " + e.getMessage());
        }
    }

    JsonNode json() {
        return json;
    }

    /** In the order of their lines. */
    List<Problem> problems() {
        return problems.stream().sorted().toList();
    }

    /** Notes a problem at the start of a value; the message goes on after the path of the value. */
    void refuse(JsonPointer at, String message) {
        problems.add(problem(starts.get(json.at(at)), path(at) + " " + message));
    }

    /** Notes that a value is not what is allowed. */
    void refuseValue(JsonPointer at, String allowed) {
        refuse(at, "is " + shown(at) + ", but allowed is " + allowed);
    }

    /** Notes a problem at the name of a field. */
    void refuseField(JsonPointer object, String field, String message) {
        problems.add(problem(fieldStarts.getOrDefault(json.at(object), Map.of()).get(field), path(object) + " " + message));
    }

    /** A value as it stands in the file, or what kind of thing it is. */
    String shown(JsonPointer at) {
        JsonNode value = json.at(at);
        if (value.isArray()) {
            return value.isEmpty() ? "an empty list" : "a list of " + value.size();
        }
        if (value.isObject()) {
            return value.isEmpty() ? "an empty object" : "an object with " + String.join(", ", value.propertyNames());
        }
        String text = value.asString();
        return value.isNull() ? "empty" : "'" + text.substring(0, Math.min(text.length(), SHOWN_CHARACTERS))
                + (text.length() > SHOWN_CHARACTERS ? "…'" : "'");
    }

    private JsonNode value(Event event, Iterator<Event> events, JsonPointer at, int depth) throws InvalidScenario {
        if (event instanceof AliasEvent alias) {
            return repeated(alias);
        }
        int before = values;
        Optional<Anchor> anchor = ((NodeEvent) event).getAnchor();
        anchor.ifPresent(name -> anchors.put(name, new Repeatable(start(event), null, 0)));
        count(event, 1);
        if (depth > MAX_DEPTH) {
            throw invalid(start(event), "lists and objects are nested deeper than " + MAX_DEPTH + " levels");
        }
        JsonNode value = switch (event) {
            case SequenceStartEvent ignored -> list(events, at, depth);
            case MappingStartEvent ignored -> object(events, at, depth);
            case ScalarEvent scalar -> scalar(scalar);
            default -> throw new IllegalStateException("no value starts with " + event); // the events are not sealed
        };
        starts.put(value, start(event));
        anchor.ifPresent(name -> anchors.put(name, new Repeatable(start(event), value, values - before)));
        return value;
    }

    private ArrayNode list(Iterator<Event> events, JsonPointer at, int depth) throws InvalidScenario {
        ArrayNode list = JsonNodeFactory.instance.arrayNode();
        for (Event next = events.next(); next.getEventId() != Event.ID.SequenceEnd; next = events.next()) {
            list.add(value(next, events, at.appendIndex(list.size()), depth + 1));
        }
        return list;
    }

    private ObjectNode object(Iterator<Event> events, JsonPointer at, int depth) throws InvalidScenario {
        ObjectNode object = JsonNodeFactory.instance.objectNode();
        Map<String, Mark> fields = new HashMap<>();
        fieldStarts.put(object, fields);
        for (Event next = events.next(); next.getEventId() != Event.ID.MappingEnd; next = events.next()) {
            JsonNode key = value(next, events, at, depth + 1);
            String name = key.isContainer() ? "?" : key.asString();
            JsonNode value = value(events.next(), events, at.appendProperty(name), depth + 1);
            if (fields.putIfAbsent(name, start(next)) != null) {
                problems.add(problem(start(next), path(at) + " has the field '" + name + "' twice"));
            } else {
                object.set(name, value);
            }
        }
        return object;
    }

    /** A new node for each, since its place is known by its identity. No field is a truth value: 'true' is a text. */
    private static JsonNode scalar(ScalarEvent scalar) {
        String text = scalar.getValue();
        if (scalar.isPlain() && NULL.matcher(text).matches()) {
            return new NullNode() {};
        }
        double number = scalar.isPlain() && NUMBER.matcher(text).matches() ? Double.parseDouble(text) : Double.NaN;
        if (number == (int) number) {
            return new IntNode((int) number);
        }
        return Double.isFinite(number) ? new DoubleNode(number) : new StringNode(text);
    }

    private JsonNode repeated(AliasEvent alias) throws InvalidScenario {
        Repeatable part = anchors.get(alias.getAlias());
        if (part == null) {
            throw invalid(start(alias), "there is no anchor '&" + alias.getAlias() + "' before this alias");
        }
        if (part.value() == null) {
            throw invalid(part.start(), "an alias within this part repeats the part itself, which would never end");
        }
        count(alias, part.values());
        return part.value();
    }

    private void count(Event event, int more) throws InvalidScenario {
        values += more;
        if (values > MAX_VALUES) {
            throw invalid(start(event), "with what aliases repeat, the file has more than " + MAX_VALUES
                    + " values");
        }
    }

    /** As {@code groups[1].calls[2].latency}; elements count from 1. */
    private static String path(JsonPointer at) {
        StringBuilder path = new StringBuilder();
        for (JsonPointer rest = at; !rest.matches(); rest = rest.tail()) {
            int index = rest.getMatchingIndex();
            path.append(index >= 0 ? "[" + (index + 1) + "]" : "." + rest.getMatchingProperty());
        }
        return path.isEmpty() ? "the scenario" : path.substring(1);
    }

    /** Marks are only left out where the settings say so. */
    private static Mark start(Event event) {
        return event.getStartMark().orElseThrow();
    }

    private InvalidScenario invalid(@Nullable Mark at, String message) {
        return new InvalidScenario(List.of(problem(at, message)));
    }

    /** SnakeYAML Engine counts from 0, editors from 1. Without a place it is the start of the file. */
    private Problem problem(@Nullable Mark at, String message) {
        return new Problem(file, at == null ? 1 : at.getLine() + 1, at == null ? 1 : at.getColumn() + 1, message);
    }
}
