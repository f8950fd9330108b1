package io.birdseye.scenario;

import io.birdseye.model.Durations;
import io.birdseye.model.Latency;
import io.birdseye.scenario.Faults.BrokenConnection;
import io.birdseye.scenario.Faults.Dribble;
import io.birdseye.scenario.Faults.ErrorStatus;
import io.birdseye.scenario.Scenario.Call;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** What mock-api has to do to be the upstreams of a scenario, as the JSON that its {@code --settings} reads. */
public final class MockSettings {

    /** The smallest JSON; a service takes an empty body for a failure. */
    private static final long MIN_BODY = 2;

    private MockSettings() {}

    /**
     * One route for each call, {@code /<name of the call>}. The article's tree keeps its own data; for any other tree
     * bodies of the wanted size are made up.
     */
    public static String json(ScenarioFile file, long seed) {
        boolean generated = file.articleTree().isEmpty();
        ObjectNode json = JsonNodeFactory.instance.objectNode().put("seed", seed);
        ObjectNode routes = json.putObject("routes");
        for (Call call : file.scenario().calls()) {
            ObjectNode route = routes.putObject(call.name());
            if (generated) {
                route.put("payloadBytes", Math.max(MIN_BODY, call.payload().bytes()));
            }
            latency(route, call.latency());
            faults(route, call.faults());
        }
        return new JsonMapper().writerWithDefaultPrettyPrinter().writeValueAsString(json) + "\n";
    }

    private static void latency(ObjectNode route, Latency latency) {
        switch (latency) {
            case Latency.Fixed(double ms) -> route.put("fixedDelayMilliseconds", ms);
            case Latency.Uniform(double lower, double upper) ->
                distribution(route, "uniform").put("lower", lower).put("upper", upper);
            case Latency.Lognormal(double median, double sigma) ->
                distribution(route, "lognormal").put("median", median).put("sigma", sigma);
            case Latency.Exponential(double mean) -> throw new IllegalArgumentException(
                    "mock-api serves no exponential latency, but asked for is one with a mean of " + mean + " ms");
        }
    }

    private static ObjectNode distribution(ObjectNode route, String type) {
        return route.putObject("delayDistribution").put("type", type);
    }

    private static void faults(ObjectNode route, Faults faults) {
        if (faults.status() instanceof ErrorStatus(int code, double probability) && probability > 0) {
            route.put("status", code).put("statusProbability", probability);
        }
        if (faults.connection() instanceof BrokenConnection(var kind, double probability) && probability > 0) {
            route.put("fault", kind.name()).put("faultProbability", probability);
        }
        if (faults.dribble() instanceof Dribble(int chunks, var lasting)) {
            route.putObject("chunkedDribbleDelay")
                    .put("numberOfChunks", chunks).put("totalDuration", Durations.ms(lasting));
        }
    }
}
