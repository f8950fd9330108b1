package io.birdseye.report.page;

import java.math.BigDecimal;
import java.math.MathContext;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.ser.std.StdSerializer;

/** Data for the scripts of a page. */
final class ScriptData {

    /** More digits than a screen has pixels; the rest would only make the page larger. */
    private static final MathContext DIGITS = new MathContext(6);

    private static final JsonMapper MAPPER = JsonMapper.builder()
            .addModule(new SimpleModule()
                    .addSerializer(Double.class, new Rounded())
                    .addSerializer(double.class, new Rounded()))
            .build();

    private ScriptData() {}

    /** Numbers have six digits, and what is no number is null. No character could end the script element around it. */
    static String text(Object value) {
        return MAPPER.writeValueAsString(value)
                .replace("<", "\\u003c")
                .replace(">", "\\u003e")
                .replace("&", "\\u0026")
                .replace("\u2028", "\\u2028")
                .replace("\u2029", "\\u2029");
    }

    private static final class Rounded extends StdSerializer<Double> {

        Rounded() {
            super(Double.class);
        }

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
