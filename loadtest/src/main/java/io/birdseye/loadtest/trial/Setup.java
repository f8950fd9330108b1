package io.birdseye.loadtest.trial;

import io.birdseye.loadtest.program.Jdk;
import io.birdseye.model.Layout;
import io.birdseye.report.result.RowKey;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.stream.Stream;

/**
 * One combination of axis values: how the service runs for some of the trials.
 *
 * @param axes value by name of the axis, of the axes with more than one; empty where only strategies differ
 * @param jdk that runs the service; empty for the one that runs all programs
 * @param jvmFlags of the service
 * @param layout of the shared lists
 * @param arguments of the service beside those that all trials have
 */
public record Setup(
        SortedMap<String, String> axes,
        Optional<Jdk> jdk,
        List<String> jvmFlags,
        Layout layout,
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
