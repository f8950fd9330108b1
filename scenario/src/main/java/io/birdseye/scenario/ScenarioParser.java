package io.birdseye.scenario;

import io.birdseye.model.DataSize;
import io.birdseye.scenario.CpuStage.Layout;
import io.birdseye.scenario.Scenario.Budget;
import io.birdseye.scenario.Scenario.Call;
import io.birdseye.scenario.Scenario.Group;
import io.birdseye.scenario.Scenario.Objective;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;

/** Reads scenario files. It finds everything that is wrong in one pass, each with its line and what is allowed. */
public final class ScenarioParser {

    private final List<String> strategies;

    /** @param strategies the names that a scenario may ask for */
    public ScenarioParser(Collection<String> strategies) {
        this.strategies = List.copyOf(strategies);
    }

    /**
     * Reads a file in UTF-8.
     *
     * @throws IOException if the file cannot be read
     * @throws InvalidScenario with all problems, if there are any
     */
    public Scenario read(Path file) throws IOException, InvalidScenario {
        return parse(file.toString(), Files.readString(file, StandardCharsets.UTF_8));
    }

    /**
     * Reads a text.
     *
     * @param file what to call it in problems
     * @throws InvalidScenario with all problems, if there are any
     */
    public Scenario parse(String file, String text) throws InvalidScenario {
        Problems problems = new Problems(file);
        Node root = YamlTree.read(problems, file, text);
        Scenario scenario = root == null ? null : new Reader(problems).scenario(root);
        if (scenario == null || !problems.none()) {
            throw new InvalidScenario(problems.all());
        }
        return scenario;
    }

    /** One pass over one file. */
    private final class Reader {

        private final Problems problems;
        private final CallReader calls;

        Reader(Problems problems) {
            this.problems = problems;
            this.calls = new CallReader(problems);
        }

        /** Null only where a problem has been noted. */
        @Nullable Scenario scenario(Node root) {
            YamlObject scenario = new YamlObject(problems, root, "the scenario", Fields.SCENARIO);
            String name = Names.read(scenario);
            String description = scenario.text("description");
            List<Group> groups = groups(scenario);
            Node load = scenario.get("load");
            Node budget = scenario.get("budget");
            Node objective = scenario.get("objective");
            Duration deadline = scenario.duration("deadline", Duration.ofMillis(1), Limits.DEADLINE);
            Load readLoad = load == null ? null : new LoadReader(problems).read(load);
            Budget readBudget = budget == null ? null : budget(budget);
            Objective readObjective = objective == null ? null : objective(objective);
            List<String> chosen = chosenStrategies(scenario);
            if (name == null || groups.isEmpty()) {
                return null;
            }
            return new Scenario(
                    name,
                    description == null ? "" : description.strip(),
                    groups,
                    readLoad,
                    readBudget,
                    deadline == null ? Scenario.DEFAULT_DEADLINE : deadline,
                    readObjective,
                    chosen);
        }

        private List<Group> groups(YamlObject scenario) {
            List<Node> elements = scenario.list("groups", Limits.GROUPS);
            if (elements.isEmpty() && (!scenario.has("groups") || problems.none())) {
                problems.add(
                        scenario.has("groups") ? scenario.get("groups") : scenario.node(),
                        "a scenario needs 'groups': a list of at least one group with at least one call");
            }
            List<YamlObject> objects = new ArrayList<>();
            List<List<String>> callNames = new ArrayList<>();
            int count = 0;
            for (int i = 0; i < elements.size(); i++) {
                String path = "groups[" + (i + 1) + "]";
                YamlObject group = new YamlObject(problems, elements.get(i), path, Fields.GROUP);
                List<Node> members = group.list("calls", Limits.CALLS);
                if (members.isEmpty() && elements.get(i) instanceof MappingNode) {
                    Node at = group.get("calls");
                    problems.add(at == null ? group.node() : at, path + " has no call, but needs at least one");
                }
                count += members.size();
                List<String> names = new ArrayList<>();
                for (int c = 0; c < members.size(); c++) {
                    String name = calls.register(members.get(c), path + ".calls[" + (c + 1) + "]");
                    if (name != null) {
                        names.add(name);
                    }
                }
                objects.add(group);
                callNames.add(names);
            }
            if (count > Limits.CALLS) {
                problems.add(scenario.get("groups"), "there are " + count + " calls, but allowed are " + Limits.CALLS);
            }
            return read(objects, callNames);
        }

