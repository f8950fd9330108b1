package io.birdseye.planning.production;

import java.util.Comparator;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A span as it was recorded, in ns since 1970. It failed by an HTTP status of 500 or above or, without one, by its own.
 * Ids hold that of the trace; attributes are texts and numbers, and the name of the service.
 */
record Span(
        String id, String parentId, Kind kind, String name, long start, long end, boolean failed, Map<String, String> attributes) {

    static final Comparator<Span> IN_ORDER = Comparator.comparingLong(Span::start).thenComparingLong(Span::end);
    static final String SERVICE = "service.name";
    static final String[] STATUS = {"http.response.status_code", "http.status_code", "status"};

    /** In OTLP's order; one that is internal is work of its own, one that takes a message nobody waits for. */
    enum Kind { INTERNAL, SERVER, CLIENT, PRODUCER, CONSUMER }

    double ms() {
        return (end - start) / 1e6;
    }

    boolean overlaps(Span other) {
        return Math.max(start, other.start) < Math.min(end, other.end);
    }

    /** The first of these attributes that the span has and that says something, or empty. */
    String attribute(String... names) {
        return first(attributes, names);
    }

    static String first(Map<String, String> attributes, String... names) {
        return Stream.of(names).map(name -> attributes.getOrDefault(name, ""))
                .filter(value -> !value.isBlank() && !value.matches("(?i)none|unknown|null")).findFirst().orElse("");
    }

    String service() {
        return attribute(SERVICE);
    }

    String trace() {
        return id.substring(0, id.indexOf(' '));
    }

    /** The same with other ids, and no more attributes to come. */
    Span with(String other, String parent) {
        return new Span(other, parent, kind, name, start, end, failed, Map.copyOf(attributes));
    }
}
