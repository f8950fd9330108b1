package io.birdseye.service;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.dialect.Dialects;
import io.birdseye.service.server.ProblemType;
import io.birdseye.service.testing.FakeUpstream;
import io.birdseye.service.testing.RawHttp;
import io.birdseye.service.testing.RunningService;
import io.birdseye.strategy.Strategies;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** The document {@code openapi.json} against the resources and parameters that the service really has. */
class OpenApiTest {

    /** Paths that are not part of the API: the front page, and what load tests read. */
    private static final Set<String> NOT_DESCRIBED = Set.of("/", "/page/{file}", "/internal/resources", "/internal/process");

    @AutoClose
    private static RunningService service = new RunningService("--max-io=77", "--largest-max-in-flight=5000");

    private static FakeUpstream upstream = service.upstream();

    @Test
    void itDescribesEveryPathOfEveryResourceAndNoOther() throws Exception {
        Set<String> expected = new TreeSet<>(registered());
        expected.removeAll(NOT_DESCRIBED);
        // Served without Jersey.
        expected.addAll(Set.of("/events", "/health/live", "/health/ready"));
        // Not read, but written to.
        expected.add("/internal/resources/reset");

        assertThat(document().get("paths").propertyNames()).containsExactlyInAnyOrderElementsOf(expected);
    }

    /** The reasons of the front door that have an answer. */
    static List<String> refusals() {
        return ProblemType.refusals().stream().filter(reason -> !reason.equals(ProblemType.NOT_ACCEPTED)).toList();
    }

    private static int status(String refusal) {
        return ProblemType.of(refusal).orElse(ProblemType.OVERLOADED).statuses().getFirst();
    }

    @ParameterizedTest
    @MethodSource("refusals")
    void itDescribesWhatTheFrontDoorRefusesOnEveryPath(String refusal) throws IOException {
        String limit = refusal.equals("request-timeout") ? "--head-timeout=50ms"
                : "--max-connections=" + (refusal.equals(ProblemType.CONNECTIONS) ? 1 : 100);
        try (RunningService asked = new RunningService(upstream, limit);
                Socket only = asked.ask("/health/live")) {
            assertThat(only.getInputStream().read()).isEqualTo('H');
            int refused = 0;
            for (var path : document().get("paths").properties()) {
                for (var operation : path.getValue().properties()) {
                    String method = operation.getKey().toUpperCase(Locale.ROOT);
                    boolean described = operation.getValue().at("/responses").has("" + status(refusal));
                    if (refusal.equals("cross-site") && method.equals("GET")) {
                        assertThat(described).as("a page of another site may read %s", path.getKey()).isFalse();
                        continue;
                    }
                    assertThat(asked.statuses(head(refusal, method, path.getKey()))).as(path.getKey()).containsExactly(status(refusal));
                    assertThat(described).as("%s of %s is described", refusal, path.getKey()).isTrue();
                    refused++;
                }
            }
            if (!refusal.equals(ProblemType.CONNECTIONS)) {
                assertThat(asked.get("/metrics").body())
                        .contains("birdseye_edge_refusals_total{reason=\"" + refusal + "\"} " + refused + ".0");
            }
        }
    }

    @Test
    void connectionsBeyondTheLimitAreRefusedAndCountedUntilOthersAreClosed() throws IOException {
        try (RunningService small = new RunningService(upstream, "--max-connections=2")) {
            assertThat(small.get("/metrics").body()).contains("birdseye_edge_refusals_total{reason=\"connections\"} 0.0");
            try (Socket holder = small.ask("/health/live")) {
                assertThat(holder.getInputStream().read()).isEqualTo('H');
                String refusal = RawHttp.ask(small.port(), head(ProblemType.CONNECTIONS, "GET", "/strategies"));

                assertThat(RawHttp.statuses(refusal)).containsExactly(503);
                JsonNode problem = new JsonMapper().readTree(refusal.substring(refusal.indexOf("\r\n\r\n")));
                document().at("/components/schemas/Problem/required")
                        .forEach(member -> assertThat(problem.has(member.stringValue())).isTrue());
                assertThat(small.get("/metrics").body())
                        .contains("birdseye_edge_refusals_total{reason=\"connections\"} 1.0");
            }
            small.awaitRoom();
        }
    }