        /** Only when all calls are known can one be like another. */
        private List<Group> read(List<YamlObject> objects, List<List<String>> callNames) {
            List<Group> groups = new ArrayList<>();
            Set<String> names = new HashSet<>();
            for (int i = 0; i < objects.size(); i++) {
                YamlObject group = objects.get(i);
                String name = Names.read(group);
                if (name != null && !names.add(name)) {
                    group.refuse("name", group.get("name"), "a name that no other group has");
                }
                List<Call> members = callNames.get(i).stream().map(calls::read).toList();
                CpuStage cpu = cpu(group);
                if (name != null && !members.isEmpty()) {
                    groups.add(new Group(name, members, cpu));
                }
            }
            return groups;
        }

        private CpuStage cpu(YamlObject group) {
            Node node = group.get("cpu");
            if (node == null) {
                return new CpuStage.None();
            }
            YamlObject cpu = new YamlObject(problems, node, group.path("cpu"), Fields.CPU);
            Duration time = cpu.duration("time", Duration.ZERO, Limits.CPU);
            DataSize multiply = cpu.size("multiply", 1000, Limits.MULTIPLY);
            Layout layout = cpu.choice("layout", Layout.class, Layout.BOXED);
            if (node instanceof MappingNode && cpu.has("time") == cpu.has("multiply")) {
                problems.add(
                        node, group.path("cpu") + " needs either 'time', such as 22ms, or 'multiply', such as 5MB");
            }
            if (cpu.has("layout") && cpu.has("time")) {
                problems.add(cpu.get("layout"), cpu.path("layout") + " is only for 'multiply'");
            }
            if (time != null) {
                return new CpuStage.Compute(time);
            }
            return multiply == null ? new CpuStage.None() : new CpuStage.Multiply(multiply, layout);
        }

        private @Nullable Budget budget(Node node) {
            YamlObject budget = new YamlObject(problems, node, "budget", Fields.BUDGET);
            String allowed = "a whole number from 1 to 100,000";
            Fields.BUDGET.stream().filter(field -> !budget.has(field)).forEach(field -> budget.missing(field, allowed));
            Double io = budget.number("io", 1, Limits.POOL, true);
            Double cpu = budget.number("cpu", 1, Limits.POOL, true);
            Double queue = budget.number("queue", 1, Limits.POOL, true);
            return io == null || cpu == null || queue == null
                    ? null
                    : new Budget(io.intValue(), cpu.intValue(), queue.intValue());
        }

        private @Nullable Objective objective(Node node) {
            YamlObject objective = new YamlObject(problems, node, "objective", Fields.OBJECTIVE);
            if (!objective.has("p99")) {
                objective.missing("p99", "the highest latency of 99 of 100 requests, such as 400ms");
            }
            if (!objective.has("rate")) {
                objective.missing("rate", "requests per second at which it must hold");
            }
            Duration p99 = objective.duration("p99", Duration.ofMillis(1), Limits.DEADLINE);
            Double rate = objective.number("rate", 0.01, Limits.LEVEL, false);
            return p99 == null || rate == null ? null : new Objective(p99, rate);
        }

        private List<String> chosenStrategies(YamlObject scenario) {
            List<String> chosen = new ArrayList<>();
            for (Node node : scenario.list("strategies", strategies.size())) {
                String shown = Problems.shown(node);
                String name = shown.startsWith("'") ? shown.substring(1, shown.length() - 1) : shown;
                if (!strategies.contains(name)) {
                    problems.add(
                            node, "strategies has " + shown + ", but allowed are " + String.join(", ", strategies));
                } else if (chosen.contains(name)) {
                    problems.add(node, "strategies has '" + name + "' twice");
                } else {
                    chosen.add(name);
                }
            }
            return chosen;
        }
    }
}
