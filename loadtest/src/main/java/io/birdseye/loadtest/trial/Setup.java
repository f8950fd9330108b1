package io.birdseye.loadtest.trial;

import io.birdseye.loadtest.program.Jdk;
import io.birdseye.model.Layout;
import io.birdseye.report.result.RowKey;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.stream.Stream;

/**
 * One combination of axis values, those with more than one: how the service runs for some of the trials. Without a JDK
 * it is the one that runs all programs; arguments are those beside what all trials have.
 */
public record Setup(
        SortedMap<String, String> axes, Optional<Jdk> jdk, List<String> jvmFlags, Layout layout,
        List<String> arguments) {

    public Setup {
        jvmFlags = List.copyOf(jvmFlags);
        arguments = List.copyOf(arguments);
    }

    public Setup withJdk(Jdk other) {
        return new Setup(axes, Optional.of(other), jvmFlags, layout, arguments);
    }

    public Setup withJvmFlags(List<String> others) {
        return new Setup(axes, jdk, others, layout, arguments);
    }

    public Setup withLayout(Layout other) {
        return new Setup(axes, jdk, jvmFlags, other, arguments);
    }

    public Setup withArgument(String more) {
        return new Setup(axes, jdk, jvmFlags, layout, Stream.concat(arguments.stream(), Stream.of(more)).toList());
    }

    /** For people: {@code zgc · primitive}; empty where only strategies differ. */
    public String label() {
        return RowKey.label(axes);
    }
}
