package io.birdseye.scenario;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
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
 * Reads YAML into Jackson's nodes, and keeps the place of each.
 *
 * <p>Jackson's own YAML reader does not follow aliases, so SnakeYAML Engine's events are read here. An alias becomes a
 * second reference to the same node. The limits keep a hostile file from using much memory, time or stack.
 */
final class YamlReader {

    private static final int MAX_CHARACTERS = 200_000;
    private static final int MAX_DEPTH = 50;
    private static final int MAX_VALUES = 20_000;
    private static final Pattern NUMBER = Pattern.compile("[-+]?(\\d+\\.?\\d*|\\.\\d+)([eE][-+]?\\d+)?");
    private static final Set<String> NULL = Set.of("", "~", "null");

    private final String file;
    private final List<ScenarioProblem> twice = new ArrayList<>();
    private final Map<JsonNode, Mark> starts = new IdentityHashMap<>();
    private final Map<JsonNode, Map<String, Mark>> fieldStarts = new IdentityHashMap<>();
    private final Map<Anchor, Repeatable> anchors = new HashMap<>();
    private final Map<Anchor, Mark> open = new HashMap<>();
    private final JsonNode json;
    private int values;

    /** A part of the file that an alias can repeat. */
    private record Repeatable(JsonNode value, int values) {}

    /** @throws InvalidScenario with one problem, if the text is not YAML, is empty, or goes beyond a limit */
    YamlReader(String file, String text) throws InvalidScenario {
        this.file = file;
        if (text.length() > MAX_CHARACTERS) {
            throw invalid(null, "the file has " + text.length() + " characters, but allowed are " + MAX_CHARACTERS);
        }
        LoadSettings settings = LoadSettings.builder().setLabel(file).build();
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

    /** A problem for each field that an object has twice. */
    List<ScenarioProblem> twice() {
        return twice;
    }

    /** Where a value starts. */
    @Nullable Mark start(JsonNode value) {
        return starts.get(value);
    }

    /** Where the name of a field starts. */
    @Nullable Mark start(JsonNode object, String field) {
        return fieldStarts.getOrDefault(object, Map.of()).get(field);
    }

    private JsonNode value(Event event, Iterator<Event> events, JsonPointer at, int depth) throws InvalidScenario {
        Repeatable part = event instanceof AliasEvent alias ? repeated(alias) : null;
        values += part == null ? 1 : part.values();
        if (depth > MAX_DEPTH || values > MAX_VALUES) {
            throw invalid(start(event), "the file has " + (depth > MAX_DEPTH
                    ? "lists and objects nested deeper than " + MAX_DEPTH + " levels"
                    : "more than " + MAX_VALUES + " values, with what aliases repeat"));
        }
        if (part != null) {
            return part.value();
        }
        int before = values - 1;
        Optional<Anchor> anchor = ((NodeEvent) event).getAnchor();
        anchor.ifPresent(name -> open.put(name, start(event)));
        JsonNode value = switch (event) {
            case SequenceStartEvent ignored -> list(events, at, depth);
            case MappingStartEvent ignored -> object(events, at, depth);
            case ScalarEvent scalar -> scalar(scalar);
            default -> throw new IllegalStateException("no value starts with " + event); // the events are not sealed
        };
        starts.put(value, start(event));
        anchor.ifPresent(name -> {
            open.remove(name);
            anchors.put(name, new Repeatable(value, values - before));
        });
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
                twice.add(ScenarioProblem.at(
                        file, start(next), YamlDocument.path(at) + " has the field '" + name + "' twice"));
            } else {
                object.set(name, value);
            }
        }
        return object;
    }

    /** A new node for each, since its place is known by its identity. No field is a truth value: 'true' is a text. */
    private static JsonNode scalar(ScalarEvent scalar) {
        String text = scalar.getValue();
        if (scalar.isPlain() && NULL.contains(text)) {
            return new NullNode() {};
        }
        double number = scalar.isPlain() && NUMBER.matcher(text).matches() ? Double.parseDouble(text) : Double.NaN;
        if (number == (int) number) {
            return new IntNode((int) number);
        }
        return Double.isFinite(number) ? new DoubleNode(number) : new StringNode(text);
    }

    private Repeatable repeated(AliasEvent alias) throws InvalidScenario {
        Mark around = open.get(alias.getAlias());
        if (around != null) {
            throw invalid(around, "an alias within this part repeats the part itself, which would never end");
        }
        Repeatable part = anchors.get(alias.getAlias());
        if (part == null) {
            throw invalid(start(alias), "there is no anchor '&" + alias.getAlias() + "' before this alias");
        }
        return part;
    }

    /** Marks are only left out where the settings say so. */
    private static Mark start(Event event) {
        return event.getStartMark().orElseThrow();
    }

    private InvalidScenario invalid(@Nullable Mark at, String message) {
        return new InvalidScenario(List.of(ScenarioProblem.at(file, at, message)));
    }
}
