package io.birdseye.mockapi;

import io.vertx.core.json.JsonObject;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One JSON object whose fields are read by type; whatever is not expected is refused by name. */
record JsonFields(JsonObject json) {

    /** Refuses every field but these: a misspelt setting must not be passed over in silence. */
    JsonFields allowOnly(List<String> names) {
        for (String name : json.fieldNames()) {
            if (!names.contains(name)) {
                throw new InvalidSetting(
                        name, String.valueOf(json.getValue(name)), "one of the fields " + String.join(", ", names));
            }
        }
        return this;
    }

    boolean has(String name) {
        return json.getValue(name) != null;
    }

    @Nullable JsonFields object(String name) {
        Object value = json.getValue(name);
        if (value == null) {
            return null;
        }
        if (value instanceof JsonObject object) {
            return new JsonFields(object);
        }
        throw new InvalidSetting(name, value, "an object");
    }

    long nanos(String name) {
        return Durations.millisToNanos(name, number(name, "a number of milliseconds"));
    }

    double number(String name, double otherwise, String allowed) {
        return has(name) ? number(name, allowed).doubleValue() : otherwise;
    }

    Number number(String name, String allowed) {
        Object value = json.getValue(name);
        if (value instanceof Number number) {
            return number;
        }
        throw new InvalidSetting(name, shown(value), allowed);
    }

    int wholeNumber(String name, String allowed) {
        Object value = json.getValue(name);
        if (value instanceof Integer number) {
            return number;
        }
        throw new InvalidSetting(name, shown(value), allowed);
    }

    long wholeLong(String name, long otherwise) {
        Object value = json.getValue(name);
        if (value == null) {
            return otherwise;
        }
        if (value instanceof Integer || value instanceof Long) {
            return ((Number) value).longValue();
        }
        throw new InvalidSetting(name, value, "a whole number");
    }

    String string(String name, String allowed) {
        Object value = json.getValue(name);
        if (value instanceof String text) {
            return text;
        }
        throw new InvalidSetting(name, shown(value), allowed);
    }

    private static Object shown(@Nullable Object value) {
        return value == null ? "nothing" : value;
    }
}
