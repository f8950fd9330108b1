package io.birdseye.loadtest.trial;

import io.birdseye.report.result.Settings.AxisUsed;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * Something beside the strategy that a comparison chooses or varies. Strategies and the values of all axes are measured
 * in all combinations, with equal budgets.
 *
 * @param name as results have it
 * @param values at least one; with several, each strategy has a row for each
 */
public record Axis(String name, List<Value> values) {

    public Axis {
        values = List.copyOf(values);
        if (values.isEmpty()) {
            throw new IllegalArgumentException("--" + name + " needs at least one value");
        }
        Set<String> seen = new HashSet<>();
        for (Value value : values) {
            if (!seen.add(value.label())) {
                throw new IllegalArgumentException("--" + name + " has '" + value.label() + "' twice");
            }
        }
    }

    /**
     * @param label as it stands in a row's name
     * @param meaning what the label stands for, such as JVM flags
     */
    public record Value(String label, String meaning, UnaryOperator<Setup> change) {}

    /** Whether it names rows: with one value only, it is chosen and not varied. */
    public boolean isVaried() {
        return values.size() > 1;
    }

    public AxisUsed used() {
        return new AxisUsed(name, values.stream()
                .map(value -> new AxisUsed.ValueUsed(value.label(), value.meaning()))
                .toList());
    }
}
