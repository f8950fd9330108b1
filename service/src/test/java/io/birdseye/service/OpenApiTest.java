package io.birdseye.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.birdseye.service.overview.OverviewParameters;
import io.birdseye.service.testing.FakeUpstream;
import io.birdseye.service.testing.RunningService;
import io.birdseye.strategy.Strategies;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.QueryParam;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
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
        expected.add("/events");

        assertThat(document().get("paths").propertyNames()).containsExactlyInAnyOrderElementsOf(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/overview", "/overview/{strategy}", "/trace/{strategy}", "/strategies"})
    void itDescribesJustTheParametersThatAPathAccepts(String path) {
        JsonNode document = document();
        Map<String, String> described = document.at("/paths").get(path).at("/get/parameters").valueStream()
                .map(parameter -> resolve(document, parameter))
                .collect(Collectors.toMap(one -> one.get("name").stringValue(), one -> one.get("in").stringValue()));
        Set<String> byQuery = described.entrySet().stream()
                .filter(one -> one.getValue().equals("query"))
                .map(Map.Entry::getKey)
                .collect(Collectors.toSet());

        assertThat(described.containsValue("path")).isEqualTo(path.contains("{strategy}"));
        assertThat(parameters().filter(name -> accepts(path, name))).containsExactlyInAnyOrderElementsOf(byQuery);
        assertThat(accepts(path, "noParameter")).isFalse();
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
        Settings settings = ServiceMain.parse();
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

    /** All query parameters that Jersey reads. */
    private static Stream<String> parameters() {
        return Arrays.stream(OverviewParameters.class.getDeclaredFields())
                .filter(field -> field.isAnnotationPresent(QueryParam.class))
                .map(field -> field.getAnnotation(QueryParam.class).value());
    }

    /** Whether a wrong value of a parameter is refused for the value, and not for the name. */
    private static boolean accepts(String path, String parameter) {
        String address = path.replace("{strategy}", "sequential") + "?" + parameter + "=x";
        String strategy = path.equals("/overview") && !parameter.equals("strategy") ? "&strategy=sequential" : "";
        JsonNode problem = service.json(address + strategy);
        assertThat(problem.get("status").intValue()).as(address).isEqualTo(400);
        return !problem.get("allowed").stringValue().startsWith("none of that name");
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
