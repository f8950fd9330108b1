package io.birdseye.loadtest.program;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class LabelledFlagsTest {

    @Test
    void flagsWithoutALabelAreSplitAtAnyNumberOfBlanksAndAddUp() {
        LabelledFlags flags = LabelledFlags.parse(List.of("-Xmx1g   -Xms1g", "-Da=b", "@more.args"));

        assertThat(flags.common()).containsExactly("-Xmx1g", "-Xms1g", "-Da=b", "@more.args");
        assertThat(flags.byLabel()).isEmpty();
    }

    @Test
    void labelsStandBesideTheDefaultFlagsWithoutTheirCollectorSoThatTheHeapIsEqual() {
        LabelledFlags flags = LabelledFlags.parse(List.of("zgc=-XX:+UseZGC -Da=b", "g1=-XX:+UseG1GC"));

        assertThat(flags.common()).contains("-Xms3g", "-Xmx3g").noneMatch(flag -> flag.contains("Parallel"));
        assertThat(flags.byLabel().keySet()).containsExactly("zgc", "g1");
        assertThat(flags.byLabel()).containsEntry("zgc", List.of("-XX:+UseZGC", "-Da=b"));
    }

    @Test
    void flagsWithoutALabelAreWhatAllLabelsHaveInCommon() {
        LabelledFlags flags = LabelledFlags.parse(List.of("zgc=-XX:+UseZGC", "-Xmx1g"));

        assertThat(flags.common()).containsExactly("-Xmx1g");
    }
}
