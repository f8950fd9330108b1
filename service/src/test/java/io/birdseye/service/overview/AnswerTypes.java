package io.birdseye.service.overview;

import java.util.Map;

/** The records that answers of this package are made of, by the names of their schemas. */
public final class AnswerTypes {

    private AnswerTypes() {}

    public static Map<String, Class<?>> byName() {
        return Map.of("Trace", Trace.Document.class, "TracedTask", Trace.Task.class);
    }
}
