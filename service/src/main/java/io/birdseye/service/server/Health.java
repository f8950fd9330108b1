package io.birdseye.service.server;

import jakarta.ws.rs.core.HttpHeaders;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import tools.jackson.databind.json.JsonMapper;

/** The answer to a probe, in the form of MicroProfile Health: {@code UP} if all its checks are, else {@code DOWN}. */
public record Health(List<Check> checks) {

    /** Of a process that answers. */
    static final Health LIVE = new Health(List.of());

    /** One thing that was looked at; it is down if there is a reason. */
    public record Check(String name, Optional<String> reason) {}

    boolean isUp() {
        return checks.stream().allMatch(check -> check.reason().isEmpty());
    }

    Map<String, String> headers() {
        return isUp() ? Map.of() : Map.of(HttpHeaders.RETRY_AFTER, "1");
    }

    /** The document. If all is well without a JSON library, so that the first probe does not wait for its classes. */
    byte[] json() {
        String status = isUp() ? "UP" : "DOWN";
        return checks.stream()
                .map(check -> "{\"name\":\"" + check.name() + "\",\"status\":"
                        + check.reason().map(Health::down).orElse("\"UP\"") + "}")
                .collect(Collectors.joining(",", "{\"status\":\"" + status + "\",\"checks\":[", "]}"))
                .getBytes(StandardCharsets.UTF_8);
    }

    private static String down(String reason) {
        return "\"DOWN\",\"data\":{\"reason\":" + JsonMapper.shared().writeValueAsString(reason) + "}";
    }
}
