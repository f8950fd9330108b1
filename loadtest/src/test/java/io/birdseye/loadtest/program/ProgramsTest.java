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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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

    @Test
    void flagsWithoutALabelAreSplitAtBlanksAndAreWhatAllLabelsHaveInCommon() {
        LabelledFlags plain = LabelledFlags.parse(List.of("-Da=b   -Dc=d", "@more.args"));
        LabelledFlags labelled = LabelledFlags.parse(List.of("zgc=-XX:+UseZGC -Da=b", "g1=-XX:+UseG1GC"));

        assertThat(plain.common()).startsWith(Programs.serviceJvmFlags().toArray(String[]::new)).endsWith("-Da=b", "-Dc=d", "@more.args");
        assertThat(plain.byLabel()).isEmpty();
        assertThat(labelled.common()).isEqualTo(Programs.serviceJvmFlags());
        assertThat(labelled.byLabel().keySet()).containsExactly("zgc", "g1");
        assertThat(labelled.byLabel()).containsEntry("zgc", List.of("-XX:+UseZGC", "-Da=b"));
    }

    /** {@code --jvm -Xlog:gc} once left the collector to the JVM, and the service carried a twentieth. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            -Xlog:gc                                 | -XX:+UseParallelGC -Xms3g -Xmx3g -Xmn2g -XX:-UseAdaptiveSizePolicy -Xlog:gc
            -XX:+UseZGC                              | -Xms3g -Xmx3g -XX:+UseZGC
            -XX:+UseParallelGC                       | -XX:+UseParallelGC -Xms3g -Xmx3g -Xmn2g -XX:-UseAdaptiveSizePolicy -XX:+UseParallelGC
            -Xmx1g                                   | -XX:+UseParallelGC -Xmx1g
            -XX:MaxRAMPercentage=50 -XX:+UseSerialGC | -XX:MaxRAMPercentage=50 -XX:+UseSerialGC
            -Xmn1g                                   | -XX:+UseParallelGC -Xms3g -Xmx3g -Xmn2g -XX:-UseAdaptiveSizePolicy -Xmn1g
            """)
    void flagsComeBehindTheUsualOnesOfWhichTheCollectorAndTheHeapGoWhereTheyNameAnother(String given, String flags) {
        assertThat(LabelledFlags.parse(List.of(given)).common().stream().filter(flag -> !flag.matches(".*(HugePages|CompileCommand).*")))
                .containsExactly(flags.split(" "));
    }
}
