package io.birdseye.mockapi;

import io.vertx.core.json.JsonObject;
import java.util.TreeMap;

/** Writes settings as the JSON that {@link SettingsReader} reads. */
final class SettingsWriter {

    private SettingsWriter() {}

    static JsonObject write(Settings settings) {
        JsonObject routes = new JsonObject();
        new TreeMap<>(settings.payloads())
                .forEach((route, bytes) -> routes.put(route, new JsonObject().put("payloadBytes", bytes)));
        new TreeMap<>(settings.routes())
                .forEach((route, behaviour) ->
                        routes.put(route, routes.getJsonObject(route, new JsonObject()).mergeIn(write(behaviour))));
        return new JsonObject()
                .put("seed", settings.seed())
                .put("default", write(settings.defaults()))
                .put("routes", routes);
    }

    private static JsonObject write(Behaviour behaviour) {
        JsonObject json = new JsonObject();
        Latency latency = behaviour.latency();
        if (latency != null) {
            write(latency, json);
        }
        StatusRule status = behaviour.status();
        if (status != null) {
            json.put("status", status.code()).put("statusProbability", status.probability());
        }
        FaultRule fault = behaviour.fault();
        if (fault != null) {
            json.put("fault", fault.fault().name()).put("faultProbability", fault.probability());
        }
        return json;
    }

    private static void write(Latency latency, JsonObject json) {
        switch (latency.delay()) {
            case Delay.Fixed fixed -> json.put("fixedDelayMilliseconds", Durations.nanosToMillis(fixed.nanos()));
            case Delay.Uniform uniform -> json.put(
                    "delayDistribution",
                    new JsonObject()
                            .put("type", "uniform")
                            .put("lower", Durations.nanosToMillis(uniform.lowerNanos()))
                            .put("upper", Durations.nanosToMillis(uniform.upperNanos())));
            case Delay.Lognormal lognormal -> json.put(
                    "delayDistribution",
                    new JsonObject()
                            .put("type", "lognormal")
                            .put("median", Durations.nanosToMillis(lognormal.medianNanos()))
                            .put("sigma", lognormal.sigma()));
        }
        Dribble dribble = latency.dribble();
        if (dribble != null) {
            json.put(
                    "chunkedDribbleDelay",
                    new JsonObject()
                            .put("numberOfChunks", dribble.numberOfChunks())
                            .put("totalDuration", Durations.nanosToMillis(dribble.totalNanos())));
        }
    }
}
