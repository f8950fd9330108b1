package io.birdseye.service.server;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/** A problem as RFC 9457 describes it. Thrown, it ends its request. It has no stack trace, because it is no bug. */
public final class Problem extends RuntimeException {

    public static final String MEDIA_TYPE = "application/problem+json";

    private static final long serialVersionUID = 1L;

    private final String type;
    private final String title;
    private final int status;
    private final transient Map<String, ?> members;
    private final transient Map<String, String> headers;

    /**
     * @param type the last part of the type's URN; stable, for programs
     * @param title the same for every problem of a type
     * @param detail what is wrong with this request
     * @param members further members of the document
     */
    Problem(
            String type, String title, int status, @Nullable String detail,
            Map<String, ?> members, Map<String, String> headers) {
        super(detail, null, false, false);
        this.type = type;
        this.title = title;
        this.status = status;
        this.members = members;
        this.headers = headers;
    }

    public Problem(String type, String title, int status, @Nullable String detail) {
        this(type, title, status, detail, Map.of(), Map.of());
    }

    /** The HTTP status. */
    public int status() {
        return status;
    }

    public Map<String, String> headers() {
        return headers;
    }

    /** The document in UTF-8; {@code instance} is the path of the request. */
    public byte[] json(String instance) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("type", "urn:birdseye:problem:" + type);
        document.put("title", title);
        document.put("status", status);
        if (getMessage() != null) {
            document.put("detail", getMessage());
        }
        document.put("instance", instance);
        document.putAll(members);
        return JsonMapper.shared().writeValueAsBytes(document);
    }
}
