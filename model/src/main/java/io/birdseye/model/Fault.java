package io.birdseye.model;

import java.util.Arrays;
import java.util.stream.Collectors;

/**
 * A broken answer of an upstream, as mock-api gives it and scenario files ask for it. The names are WireMock's; in JSON
 * a fault is {@code "fault": "EMPTY_RESPONSE"}, and {@code "faultProbability": 0.01} beside it limits it to a share of
 * the requests.
 */
public enum Fault {
    /** The connection is closed and no byte is sent. */
    EMPTY_RESPONSE,
    /** Correct headers with status 200, then bytes that are not a valid chunk, then the connection is closed. */
    MALFORMED_RESPONSE_CHUNK,
    /** Bytes that are not HTTP, then the connection is closed. */
    RANDOM_DATA_THEN_CLOSE,
    /** A TCP reset. */
    CONNECTION_RESET_BY_PEER;

    /** For messages. */
    public static final String ALLOWED = "one of " + Arrays.stream(values()).map(Enum::name).collect(Collectors.joining(", "));
}
