package io.birdseye.scenario;

import io.birdseye.scenario.Load.Arrivals;
import io.birdseye.scenario.Load.Model;
import io.birdseye.scenario.Load.Phase;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;

/** Reads the load: one level for the whole test, or phases. */
final class LoadReader {

    private static final List<String> WAYS = List.of("rate", "users", "open", "closed");
    private static final Duration SHORTEST = Duration.ofSeconds(1);

    private final Problems problems;

    LoadReader(Problems problems) {
        this.problems = problems;
    }

    @Nullable Load read(Node node) {
        YamlObject load = new YamlObject(problems, node, "load", Fields.LOAD);
        List<String> given = WAYS.stream().filter(load::has).toList();
        if (given.size() != 1) {
            if (node instanceof MappingNode) {
                problems.add(node, "load needs exactly one of " + String.join(", ", WAYS) + ", but has "
                        + (given.isEmpty() ? "none" : String.join(" and ", given)));
            }
            return null;
        }
        String way = given.getFirst();
        Model model = way.equals("rate") || way.equals("open") ? Model.OPEN : Model.CLOSED;
        Arrivals arrivals = load.choice("arrivals", Arrivals.class, Arrivals.CONSTANT);
        if (load.has("arrivals") && model == Model.CLOSED) {
            problems.add(load.get("arrivals"), "load.arrivals is only for rates: users arrive when they are answered");
        }
        List<Phase> phases = new ArrayList<>();
        if (way.equals("rate") || way.equals("users")) {
            Double level = level(load, way, model);
            if (level != null) {
                phases.add(new Phase(level, level, 0, Duration.ZERO));
            }
        } else {
            List<Node> elements = load.list(way, Limits.PHASES);
            if (elements.isEmpty()) {
                load.refuse(way, load.get(way), "a list of at least one phase");
            }
            for (int i = 0; i < elements.size(); i++) {
                Phase phase = phase(elements.get(i), "load." + way + "[" + (i + 1) + "]", model);
                if (phase != null) {
                    phases.add(phase);
                }
            }
        }
        return phases.isEmpty() ? null : new Load(model, arrivals, phases);
    }

    private @Nullable Phase phase(Node node, String path, Model model) {
        String constant = model == Model.OPEN ? "rate" : "users";
        YamlObject phase = new YamlObject(
                problems, node, path, model == Model.OPEN ? Fields.OPEN_PHASE : Fields.CLOSED_PHASE);
        Duration lasting = phase.duration("lasting", SHORTEST, Limits.PHASE);
        if (!phase.has("lasting")) {
            phase.missing("lasting", "a duration from 1s to 24h");
        }
        boolean ramp = phase.has("from") || phase.has("to");
        if (ramp == phase.has(constant) || phase.has("from") != phase.has("to")) {
            if (node instanceof MappingNode) {
                problems.add(node, path + " needs either '" + constant + "', or 'from' and 'to'");
            }
            return null;
        }
        Double steps = phase.number("steps", 2, 1000, true);
        if (!ramp) {
            if (phase.has("steps")) {
                problems.add(phase.get("steps"), path + ".steps is only for 'from' and 'to'");
            }
            Double level = level(phase, constant, model);
            return level == null || lasting == null ? null : new Phase(level, level, 0, lasting);
        }
        Double from = level(phase, "from", model);
        Double to = level(phase, "to", model);
        if (from == null || to == null || lasting == null) {
            return null;
        }
        return new Phase(from, to, steps == null ? 0 : steps.intValue(), lasting);
    }

    private static @Nullable Double level(YamlObject object, String field, Model model) {
        return model == Model.OPEN
                ? object.number(field, 0.01, Limits.LEVEL, false)
                : object.number(field, 1, Limits.POOL, true);
    }
}
