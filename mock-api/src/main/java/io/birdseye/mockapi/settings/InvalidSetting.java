package io.birdseye.mockapi.settings;

import org.jspecify.annotations.Nullable;

/** A setting is refused. The message names the field, the value that was set, and what is allowed instead. */
public final class InvalidSetting extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    private final String field;
    private final String value;
    private final String allowed;

    /** @param value null is reported as {@code nothing} */
    public InvalidSetting(String field, @Nullable Object value, String allowed) {
        String shown = value == null ? "nothing" : value.toString();
        super(field + " is '" + shown + "', but allowed is: " + allowed);
        this.field = field;
        this.value = shown;
        this.allowed = allowed;
    }

    /** The same refusal, with the path of the object that holds the field in front of the field's name. */
    public InvalidSetting within(String holder) {
        return new InvalidSetting(holder + "." + field, value, allowed);
    }

    /** The path of the field, for example {@code routes.posts.fixedDelayMilliseconds} or {@code --delay}. */
    public String field() {
        return field;
    }

    public String value() {
        return value;
    }

    public String allowed() {
        return allowed;
    }
}
