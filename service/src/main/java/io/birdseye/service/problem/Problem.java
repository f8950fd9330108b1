package io.birdseye.service.problem;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * A problem as RFC 9457 describes it.
 *
 * @param type the last part of the type's URN; stable, for programs
 * @param title the same for every problem of a type
 * @param status the HTTP status
 * @param detail what is wrong with this request
 * @param members further members of the document
 * @param headers HTTP headers of the answer
 */
public record Problem(
        String type,
        String title,
        int status,
        @Nullable String detail,
        Map<String, ?> members,
        Map<String, String> headers) {

    public static final String MEDIA_TYPE = "application/problem+json";

    private static final String TYPE_PREFIX = "urn:birdseye:problem:";
    private static final JsonMapper JSON = new JsonMapper();

    public Problem(String type, String title, int status, @Nullable String detail) {
        this(type, title, status, detail, Map.of(), Map.of());
    }

    /**
     * The document in UTF-8.
     *
     * @param instance the path of the request
     */
    public byte[] json(String instance) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("type", TYPE_PREFIX + type);
        document.put("title", title);
        document.put("status", status);
        if (detail != null) {
            document.put("detail", detail);
        }
        document.put("instance", instance);
        document.putAll(members);
        return JSON.writeValueAsBytes(document);
    }
}
