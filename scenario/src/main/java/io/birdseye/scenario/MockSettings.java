package io.birdseye.scenario;

import io.birdseye.model.Latency;
import io.birdseye.scenario.Scenario.Call;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What mock-api has to do to be the upstreams of a scenario, as the JSON that its {@code --settings} reads. */
public final class MockSettings {

    /** The least that is JSON and no empty body, which a service takes for a failure. */
    private static final long LEAST_BODY = 2;

    private MockSettings() {}

    /**
     * One route for each call, {@code /<name of the call>}. The article's tree keeps its own data; for any other tree
     * bodies of the wanted size are made up.
     */
    public static String json(ScenarioFile file, long seed) {
        boolean generated = file.articleTree().isEmpty();
        List<String> routes = new ArrayList<>();
        for (Call call : file.scenario().calls()) {
            List<String> fields = new ArrayList<>();
            if (generated) {
                fields.add("\"payloadBytes\": " + Math.max(LEAST_BODY, call.payload().bytes()));
            }
            fields.add(latency(call.latency()));
            if (call.failureRate() > 0) {
                fields.add("\"status\": 503, \"statusProbability\": " + call.failureRate());
            }
            routes.add("    \"" + call.name() + "\": {" + String.join(", ", fields) + "}");
        }
        return "{\n  \"seed\": " + seed + ",\n  \"routes\": {\n" + String.join(",\n", routes) + "\n  }\n}\n";
    }

    private static String latency(Latency latency) {
        return switch (latency) {
            case Latency.Fixed(double ms) -> "\"fixedDelayMilliseconds\": " + number(ms);
            case Latency.Uniform(double lower, double upper) ->
                "\"delayDistribution\": {\"type\": \"uniform\", \"lower\": " + number(lower) + ", \"upper\": "
                        + number(upper) + "}";
            case Latency.Lognormal(double median, double sigma) ->
                "\"delayDistribution\": {\"type\": \"lognormal\", \"median\": " + number(median) + ", \"sigma\": "
                        + sigma + "}";
            case Latency.Exponential(double mean) -> throw new IllegalArgumentException(
                    "mock-api serves no exponential latency, but asked for is one with a mean of " + mean + " ms");
        };
    }

    private static String number(double ms) {
        return ms == Math.rint(ms) ? String.format(Locale.ROOT, "%.0f", ms) : Double.toString(ms);
    }
}
