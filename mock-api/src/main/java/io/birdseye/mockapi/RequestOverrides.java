package io.birdseye.mockapi;

import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpServerRequest;
import java.util.List;

/** What one request asks for itself: {@code ?delay=200ms&status=503&fault=EMPTY_RESPONSE}. */
final class RequestOverrides {

    private static final List<String> NAMES = List.of("delay", "status", "fault");

    private RequestOverrides() {}

    /**
     * @return the behaviour asked for; what it leaves open stays as the route has it
     * @throws InvalidSetting if a parameter is unknown, given twice, or not allowed
     */
    static Behaviour of(HttpServerRequest request) {
        String query = request.query();
        if (query == null || query.isEmpty()) {
            return Behaviour.UNCHANGED;
        }
        Behaviour behaviour = Behaviour.UNCHANGED;
        MultiMap parameters = decode(request, query);
        for (String name : parameters.names()) {
            List<String> values = parameters.getAll(name);
            if (values.size() > 1) {
                throw new InvalidSetting(name, String.join(", ", values), "one value");
            }
            behaviour = with(behaviour, name, values.getFirst());
        }
        return behaviour;
    }

    private static MultiMap decode(HttpServerRequest request, String query) {
        try {
            return request.params();
        } catch (IllegalArgumentException e) {
            throw new InvalidSetting("query", query, "percent-encoded UTF-8");
        }
    }

    private static Behaviour with(Behaviour behaviour, String name, String value) {
        return switch (name) {
            case "delay" -> behaviour.withLatency(SettingText.delay(name, value));
            case "status" -> behaviour.withStatus(SettingText.status(name, value));
            case "fault" -> behaviour.withFault(SettingText.fault(name, value));
            default -> throw new InvalidSetting(name, value, "one of the parameters " + String.join(", ", NAMES));
        };
    }
}
