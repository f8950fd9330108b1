package io.birdseye.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.birdseye.service.testing.FakeUpstream;
import io.birdseye.service.testing.RunningService;
import io.birdseye.strategy.Strategies;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The document {@code openapi.json} against the resources and parameters that the service really has. */
class OpenApiTest {

    /** Paths that are not part of the API: the front page, and what load tests read. */
    private static final Set<String> NOT_DESCRIBED = Set.of("/", "/page/{file}", "/internal/resources");

    private static FakeUpstream upstream;
    private static RunningService service;

    @BeforeAll
    static void start() {
        upstream = new FakeUpstream();
        service = new RunningService(upstream, "--max-io=77", "--largest-max-in-flight=5000");
    }

    @AfterAll
    static void stop() {
        service.close();
        upstream.close();
    }

    @Test
    void itDescribesEveryPathOfEveryResourceAndNoOther() throws Exception {
        Set<String> expected = new TreeSet<>(registered());
        expected.removeAll(NOT_DESCRIBED);
        // Served without Jersey.
        expected.addAll(Set.of("/events", "/health/live", "/health/ready"));

        assertThat(document().get("paths").propertyNames()).containsExactlyInAnyOrderElementsOf(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/overview", "/overview/{strategy}", "/trace/{strategy}", "/strategies"})
    void itDescribesJustTheParametersThatAPathAccepts(String path) {
        JsonNode document = document();
        List<JsonNode> described = document.at("/paths").get(path).at("/get/parameters").valueStream()
                .map(parameter -> resolve(document, parameter))
                .toList();
        List<String> strategy = names(described, one -> one.get("name").stringValue().equals("strategy"));
        List<String> current = names(described, one -> !one.has("deprecated"));
        current.removeAll(strategy);

        String unknown = allowed(path, "noParameter");
        assertThat(unknown).isEqualTo("none of that name, only " + String.join(", ", current));
        assertThat(names(described, one -> one.get("in").stringValue().equals("path")))
                .isEqualTo(path.contains("{strategy}") ? List.of("strategy") : List.of());
        assertThat(strategy).hasSize(path.equals("/strategies") ? 0 : 1);
        assertThat(names(described, one -> one.get("in").stringValue().equals("query")))
                .isNotEmpty()
                .allMatch(name -> !allowed(path, name).startsWith("none of that name"));
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
        assertThat(references).allMatch(reference ->
                document.at(reference.stringValue().substring(1)).isObject());
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
                .map(parameter -> parameter.get("name").stringValue())
                .collect(Collectors.toCollection(ArrayList::new));
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
                    .flatMap(OpenApiTest::paths)
                    .collect(Collectors.toSet());
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
