package io.birdseye.planning.production;

import java.util.Map;

/**
 * A span as it was recorded.
 *
 * @param parentId empty for the first span of a trace
 * @param startNanos since 1970
 * @param endNanos since 1970, not before the start
 * @param failed whether the HTTP status that it got is 500 or above; without one, whether its own status is an error
 * @param attributes those with a text or number, numbers as text
 * @param service that recorded it, or empty
 * @param place where it stands, for messages
 */
record Span(
        String traceId,
        String spanId,
        String parentId,
        Kind kind,
        String name,
        long startNanos,
        long endNanos,
        boolean failed,
        Map<String, String> attributes,
        String service,
        String place) {

    /** What the span stands for. */
    enum Kind {
        /** A request that the service answers. */
        SERVER,
        /** A call that it makes. */
        CLIENT,
        /** Work of its own, or a message. */
        OTHER
    }

    Span {
        attributes = Map.copyOf(attributes);
    }

    /** The first of these attributes that the span has, or empty. */
    String attribute(String... names) {
        for (String name : names) {
            String value = attributes.get(name);
            if (value != null && !value.isBlank()) {
                return value;
            }
        }
        return "";
    }
}
