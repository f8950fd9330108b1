package io.birdseye.loadtest.trial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProgramsTest {

    @TempDir
    Path home;

    @Test
    void aProgramIsItsJarWhichNamesTheOthersInOneOrder() throws Exception {
        build("mock-api");
        build("service");
        build("loadtest");

        Programs programs = Programs.builtIn(home, Path.of("java"));

        // Not lib/*: its order is the file system's, and a class cache that was made with another is passed over.
        assertThat(programs.mockApi().classPath()).isEqualTo(jar("mock-api").toString());
        assertThat(programs.service().classPath()).isEqualTo(jar("service").toString());
        assertThat(programs.injector().classPath()).isEqualTo(jar("loadtest").toString());
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
}