    @Test
    void itDescribesNoRefusalThatTheFrontDoorDoesNotKnow() {
        Set<String> known = new TreeSet<>(Set.of("200", "204", "404", "500", "502", "504"));
        refusals().forEach(refusal -> known.add("" + status(refusal)));

        document().get("paths").forEach(path -> path.forEach(operation ->
                assertThat(known).containsAll(operation.get("responses").propertyNames())));
    }

    /** Each member of an answer is described, and each that is described as required is there. */
    @Test
    void answersAreAsTheyAreDescribed() {
        ObjectNode document = (ObjectNode) document();
        // A schema of its own, in which references have their targets, and members that are not described are errors.
        document.at("/components/schemas").forEach(schema -> {
            if (schema.has("properties") && !schema.has("additionalProperties")) {
                ((ObjectNode) schema).put("additionalProperties", false);
            }
        });
        int checked = 0;
        for (var path : document.get("paths").properties()) {
            JsonNode answer = resolve(document, path.getValue().at("/get/responses/200"));
            if (answer.at("/content").has("application/json")) {
                String asked = path.getKey().replace("{strategy}", "executor");
                JsonNode body = service.json(asked.equals("/overview") ? asked + "?strategy=executor" : asked);
                assertFits(document, answer.at("/content/application~1json/schema"), body);
                checked++;
            }
        }
        assertThat(checked).isEqualTo(7);
        for (String refused : List.of("/overview/none", "/overview", "/strategies?ioPoolSize=0", "/nowhere")) {
            assertFits(document, document.at("/components/schemas/Problem"), service.json(refused));
        }
    }

    private static void assertFits(ObjectNode document, JsonNode schema, JsonNode answer) {
        ObjectNode rules = document.deepCopy();
        rules.setAll((ObjectNode) schema);
        assertThat(SchemaRegistry.withDialect(Dialects.getDraft202012()).getSchema(rules).validate(answer)).isEmpty();
    }

    /** A request that is refused for one reason only. */
    private static String head(String refusal, String method, String path) {
        String line = method + " " + path.replace("{strategy}", "sequential") + " HTTP/1.1\r\n";
        String host = "Host: x\r\n";
        String end = "Connection: close\r\n\r\n";
        return switch (refusal) {
            case "bad-request" -> line + "Host : x\r\n" + end;
            case "cross-site" -> line + host + "Sec-Fetch-Site: cross-site\r\n" + end;
            case "request-timeout" -> line + host;
            case "no-body-allowed" -> line + host + "Content-Length: 5\r\n" + end + "hello";
            case "expectation-failed" -> line + host + "Expect: more\r\n" + end;
            case "host-not-allowed" -> line + "Host: evil.example\r\n" + end;
            case "head-too-large" -> line + host + "A: " + "b".repeat(9_000) + "\r\n" + end;
            case ProblemType.CONNECTIONS -> line + host + end;
            case "http-version" -> line.replace("1.1", "9.9") + host + end;
            default -> throw new IllegalArgumentException(refusal);
        };
    }

    @ParameterizedTest
    @ValueSource(strings = {"/overview", "/overview/{strategy}", "/trace/{strategy}", "/strategies"})
    void itDescribesJustTheParametersThatAPathAccepts(String path) {
        JsonNode document = document();
        List<JsonNode> described = document.at("/paths").get(path).at("/get/parameters").valueStream()
                .map(parameter -> resolve(document, parameter)).toList();
        List<String> strategy = names(described, one -> one.get("name").stringValue().equals("strategy"));
        List<String> current = names(described, _ -> true);
        current.removeAll(strategy);

        String unknown = allowed(path, "noParameter");
        assertThat(unknown).isEqualTo("none of that name, only " + String.join(", ", current));
        assertThat(names(described, one -> one.get("in").stringValue().equals("path")))
                .isEqualTo(path.contains("{strategy}") ? List.of("strategy") : List.of());
        assertThat(strategy).hasSize(path.equals("/strategies") ? 0 : 1);
        assertThat(names(described, one -> one.get("in").stringValue().equals("query")))
                .isNotEmpty().allMatch(name -> !allowed(path, name).startsWith("none of that name"));
    }

