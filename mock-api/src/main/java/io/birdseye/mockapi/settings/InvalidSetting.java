package io.birdseye.mockapi.settings;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/** A setting is refused. The message names the field, the value that was set, and what is allowed instead. */
public final class InvalidSetting extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    private final Details details;

    /**
     * The parts of the message.
     *
     * @param field its path, for example {@code routes.posts.fixedDelayMilliseconds} or {@code --delay}
     */
    public record Details(String field, String value, String allowed) implements Serializable {}

    /** @param value null is reported as {@code nothing} */
    public InvalidSetting(String field, @Nullable Object value, String allowed) {
        Details parts = new Details(field, value == null ? "nothing" : value.toString(), allowed);
        super(field + " is '" + parts.value + "', but allowed is: " + allowed);
        details = parts;
    }

    /** The same refusal, with the path of the object that holds the field in front of the field's name. */
    InvalidSetting within(String holder) {
        return new InvalidSetting(holder + "." + details.field, details.value, details.allowed);
    }

    public Details details() {
        return details;
    }
}
