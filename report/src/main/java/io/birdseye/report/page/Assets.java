package io.birdseye.report.page;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Properties;

/** The style sheets and scripts that a page carries inside. */
final class Assets {

    private static final String ECHARTS_POM = "/META-INF/maven/org.mvnpm/echarts/pom.properties";
    private static final String ECHARTS = "/META-INF/resources/_static/echarts/";
    /** Lines, bars and points; the rest of the library, a third of its weight, stays outside. */
    private static final String COMMON = "/dist/echarts.common.min.js";

    private Assets() {}

    static String read(String file) {
        return read(Assets.class, file);
    }

    /** A file beside the class. */
    static String read(Class<?> owner, String file) {
        try (InputStream in = open(owner, file)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Apache ECharts with its licence notice; the version is the one that the build put on the class path. */
    static String echarts() {
        Properties pom = new Properties();
        try (InputStream in = open(Assets.class, ECHARTS_POM)) {
            pom.load(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return read(ECHARTS + pom.getProperty("version") + COMMON);
    }

    private static InputStream open(Class<?> owner, String file) {
        InputStream in = owner.getResourceAsStream(file);
        if (in == null) {
            throw new IllegalStateException(file + " is not on the class path");
        }
        return in;
    }
}
