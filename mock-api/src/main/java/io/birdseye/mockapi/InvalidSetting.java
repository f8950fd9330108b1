package io.birdseye.mockapi;

import java.io.Serializable;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A setting is refused. The message names the field, the value that was set, and what is allowed instead. */
public final class InvalidSetting extends IllegalArgumentException {

    private final Details details;

    /** The parts of the message; the field is a path, such as {@code routes.posts.status} or {@code --delay}. */
    public record Details(String field, String value, String allowed) implements Serializable {}

    /** @param value null is reported as {@code nothing} */
    public InvalidSetting(String field, @Nullable Object value, String allowed) {
        Details parts = new Details(field, value == null ? "nothing" : value.toString(), allowed);
        super(field + " is '" + parts.value + "', but allowed is: " + allowed);
        details = parts;
    }

    /** The same refusal, with the path of the object that holds the field in front of the field's name. */
    InvalidSetting within(String holder) {
        String between = holder.isEmpty() || details.field.isEmpty() ? "" : ".";
        return new InvalidSetting(holder + between + details.field, details.value, details.allowed);
    }

    /** Reads something whose refusals are told {@link #within(String)} the object that holds it. */
    static <T> T within(String holder, Supplier<T> read) {
        try {
            return read.get();
        } catch (InvalidSetting e) {
            throw e.within(holder);
        }
    }

    public Details details() {
        return details;
    }
}
