package io.birdseye.scenario;

import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/** Reads YAML into nodes that know their lines. */
final class YamlTree {

    private static final int MAX_CHARACTERS = 200_000;

    private YamlTree() {}

    /** The root, or null where the text is no YAML or turns back on itself, which is then noted as a problem. */
    static @Nullable Node read(Problems problems, String file, String text) {
        LoadSettings settings = LoadSettings.builder()
                .setLabel(file)
                .setCodePointLimit(MAX_CHARACTERS)
                .setParseComments(false)
                .build();
        try {
            Optional<Node> root = new Compose(settings).composeString(text);
            if (root.isEmpty()) {
                problems.add((Node) null, "the file is empty; 'groups' with at least one call are needed");
                return null;
            }
            boolean acyclic =
                    acyclic(problems, root.get(), Collections.newSetFromMap(new IdentityHashMap<>()), new HashSet<>());
            return acyclic ? root.get() : null;
        } catch (MarkedYamlEngineException e) {
            problems.add(e.getProblemMark().orElse(null), "not YAML: " + e.getProblem());
        } catch (YamlEngineException e) {
            problems.add((Node) null, "not YAML: " + e.getMessage());
        }
        return null;
    }

    /** An alias may repeat a part of the file, but not one that contains the alias. */
    private static boolean acyclic(Problems problems, Node node, Set<Node> above, Set<Node> seen) {
        if (above.contains(node)) {
            problems.add(node, "an alias within this part repeats the part itself, which would never end");
            return false;
        }
        if (!seen.add(node)) {
            return true;
        }
        above.add(node);
        boolean fine = switch (node) {
            case SequenceNode list ->
                list.getValue().stream().allMatch(element -> acyclic(problems, element, above, seen));
            case MappingNode object ->
                object.getValue().stream()
                        .allMatch(field -> acyclic(problems, field.getKeyNode(), above, seen)
                                && acyclic(problems, field.getValueNode(), above, seen));
            default -> true; // the library's nodes are not sealed
        };
        above.remove(node);
        return fine;
    }
}