    @Test
    void aServiceShowsItsStrategiesAndLimits() {
        JsonNode schemas = service.json("/openapi.json").at("/components/schemas");

        assertThat(schemas.at("/Strategy/enum").valueStream().map(JsonNode::stringValue).toList())
                .isEqualTo(Strategies.load().names());
        assertThat(schemas.at("/IoPoolSize/maximum").intValue()).isEqualTo(77);
        assertThat(schemas.at("/CpuPoolSize/maximum").intValue()).isEqualTo(1_000);
        assertThat(schemas.at("/MaxInFlight/maximum").intValue()).isEqualTo(5_000);
        assertThat(schemas.at("/SharedMemory/enum").toString()).isEqualTo("[0.0,0.5,5.0,10.0]");
    }

    @Test
    void theFileHasTheDefaultsOfTheSettings() {
        ServiceSettings settings = ServiceMain.parse();
        JsonNode schemas = document().at("/components/schemas");

        assertThat(document().get("openapi").stringValue()).startsWith("3.1");
        assertThat(schemas.at("/IoPoolSize/maximum").intValue()).isEqualTo(settings.limits().maxIo());
        assertThat(schemas.at("/CpuPoolSize/maximum").intValue()).isEqualTo(settings.limits().maxCpu());
        assertThat(schemas.at("/MaxInFlight/maximum").intValue()).isEqualTo(settings.limits().maxInFlight());
        assertThat(schemas.at("/SharedMemory/enum").valueStream().map(JsonNode::doubleValue))
                .allMatch(settings.limits().memorySizes()::allows)
                .hasSameSizeAs(settings.limits().memorySizes().ranges());
    }

    @Test
    void everyReferenceInItHasATarget() {
        JsonNode document = document();

        List<JsonNode> references = document.findValues("$ref");
        assertThat(references).hasSizeGreaterThan(50);
        assertThat(references).allMatch(reference -> document.at(reference.stringValue().substring(1)).isObject());
    }

    private static JsonNode document() {
        return new JsonMapper().readTree(Service.class.getResourceAsStream("api/openapi.json"));
    }

    private static JsonNode resolve(JsonNode document, JsonNode node) {
        return node.has("$ref") ? document.at(node.get("$ref").stringValue().substring(1)) : node;
    }

    private static List<String> names(List<JsonNode> parameters, Predicate<JsonNode> which) {
        return parameters.stream()
                .filter(which)
                .map(parameter -> parameter.get("name").stringValue()).collect(Collectors.toCollection(ArrayList::new));
    }

    /** What the refusal of a parameter says is allowed. */
    private static String allowed(String path, String parameter) {
        String strategy = path.equals("/overview") && !parameter.equals("strategy") ? "&strategy=sequential" : "";
        JsonNode problem =
                service.json(path.replace("{strategy}", "sequential") + "?" + parameter + "=no-value" + strategy);
        assertThat(problem.get("status").intValue()).isEqualTo(400);
        assertThat(problem.get("value").stringValue()).isEqualTo("no-value");
        return problem.get("allowed").stringValue();
    }

    /** The paths of all GET methods of our resources. */
    private static Set<String> registered() throws IOException, URISyntaxException {
        java.nio.file.Path classes = java.nio.file.Path.of(
                Service.class.getProtectionDomain().getCodeSource().getLocation().toURI());
        try (Stream<java.nio.file.Path> files = Files.walk(classes)) {
            return files.map(file -> classes.relativize(file).toString())
                    .filter(file -> file.endsWith("Resource.class"))
                    .map(file -> resource(file.replace(".class", "").replace('/', '.')))
                    .flatMap(OpenApiTest::paths).collect(Collectors.toSet());
        }
    }

    private static Class<?> resource(String name) {
        try {
            return Class.forName(name);
        } catch (ClassNotFoundException e) {
            throw new UncheckedIOException(new IOException(e));
        }
    }

    private static Stream<String> paths(Class<?> resource) {
        String base = resource.getAnnotation(Path.class).value();
        return Arrays.stream(resource.getDeclaredMethods())
                .filter(method -> method.isAnnotationPresent(GET.class))
                .map(method -> method.getAnnotation(Path.class))
                .map(path -> "/" + base + "/" + (path == null ? "" : path.value()))
                .map(path -> path.replaceAll("/+", "/").replaceAll("(?<=.)/$", ""));
    }
}
