package io.birdseye.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import io.birdseye.model.ParentProcess;
import java.io.File;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class WireMockTest {

    /** The name of our jar has changed once, and the bench could no longer start it. */
    @Test
    void itsClassPathHasTheClassThatStartsIt() throws Exception {
        URL[] places = Stream.of(WireMock.classPath(Path.of("wiremock.jar")).split(File.pathSeparator))
                .map(WireMockTest::url)
                .toArray(URL[]::new);

        assertThat(places[0].getPath()).endsWith("wiremock.jar");
        try (URLClassLoader alone = new URLClassLoader(places, ClassLoader.getPlatformClassLoader())) {
            assertThat(alone.loadClass(ParentProcess.class.getName()).getMethod("main", String[].class)).isNotNull();
        }
    }

    private static URL url(String place) {
        try {
            return Path.of(place).toUri().toURL();
        } catch (MalformedURLException e) {
            throw new IllegalArgumentException(e);
        }
    }
}
