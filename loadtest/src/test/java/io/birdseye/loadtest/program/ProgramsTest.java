package io.birdseye.loadtest.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.birdseye.loadtest.TrialFailure;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProgramsTest {

    @TempDir
    Path home;

    @Test
    void theLibrariesOfAProgramHaveOneOrder() throws Exception {
        build("mock-api");
        build("service");
        build("loadtest");
        Path lib = jar("service").resolveSibling("lib");
        for (String name : List.of("b-1.jar", "a-2.jar", "c.jar", "B.jar", "a-10.jar", "notes.txt")) {
            Files.createFile(lib.resolve(name));
        }

        Programs programs = Programs.builtIn(home, Path.of("java"));

        // Not lib/*: its order is the file system's, and a class cache that was made with another is passed over.
        assertThat(programs.service().classPath().split(File.pathSeparator))
                .containsExactly(
                        jar("service").toString(), lib.resolve("B.jar").toString(), lib.resolve("a-10.jar").toString(),
                        lib.resolve("a-2.jar").toString(), lib.resolve("b-1.jar").toString(),
                        lib.resolve("c.jar").toString());
    }

    @Test
    void whatHasNotBeenBuiltIsNamed() throws Exception {
        build("mock-api");

        assertThatThrownBy(() -> Programs.builtIn(home, Path.of("java")))
                .isInstanceOf(TrialFailure.class)
                .hasMessageContaining("service has not been built");
    }

    private void build(String module) throws IOException {
        Files.createDirectories(jar(module).resolveSibling("lib"));
        Files.createFile(jar(module));
    }

    private Path jar(String module) {
        return home.resolve(module).resolve("target").resolve("birdseye-" + module + ".jar");
    }

    /** With labels the default flags stand beside them without their collector, so that the heap is equal. */
    @Test
    void flagsWithoutALabelAreSplitAtBlanksAndAreWhatAllLabelsHaveInCommon() {
        LabelledFlags plain = LabelledFlags.parse(List.of("-Xmx1g   -Xms1g", "-Da=b", "@more.args"));
        LabelledFlags labelled = LabelledFlags.parse(List.of("zgc=-XX:+UseZGC -Da=b", "g1=-XX:+UseG1GC"));

        assertThat(plain.common()).containsExactly("-Xmx1g", "-Xms1g", "-Da=b", "@more.args");
        assertThat(plain.byLabel()).isEmpty();
        assertThat(labelled.common()).contains("-Xms3g", "-Xmx3g").noneMatch(flag -> flag.contains("Parallel"));
        assertThat(labelled.byLabel().keySet()).containsExactly("zgc", "g1");
        assertThat(labelled.byLabel()).containsEntry("zgc", List.of("-XX:+UseZGC", "-Da=b"));
        assertThat(LabelledFlags.parse(List.of("zgc=-XX:+UseZGC", "-Xmx1g")).common()).containsExactly("-Xmx1g");
    }
}
