package io.birdseye.service.api;

import io.birdseye.service.overview.OverviewParameters;
import io.birdseye.service.overview.Parameter;
import io.birdseye.service.problem.Problem;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.Response;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The description of this API, made from what reads its parameters, so that the two cannot differ. */
@Path("/openapi.json")
public final class OpenApiResource {

    private final OverviewParameters parameters;

    public OpenApiResource(OverviewParameters parameters) {
        this.parameters = parameters;
    }

    @GET
    public Response describe() {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("openapi", "3.1.0");
        document.put("info", Map.of("title", "Birdseye: service", "version", "1"));
        document.put("paths", paths());
        document.put("components", Map.of("schemas", Map.of("Problem", problemSchema())));
        return Json.ok(document);
    }

    private Map<String, Object> paths() {
        List<Object> byPath = new ArrayList<>();
        byPath.add(parameter(parameters.strategy(), "path", true));
        List<Object> byQuery = new ArrayList<>();
        byQuery.add(parameter(parameters.strategy(), "query", true));
        for (Parameter parameter : parameters.ofOverview()) {
            byPath.add(parameter(parameter, "query", false));
            byQuery.add(parameter(parameter, "query", false));
        }
        List<Object> ofBudget = new ArrayList<>();
        for (Parameter parameter : parameters.ofBudget()) {
            ofBudget.add(parameter(parameter, "query", false));
        }
        Map<String, Object> paths = new LinkedHashMap<>();
        paths.put("/overview/{strategy}", get("overview of one user, strategy by path", byPath, true));
        paths.put("/overview", get("overview of one user, strategy by query", byQuery, true));
        paths.put(
                "/trace/{strategy}",
                get("the same by path, with which thread ran which task, and when", byPath, true));
        paths.put("/strategies", get("all strategies, and their threads under a budget", ofBudget, false));
        paths.put("/health/live", get("whether the process lives", List.of(), false));
        paths.put("/health/ready", get("whether it takes requests", List.of(), false));
        paths.put("/events", get("server-sent events: every second, how each strategy is doing", List.of(), false));
        paths.put("/metrics", get("metrics for Prometheus", List.of(), false));
        return paths;
    }

    private static Map<String, Object> get(String summary, List<Object> parameters, boolean callsUpstreams) {
        Map<String, Object> responses = new LinkedHashMap<>();
        responses.put("200", Map.of("description", "the answer"));
        if (!parameters.isEmpty()) {
            responses.put("400", problem("a parameter is not allowed"));
        }
        if (callsUpstreams) {
            responses.put("502", problem("an upstream failed"));
            responses.put("504", problem("the deadline has passed"));
        }
        responses.put("503", problem("there is no room, or the service is shutting down; see Retry-After"));
        Map<String, Object> operation = new LinkedHashMap<>();
        operation.put("summary", summary);
        operation.put("parameters", parameters);
        operation.put("responses", responses);
        return Map.of("get", operation);
    }

    private static Map<String, Object> parameter(Parameter parameter, String in, boolean required) {
        Map<String, Object> described = new LinkedHashMap<>();
        described.put("name", parameter.name());
        described.put("in", in);
        described.put("required", required);
        described.put("description", parameter.description());
        described.put("schema", parameter.schema());
        return described;
    }

    private static Map<String, Object> problem(String description) {
        return Map.of(
                "description",
                description,
                "content",
                Map.of(Problem.MEDIA_TYPE, Map.of("schema", Map.of("$ref", "#/components/schemas/Problem"))));
    }

    private static Map<String, Object> problemSchema() {
        Map<String, Object> properties = new LinkedHashMap<>();
        for (String text : List.of("type", "title", "detail", "instance", "parameter", "value", "allowed")) {
            properties.put(text, Map.of("type", "string"));
        }
        properties.put("status", Map.of("type", "integer"));
        properties.put("upstream", Map.of("type", "string"));
        properties.put("kind", Map.of("type", "string"));
        return Map.of("type", "object", "properties", properties, "required", List.of("type", "title", "status"));
    }
}
