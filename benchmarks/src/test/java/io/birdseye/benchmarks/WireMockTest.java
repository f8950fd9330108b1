package io.birdseye.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import io.birdseye.model.ParentProcess;
import java.io.File;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class WireMockTest {

    /** The name of our jar has changed once, and the bench could no longer start it. */
    @Test
    void itsClassPathHasTheClassThatStartsIt() throws Exception {
        String[] places = MockBench.wireMockClassPath(Path.of("wiremock.jar")).split(File.pathSeparator);

        assertThat(places).hasSize(2).startsWith("wiremock.jar");
        try (URLClassLoader alone = new URLClassLoader(
                new URL[] {Path.of(places[1]).toUri().toURL()}, ClassLoader.getPlatformClassLoader())) {
            assertThat(alone.loadClass(ParentProcess.class.getName()).getMethod("main", String[].class)).isNotNull();
        }
    }
}
