package io.birdseye.service.problem;

import org.jspecify.annotations.Nullable;

/** A parameter of a request is missing, unknown, or has a value that is not allowed. */
public final class BadParameter extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final String parameter;
    private final @Nullable String value;
    private final String allowed;

    /**
     * @param value what was given, or null if nothing was
     * @param allowed what may be given instead, as the end of a sentence
     */
    public BadParameter(String parameter, @Nullable String value, String allowed) {
        super(message(parameter, value, allowed), null, false, false);
        this.parameter = parameter;
        this.value = value;
        this.allowed = allowed;
    }

    private static String message(String parameter, @Nullable String value, String allowed) {
        return value == null
                ? "parameter '" + parameter + "' is missing; allowed is " + allowed
                : "parameter '" + parameter + "' is '" + value + "'; allowed is " + allowed;
    }

    public String parameter() {
        return parameter;
    }

    public @Nullable String value() {
        return value;
    }

    public String allowed() {
        return allowed;
    }
}
