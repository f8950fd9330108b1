package io.birdseye.service.openapi;

import io.birdseye.service.api.DescriptionResource;
import io.birdseye.service.api.OperationsResource;
import io.birdseye.service.api.PageResource;
import io.birdseye.service.api.ProblemsResource;
import io.birdseye.service.overview.OverviewResource;
import io.birdseye.service.server.Refusal;
import io.swagger.v3.core.converter.ModelConverters;
import io.swagger.v3.core.util.Json31;
import io.swagger.v3.jaxrs2.Reader;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.integration.SwaggerConfiguration;
import io.swagger.v3.oas.models.OpenAPI;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.MediaType;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Writes {@code openapi.json}; the build runs it. Paths, operations and the schemas of answers come from the resources by
 * swagger-core, and which members may be null from {@link Nullable}. Parameters and refusals, which resources do not
 * declare, are in {@code openapi-base.json}.
 */
public final class OpenApiWriter {

    private static final Set<Class<?>> RESOURCES = new LinkedHashSet<>(List.of(
            OverviewResource.class, DescriptionResource.class, Undispatched.class, ProblemsResource.class,
            OperationsResource.class, PageResource.class));

    private static final List<String> OF_POOLS = List.of("ioPoolSize", "cpuPoolSize", "maxInFlight");
    private static final List<String> OF_OVERVIEW = List.of("budget", "sharedMemory", "layout", "userId", "factor");

    /** The names of responses in the base, by status. */
    private static final Map<Refusal, String> REFUSALS = Map.of(
            Refusal.BAD_REQUEST, "BadRequest",
            Refusal.REQUEST_TIMEOUT, "RequestTimeout",
            Refusal.NO_BODY_ALLOWED, "NoBodyAllowed",
            Refusal.EXPECTATION_FAILED, "ExpectationFailed",
            Refusal.HOST_NOT_ALLOWED, "HostNotAllowed",
            Refusal.HEAD_TOO_LARGE, "HeadTooLarge",
            Refusal.CONNECTIONS, "Overloaded",
            Refusal.HTTP_VERSION, "HttpVersion");

    private static final Map<String, String> OF_STRATEGIES = Map.of(
            "400", "BadParameter", "500", "InternalError", "502", "UpstreamFailure", "504", "DeadlineExceeded");

    private OpenApiWriter() {}

    /** What is served without Jersey. */
    @Path("/")
    public interface Undispatched {

        @GET
        @Path("health/live")
        @Operation(operationId = "live", tags = "health", summary = "Whether the process lives")
        @ApiResponse(
                responseCode = "200", description = "It does",
                content = @Content(
                        mediaType = MediaType.APPLICATION_JSON, schema = @Schema(ref = "#/components/schemas/Health")))
        void live();

        @GET
        @Path("health/ready")
        @Operation(operationId = "ready", tags = "health", summary = "Whether the service accepts requests")
        @ApiResponse(
                responseCode = "200", description = "It does",
                content = @Content(
                        mediaType = MediaType.APPLICATION_JSON, schema = @Schema(ref = "#/components/schemas/Health")))
        @ApiResponse(
                responseCode = "503",
                description = "It is shutting down, or a strategy answers no request any more: the checks say which"
                        + " and why. Or there is no room for the connection, which is a problem document",
                content = {
                    @Content(
                            mediaType = MediaType.APPLICATION_JSON,
                            schema = @Schema(ref = "#/components/schemas/Health")),
                    @Content(
                            mediaType = "application/problem+json",
                            schema = @Schema(ref = "#/components/schemas/Problem"))
                })
        void ready();

        @GET
        @Path("events")
        @Operation(
                operationId = "events", tags = "operations",
                summary = "Server-sent events: every second, the latencies and errors of each strategy")
        @ApiResponse(
                responseCode = "200", description = "A stream of events",
                content = @Content(mediaType = "text/event-stream", schema = @Schema(implementation = String.class)))
        void events();
    }

    /**
     * Writes the document.
     *
     * @param arguments the file
     */
    public static void main(String[] arguments) throws IOException {
        Files.writeString(java.nio.file.Path.of(arguments[0]), document() + "\n");
    }

    private static String document() throws IOException {
        Set<Class<?>> answers = new LinkedHashSet<>();
        ModelConverters.getInstance(true).addConverter((type, context, chain) -> {
            answers.add(Json31.mapper().constructType(type.getType()).getRawClass());
            return chain.next().resolve(type, context, chain);
        });
        OpenAPI ofResources = new Reader(new SwaggerConfiguration().openAPI31(true)).read(RESOURCES);
        ObjectNode document =
                (ObjectNode) JsonMapper.shared().readTree(Json31.mapper().writeValueAsString(ofResources));
        try (InputStream in = OpenApiWriter.class.getResourceAsStream("openapi-base.json")) {
            merge(JsonMapper.shared().readTree(Objects.requireNonNull(in)), document);
        }
        ObjectNode schemas = (ObjectNode) document.at("/components/schemas");
        // A bean that Jersey creates, and no answer.
        schemas.remove("OverviewParameters");
        withoutTypesBesideReferences(schemas);
        document.get("paths").properties().forEach(path -> path.getValue().properties().forEach(operation ->
                complete(path.getKey(), operation.getKey(), (ObjectNode) operation.getValue())));
        answers.stream().filter(Class::isRecord).forEach(type -> markNullable(schemas, type));
        return JsonMapper.shared().writerWithDefaultPrettyPrinter().writeValueAsString(sorted(document));
    }

