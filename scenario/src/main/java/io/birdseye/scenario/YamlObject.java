package io.birdseye.scenario;

import io.birdseye.model.DataSize;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.nodes.Tag;

/**
 * The fields of one object in the file. Reading a field that is wrong notes the problem at its line and gives null, so
 * that one pass finds all of them.
 */
final class YamlObject {

    private final Problems problems;
    private final Node node;
    private final String path;
    private final Map<String, Node> fields = new LinkedHashMap<>();

    /** Reads an object; a node that is none, or has fields that are not allowed, is noted as a problem. */
    YamlObject(Problems problems, Node node, String path, List<String> allowed) {
        this.problems = problems;
        this.node = node;
        this.path = path;
        if (!(node instanceof MappingNode mapping)) {
            problems.add(node, path + " must be an object with " + String.join(", ", allowed) + ", but is "
                    + Problems.shown(node));
            return;
        }
        for (NodeTuple field : mapping.getValue()) {
            String name = field.getKeyNode() instanceof ScalarNode key ? key.getValue() : "?";
            if (!allowed.contains(name)) {
                problems.add(field.getKeyNode(), path + " has no field '" + name + "'; allowed are "
                        + String.join(", ", allowed));
            } else if (fields.put(name, field.getValueNode()) != null) {
                problems.add(field.getKeyNode(), path + " has the field '" + name + "' twice");
            }
        }
    }

    Node node() {
        return node;
    }

    boolean has(String field) {
        return fields.containsKey(field);
    }

    @Nullable Node get(String field) {
        return fields.get(field);
    }

    String path(String field) {
        return path.equals("the scenario") ? field : path + "." + field;
    }

    /** Notes that a field is missing, unless the whole object was no object. */
    void missing(String field, String allowed) {
        if (node instanceof MappingNode) {
            problems.add(node, path + " needs '" + field + "': " + allowed);
        }
    }

    @Nullable String text(String field) {
        Node value = fields.get(field);
        if (value == null) {
            return null;
        }
        if (value instanceof ScalarNode scalar && !scalar.getTag().equals(Tag.NULL)) {
            return scalar.getValue();
        }
        refuse(field, value, "text");
        return null;
    }

    /** A number within bounds; {@code whole} refuses fractions. */
    @Nullable Double number(String field, double low, double high, boolean whole) {
        String text = text(field);
        if (text == null) {
            return null;
        }
        String allowed = (whole ? "a whole number from " : "a number from ") + plain(low) + " to " + plain(high);
        try {
            double value = Double.parseDouble(text);
            if (value >= low && value <= high && (!whole || value == Math.rint(value))) {
                return value;
            }
        } catch (NumberFormatException e) {
            // Told below, like a number out of bounds.
        }
        refuse(field, fields.get(field), allowed);
        return null;
    }

    @Nullable Duration duration(String field, Duration low, Duration high) {
        String text = text(field);
        return text == null ? null : duration(problems, fields.get(field), path(field), text, low, high);
    }

    static @Nullable Duration duration(
            Problems problems, @Nullable Node at, String path, String text, Duration low, Duration high) {
        Duration value = Text.duration(text).orElse(null);
        if (value == null || value.compareTo(low) < 0 || value.compareTo(high) > 0) {
            problems.add(at, path + " is '" + text + "', but allowed is a duration from " + Text.of(low) + " to "
                    + Text.of(high) + ", such as 200ms or 1.5s");
            return null;
        }
        return value;
    }

    @Nullable DataSize size(String field, long low, long high) {
        String text = text(field);
        if (text == null) {
            return null;
        }
        Double value = Text.bytes(text).orElse(null);
        if (value == null || value < low || value > high) {
            refuse(field, fields.get(field), "a size from " + Text.ofBytes(low) + " to " + Text.ofBytes(high)
                    + ", such as 27kB or 0.8MB");
            return null;
        }
        return new DataSize(Math.round(value));
    }

    /** One of the values of an enum, in lower case. */
    <E extends Enum<E>> E choice(String field, Class<E> type, E fallback) {
        String text = text(field);
        if (text == null) {
            return fallback;
        }
        List<String> allowed = new ArrayList<>();
        for (E value : type.getEnumConstants()) {
            String name = value.name().toLowerCase(Locale.ROOT);
            if (name.equals(text)) {
                return value;
            }
            allowed.add(name);
        }
        refuse(field, fields.get(field), String.join(" or ", allowed));
        return fallback;
    }

    /** The elements of a list, or none where the field is missing. */
    List<Node> list(String field, int atMost) {
        Node value = fields.get(field);
        if (value == null) {
            return List.of();
        }
        if (value instanceof SequenceNode sequence) {
            if (sequence.getValue().size() <= atMost) {
                return sequence.getValue();
            }
            problems.add(value, path(field) + " has " + sequence.getValue().size() + " elements, but allowed are "
                    + atMost);
            return sequence.getValue().subList(0, atMost);
        }
        refuse(field, value, "a list");
        return List.of();
    }

    void refuse(String field, @Nullable Node value, String allowed) {
        problems.add(value, path(field) + " is " + Problems.shown(value) + ", but allowed is " + allowed);
    }

    private static String plain(double value) {
        return value == Math.rint(value) ? String.format(Locale.ROOT, "%,d", (long) value) : Double.toString(value);
    }
}
