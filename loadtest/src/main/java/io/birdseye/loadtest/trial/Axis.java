package io.birdseye.loadtest.trial;

import io.birdseye.report.result.Settings.AxisUsed;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;

/** What a comparison chooses (one value) or varies beside the strategy: all values are measured in all combinations. */
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

    /** A label as rows have it, and what it stands for, such as JVM flags. */
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