    /** Adds the members of one document to another, where the first one wins. */
    private static void merge(JsonNode from, ObjectNode to) {
        from.properties().forEach(member -> {
            if (member.getValue().isObject() && to.get(member.getKey()) instanceof ObjectNode below) {
                merge(member.getValue(), below);
            } else {
                to.set(member.getKey(), member.getValue());
            }
        });
    }

    /** swagger-core leaves the Java type of a member beside the reference that its annotation gives. */
    private static void withoutTypesBesideReferences(JsonNode schema) {
        if (schema instanceof ObjectNode object && object.has("$ref")) {
            object.remove("type");
        }
        schema.forEach(OpenApiWriter::withoutTypesBesideReferences);
    }

    /** All members are there in every answer; says which of them may be null. */
    private static void markNullable(ObjectNode schemas, Class<?> type) {
        Schema named = type.getAnnotation(Schema.class);
        ObjectNode schema = (ObjectNode) schemas.get(named == null ? type.getSimpleName() : named.name());
        ArrayNode required = schema.putArray("required");
        for (RecordComponent component : type.getRecordComponents()) {
            required.add(component.getName());
            if (component.getAnnotatedType().isAnnotationPresent(Nullable.class)) {
                ObjectNode properties = (ObjectNode) schema.get("properties");
                JsonNode value = properties.get(component.getName());
                ObjectNode either = properties.putObject(component.getName());
                either.putArray("anyOf").add(value).addObject().put("type", "null");
            }
        }
    }

    /** Adds to an operation what it has in common with others. */
    private static void complete(String path, String method, ObjectNode operation) {
        boolean overview = operation.at("/tags/0").stringValue().equals("overviews");
        operation.remove("parameters");
        operation.remove("requestBody");
        if (path.contains("{strategy}")) {
            parameter(operation, "strategyInPath");
        } else if (overview) {
            parameter(operation, "strategyInQuery");
        } else if (path.contains("{type}")) {
            parameter(operation, "problemType");
        }
        if (overview || path.equals("/strategies")) {
            OF_POOLS.forEach(name -> parameter(operation, name));
        }
        if (overview) {
            OF_OVERVIEW.forEach(name -> parameter(operation, name));
        }
        ObjectNode responses = (ObjectNode) operation.get("responses");
        responses.properties().stream()
                .filter(response -> !response.getValue().has("$ref"))
                .forEach(response -> headers((ObjectNode) response.getValue(), path));
        REFUSALS.forEach((refusal, name) -> respond(responses, "" + refusal.status(), name));
        if (!method.equals("get")) {
            respond(responses, "403", "CrossSite");
        }
        if (overview) {
            OF_STRATEGIES.forEach((status, name) -> reference(responses, status, name));
        } else if (path.equals("/strategies")) {
            reference(responses, "400", "BadParameter");
        }
        if (path.contains("{strategy}")) {
            respond(responses, "404", "UnknownStrategy");
        } else if (path.contains("{type}")) {
            respond(responses, "404", "UnknownProblem");
        }
        ObjectNode sorted = JsonMapper.shared().createObjectNode();
        responses.propertyNames().stream().sorted().forEach(status -> sorted.set(status, responses.get(status)));
        operation.set("responses", sorted);
    }

    private static void parameter(ObjectNode operation, String name) {
        operation.withArray("parameters").addObject().put("$ref", "#/components/parameters/" + name);
    }

    private static void respond(ObjectNode responses, String status, String name) {
        if (!responses.has(status)) {
            reference(responses, status, name);
        }
    }

    private static void reference(ObjectNode responses, String status, String name) {
        responses.putObject(status).put("$ref", "#/components/responses/" + name);
    }

    private static void headers(ObjectNode response, String path) {
        ObjectNode headers = response.putObject("headers");
        headers.putObject("Cache-Control").put("$ref", "#/components/headers/Cache-Control");
        if (!path.equals("/health/ready")) {
            headers.putObject("Server-Timing").put("$ref", "#/components/headers/Server-Timing");
        }
    }

    /** The members in the order that readers expect. */
    private static JsonNode sorted(JsonNode document) {
        ObjectNode sorted = JsonMapper.shared().createObjectNode();
        for (String name : List.of("openapi", "info", "tags", "paths", "components")) {
            sorted.set(name, document.get(name));
        }
        return sorted;
    }
}
