package io.birdseye.report.result;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import io.birdseye.model.Load;
import io.birdseye.report.Samples;
import io.birdseye.report.result.Trial.InjectorsUsed;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class ResultsSchemaTest {

    private static final Path DOCS = Path.of("..", "docs");
    private static final Schema SCHEMA = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
            .getSchema(schema());

    @TempDir
    private Path folder;

    static Stream<Load> loads() {
        return Stream.of(Load.open(50), Load.closed(50));
    }

    @ParameterizedTest
    @MethodSource("loads")
    void whatIsWrittenIsValid(Load load) {
        String json = ResultsFile.toJson(Samples.results(load, Samples.nine(folder, load, 2)));

        assertThat(SCHEMA.validate(json, InputFormat.JSON)).isEmpty();
    }

    @Test
    void everyCommittedResultIsValidAndCanBeRead() throws IOException {
        for (Path file : committed()) {
            assertThat(SCHEMA.validate(Files.readString(file), InputFormat.JSON)).as(file.toString()).isEmpty();
            assertThat(ResultsFile.read(file).trials()).as(file.toString()).isNotEmpty();
        }
    }

    private static List<Path> committed() throws IOException {
        Path results = DOCS.resolve("results");
        if (!Files.isDirectory(results)) {
            return List.of();
        }
        try (Stream<Path> files = Files.walk(results)) {
            return files.filter(file -> file.endsWith(ResultsFile.NAME)).toList();
        }
    }

    @Test
    void whatIsNoResultIsRefused() {
        String good = ResultsFile.toJson(Samples.results(Load.open(50), Samples.nine(folder, Load.open(50), 1)));
        for (String bad : List.of(
                good.replace("\"schemaVersion\" : 1", "\"schemaVersion\" : 2"),
                good.replace("\"OPEN\"", "\"HALF_OPEN\""),
                good.replace("\"p50Ms\"", "\"p50Seconds\""),
                good.replace("\"COMPLETED\"", "true"),
                good.replace("\"cores\" : 2", "\"cores\" : \"two\""))) {
            assertThat(bad).isNotEqualTo(good);
            assertThat(SCHEMA.validate(bad, InputFormat.JSON)).isNotEmpty();
        }
    }

    @Test
    void howInjectorsBeganIsPartOfTheFormat() throws IOException {
        Trial trial = Samples.nine(folder, Load.open(50), 1).getFirst();
        InjectorsUsed used = InjectorsUsed.of(List.of(
                new InjectorsUsed.Injector(3_600_000.25, 0.4, 0.1, 25), new InjectorsUsed.Injector(-0.5, 0.6, 0.2, 25)));
        assertThat(trial.measured()).isNotNull();
        Results results = Samples.results(Load.open(50), List.of(Samples.with(trial, "injectors", used)));
        String json = ResultsFile.toJson(results);

        assertThat(SCHEMA.validate(json, InputFormat.JSON)).isEmpty();
        assertThat(ResultsFile.fromJson(json)).isEqualTo(results);
    }

    @Test
    void theSchemaBesideTheDocumentationIsTheOneThatShips() throws IOException {
        assertThat(DOCS.resolve("reference/results.schema.json")).content().isEqualTo(schema());
    }

    @Test
    void everyFieldOfTheRecordsIsInTheSchemaAndRequiredUnlessItMayBeNull() {
        assertSame(Results.class, new JsonMapper().readTree(schema()), "");
    }

    private static void assertSame(Class<?> type, JsonNode schema, String path) {
        List<String> fields = new ArrayList<>();
        List<String> required = new ArrayList<>();
        for (RecordComponent component : ResultsFileTest.flat(type)) {
            fields.add(component.getName());
            if (!component.getAnnotatedType().isAnnotationPresent(Nullable.class)) {
                required.add(component.getName());
            }
            JsonNode property = schema.path("properties").path(component.getName());
            if (component.getType().isRecord()) {
                assertSame(component.getType(), property, path + component.getName() + ".");
            } else if (component.getGenericType() instanceof ParameterizedType list
                    && list.getActualTypeArguments()[0] instanceof Class<?> element && element.isRecord()) {
                assertSame(element, property.path("items"), path + component.getName() + "[].");
            } else if (component.getType().isEnum()) {
                assertThat(property.path("enum").valueStream().filter(value -> !value.isNull()).map(JsonNode::asString))
                        .as(path + component.getName())
                        .containsExactlyElementsOf(Arrays.stream(component.getType().getEnumConstants())
                                .map(Object::toString)
                                .toList());
            }
        }
        assertThat(schema.path("properties").propertyNames()).as(path).containsExactlyInAnyOrderElementsOf(fields);
        assertThat(schema.path("required").valueStream().map(JsonNode::asString)).as(path)
                .containsExactlyInAnyOrderElementsOf(required);
    }

    /** It ships beside the class, for tools that check results. */
    private static String schema() {
        try (InputStream in = ResultsFile.class.getResourceAsStream("results.schema.json")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
