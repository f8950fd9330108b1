package io.birdseye.scenario;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.nodes.Tag;

/** Collects what is wrong in a file. */
final class Problems {

    private final String file;
    private final List<Problem> all = new ArrayList<>();

    Problems(String file) {
        this.file = file;
    }

    /** At the start of the node, or of the file where there is none. */
    void add(@Nullable Node node, String message) {
        add(node == null ? null : node.getStartMark().orElse(null), message);
    }

    void add(@Nullable Mark mark, String message) {
        // The library counts from 0, editors from 1.
        all.add(mark == null
                ? new Problem(file, 1, 1, message)
                : new Problem(file, mark.getLine() + 1, mark.getColumn() + 1, message));
    }

    boolean none() {
        return all.isEmpty();
    }

    List<Problem> all() {
        return List.copyOf(all);
    }

    /** A value as it stands in the file, or what kind of thing it is. */
    static String shown(@Nullable Node node) {
        return switch (node) {
            case ScalarNode scalar when scalar.getTag().equals(Tag.NULL) -> "empty";
            case ScalarNode scalar -> {
                String text = scalar.getValue();
                yield "'" + (text.length() <= 60 ? text : text.substring(0, 60) + "…") + "'";
            }
            case SequenceNode ignored -> "a list";
            case MappingNode ignored -> "an object";
            case null, default -> "missing"; // the library's nodes are not sealed
        };
    }
}
