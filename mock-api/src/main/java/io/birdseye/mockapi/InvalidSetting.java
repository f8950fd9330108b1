package io.birdseye.mockapi;

/** A setting that is refused. Says which field it was, what it was set to, and what is allowed instead. */
public final class InvalidSetting extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    private final String field;
    private final String value;
    private final String allowed;

    public InvalidSetting(String field, Object value, String allowed) {
        super(field + " is '" + value + "', but allowed is: " + allowed);
        this.field = field;
        this.value = String.valueOf(value);
        this.allowed = allowed;
    }

    /** The same refusal, seen from the object that holds the field. */
    InvalidSetting within(String holder) {
        return new InvalidSetting(holder + "." + field, value, allowed);
    }

    /** Where it stands, for example {@code routes.posts.fixedDelayMilliseconds} or {@code --delay}. */
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
