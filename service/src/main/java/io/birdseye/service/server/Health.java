package io.birdseye.service.server;

import jakarta.ws.rs.core.HttpHeaders;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.json.JsonMapper;

/**
 * The answer to a probe, in the form of MicroProfile Health: {@code UP} if all its checks are, else {@code DOWN}.
 *
 * @param checks in a fixed order
 */
public record Health(List<Check> checks) {

    /** Of a process that answers. */
    static final Health LIVE = new Health(List.of());

    /**
     * One thing that was looked at.
     *
     * @param reason why it is down; empty if it is up
     */
    public record Check(String name, Optional<String> reason) {}

    boolean isUp() {
        return checks.stream().allMatch(check -> check.reason().isEmpty());
    }

    Map<String, String> headers() {
        return isUp() ? Map.of() : Map.of(HttpHeaders.RETRY_AFTER, "1");
    }

    /** The document; if all is well without a JSON library, so that the first probe does not wait for its classes. */
    byte[] json() {
        if (!isUp()) {
            return JsonMapper.shared().writeValueAsBytes(document());
        }
        StringBuilder json = new StringBuilder("{\"status\":\"UP\",\"checks\":[");
        for (Check check : checks) {
            json.append(json.charAt(json.length() - 1) == '[' ? "" : ",");
            json.append("{\"name\":\"").append(check.name()).append("\",\"status\":\"UP\"}");
        }
        return json.append("]}").toString().getBytes(StandardCharsets.US_ASCII);
    }

    private Map<String, Object> document() {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("status", "DOWN");
        document.put("checks", checks.stream().map(Health::document).toList());
        return document;
    }

    private static Map<String, Object> document(Check check) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("name", check.name());
        document.put("status", check.reason().isEmpty() ? "UP" : "DOWN");
        check.reason().ifPresent(reason -> document.put("data", Map.of("reason", reason)));
        return document;
    }
}
