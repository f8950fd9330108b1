package io.birdseye.report.page;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;

/** What a page carries inside: style sheets, scripts, and their data. */
final class Assets {

    private static final String ECHARTS_POM = "/META-INF/maven/org.mvnpm/echarts/pom.properties";
    /** Lines, bars and points; the rest of the library, a third of its weight, stays outside. */
    private static final String ECHARTS = "/META-INF/resources/_static/echarts/%s/dist/echarts.common.min.js";

    private static final JsonMapper JSON = JsonMapper.builder()
            .addModule(new SimpleModule()
                    .addSerializer(Double.class, new Rounded())
                    .addSerializer(double.class, new Rounded()))
            .build();

    private Assets() {}

    /** A file beside the class. */
    static String read(Class<?> owner, String file) {
        try (InputStream in = owner.getResourceAsStream(file)) {
            byte[] bytes = Objects.requireNonNull(in, () -> file + " is not on the class path").readAllBytes();
            return new String(bytes, StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Apache ECharts with its licence notice; the version is the one that the build put on the class path. */
    static String echarts() {
        String version = read(Assets.class, ECHARTS_POM).lines()
                .filter(line -> line.startsWith("version="))
                .map(line -> line.substring("version=".length())).findFirst().orElseThrow();
        return read(Assets.class, ECHARTS.formatted(version));
    }

    /** Numbers have six digits, and what is no number is null. No character could end the script element around it. */
    static String json(Object value) {
        return JSON.writeValueAsString(value)
                .replace("<", "\\u003c")
                .replace(">", "\\u003e")
                .replace("&", "\\u0026").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029");
    }

    private static final class Rounded extends ValueSerializer<Double> {

        /** More digits than a screen has pixels; the rest would only make the page larger. */
        private static final MathContext DIGITS = new MathContext(6);

        @Override
        public void serialize(Double value, JsonGenerator out, SerializationContext context) {
            if (Double.isFinite(value)) {
                out.writeNumber(new BigDecimal(value).round(DIGITS).doubleValue());
            } else {
                out.writeNull();
            }
        }
    }
}
