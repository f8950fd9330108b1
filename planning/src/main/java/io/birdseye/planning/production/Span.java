package io.birdseye.planning.production;

import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * A span as it was recorded. It failed by an HTTP status of 500 or above or, without one, by its own. Ids hold that of
 * the trace; attributes are texts and numbers, and the name of the service.
 */
record Span(
        String id, String parentId, Kind kind, String name, Interval time, boolean failed, Map<String, String> attributes) {

    static final String SERVICE = "service.name";

    /** In OTLP's order; one that is internal is work of its own, one that takes a message nobody waits for. */
    enum Kind { INTERNAL, SERVER, CLIENT, PRODUCER, CONSUMER }

    /** A time on the clock of the trace, in ns since 1970; its end is not before its start. */
    record Interval(long start, long end) {

        double ms() {
            return (end - start) / 1e6;
        }

        boolean overlaps(Interval other) {
            return Math.max(start, other.start) < Math.min(end, other.end);
        }

        Interval since(long zero) {
            return new Interval(start - zero, end - zero);
        }

        Interval within(Interval bounds) {
            long from = Math.clamp(start, bounds.start, bounds.end);
            return new Interval(from, Math.clamp(end, from, Math.max(from, bounds.end)));
        }
    }

    /** The first of these attributes that the span has and that says something, or empty. */
    String attribute(String... names) {
        return Stream.of(names).map(attributes::get).filter(Objects::nonNull)
                .filter(value -> !value.isBlank() && !value.matches("(?i)none|unknown|null")).findFirst().orElse("");
    }

    String service() {
        return attribute(SERVICE);
    }

    /** The same with other ids, and no more attributes to come. */
    Span with(String other, String parent) {
        return new Span(other, parent, kind, name, time, failed, Map.copyOf(attributes));
    }
}
