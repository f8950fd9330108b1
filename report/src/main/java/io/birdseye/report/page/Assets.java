package io.birdseye.report.page;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.Properties;

/** The style sheet and scripts that a page carries inside. */
final class Assets {

    private static final String ECHARTS_POM = "META-INF/maven/org.mvnpm/echarts/pom.properties";
    private static final String ECHARTS = "META-INF/resources/_static/echarts/";
    /** Lines, bars and points; the rest of the library, a third of its weight, stays outside. */
    private static final String COMMON = "/dist/echarts.common.min.js";

    private Assets() {}

    static String styleSheet() {
        return own("page.css");
    }

    static String traceStyleSheet() {
        return own("trace.css");
    }

    static String script() {
        return own("page.js");
    }

    /** Apache ECharts with its licence notice; the version is the one that the build put on the class path. */
    static String echarts() {
        Properties pom = new Properties();
        try (InputStream in = open(ECHARTS_POM)) {
            pom.load(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return read(ECHARTS + pom.getProperty("version") + COMMON);
    }

    /** The source expression by which a content security policy allows one inline script. */
    static String hash(String script) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(script.getBytes(StandardCharsets.UTF_8));
            return "'sha256-" + Base64.getEncoder().encodeToString(digest) + "'";
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    private static String own(String name) {
        return read("io/birdseye/report/page/" + name);
    }

    private static String read(String resource) {
        try (InputStream in = open(resource)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static InputStream open(String resource) {
        InputStream in = Assets.class.getClassLoader().getResourceAsStream(resource);
        if (in == null) {
            throw new IllegalStateException(resource + " is not on the class path");
        }
        return in;
    }
}
