package io.birdseye.service.server;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/** A problem as RFC 9457 describes it. Thrown, it ends its request. It has no stack trace, because it is no bug. */
public final class Problem extends RuntimeException {

    public static final String MEDIA_TYPE = "application/problem+json";

    private static final long serialVersionUID = 1L;

    private final @Nullable ProblemType type;
    private final String title;
    private final int status;
    private final transient Map<String, ?> members;
    private final transient Map<String, String> headers;

    /**
     * @param status one of the type's
     * @param detail what is wrong with this request
     * @param members further members of the document
     */
    Problem(
            ProblemType type, int status, @Nullable String detail,
            Map<String, ?> members, Map<String, String> headers) {
        this(type, type.title(), status, detail, members, headers);
    }

    Problem(ProblemType type, @Nullable String detail, Map<String, ?> members, Map<String, String> headers) {
        this(type, type.statuses().getFirst(), detail, members, headers);
    }

    Problem(ProblemType type, @Nullable String detail) {
        this(type, detail, Map.of(), Map.of());
    }

    private Problem(
            @Nullable ProblemType type, String title, int status, @Nullable String detail,
            Map<String, ?> members, Map<String, String> headers) {
        super(detail, null, false, false);
        this.type = type;
        this.title = title;
        this.status = status;
        this.members = members;
        this.headers = headers;
    }

    /** A problem of which no more is known than its status; its type is {@code about:blank}, as RFC 9457 asks. */
    static Problem ofStatus(int status, String phrase, Map<String, String> headers) {
        return new Problem(null, phrase, status, null, Map.of(), headers);
    }

    /** The HTTP status. */
    public int status() {
        return status;
    }

    public Map<String, String> headers() {
        return headers;
    }

    /**
     * A whole answer in HTTP, for a connection that ends with it.
     *
     * <p>Its request has no path: it was refused before it was read.
     */
    public byte[] closingAnswer() {
        byte[] json = json(null);
        StringBuilder head = new StringBuilder("HTTP/1.1 " + status + " " + title + "\r\n");
        headers.forEach((name, value) -> head.append(name).append(": ").append(value).append("\r\n"));
        head.append("Content-Type: " + MEDIA_TYPE + "\r\nCache-Control: no-store\r\nContent-Length: " + json.length
                + "\r\nConnection: close\r\n\r\n");
        ByteArrayOutputStream answer = new ByteArrayOutputStream();
        answer.writeBytes(head.toString().getBytes(StandardCharsets.US_ASCII));
        answer.writeBytes(json);
        return answer.toByteArray();
    }

    /** The document in UTF-8; {@code instance} is the path of the request. */
    public byte[] json(@Nullable String instance) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("type", type == null ? "about:blank" : type.uri());
        document.put("title", title);
        document.put("status", status);
        if (getMessage() != null) {
            document.put("detail", getMessage());
        }
        if (instance != null) {
            document.put("instance", instance);
        }
        document.putAll(members);
        return JsonMapper.shared().writeValueAsBytes(document);
    }
}
