package io.birdseye.mockapi;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** A broken answer, by the names that WireMock gives them. */
public enum Fault {
    /** The connection is closed without a byte. */
    EMPTY_RESPONSE,
    /** A good head with status 200, then bytes that are no chunk, then the connection is closed. */
    MALFORMED_RESPONSE_CHUNK,
    /** Bytes that are not HTTP, then the connection is closed. */
    RANDOM_DATA_THEN_CLOSE,
    /** A TCP reset. */
    CONNECTION_RESET_BY_PEER;

    static final String ALLOWED = "one of " + Arrays.stream(values()).map(Enum::name).collect(Collectors.joining(", "));

    /** @throws InvalidSetting if there is no such fault */
    static Fault parse(String field, String name) {
        for (Fault fault : values()) {
            if (fault.name().equals(name.toUpperCase(Locale.ROOT))) {
                return fault;
            }
        }
        throw new InvalidSetting(field, name, ALLOWED);
    }
}
