package io.birdseye.report.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
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
import java.lang.reflect.Type;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class ResultsFileTest {

    @TempDir
    private Path folder;

    private Results sample() {
        return Samples.results(Load.open(50), Samples.nine(folder, Load.open(50), 2));
    }

    @Test
    void whatWasWrittenIsReadAgain() throws IOException {
        Path file = folder.resolve(ResultsFile.NAME);
        ResultsFile.write(sample(), file);

        assertThat(ResultsFile.read(file)).isEqualTo(sample());
        assertThat(folder).isDirectoryNotContaining("glob:**.part");
    }

    @Test
    void equalResultsGiveEqualBytes() {
        assertThat(ResultsFile.toJson(sample())).isEqualTo(ResultsFile.toJson(sample())).endsWith("}\n");
    }

    @Test
    void anUnknownFieldIsSkipped() throws IOException {
        String json = ResultsFile.toJson(sample()).replaceFirst("\\{", "{ \"addedLater\" : 1,");

        assertThat(ResultsFile.fromJson(json)).isEqualTo(sample());
    }

    @Test
    void aNewerSchemaIsRefusedClearly() throws IOException {
        Path file = Files.writeString(folder.resolve(ResultsFile.NAME),
                ResultsFile.toJson(sample()).replaceFirst("\"schemaVersion\" : 1", "\"schemaVersion\" : 2"));

        assertThatThrownBy(() -> ResultsFile.read(file)).isInstanceOf(IOException.class).hasMessage(file
                + " cannot be read: its schema version is 2, but this build of Birdseye reads version 1; use a newer"
                + " build");
    }

    @Test
    void whatIsNoResultIsRefusedInOneLine() throws IOException {
        for (String content : List.of("", "{", "[]", "{}", "{\"schemaVersion\":1}", "{\"schemaVersion\":\"x\"}")) {
            Path file = Files.writeString(folder.resolve("other.json"), content);
            assertThatThrownBy(() -> ResultsFile.read(file)).as(content).isInstanceOf(IOException.class)
                    .satisfies(e -> assertThat(e.getMessage()).startsWith(file + " cannot be read:"
                            + " ").doesNotContain("\n", "Exception", "Source"));
        }
        assertThatThrownBy(() -> ResultsFile.read(folder.resolve("none.json"))).hasMessageEndingWith("does not exist");
    }

    @Test
    void aFieldThatIsThereTwiceIsRefusedWithItsLine() throws IOException {
        Path file = Files.writeString(folder.resolve("twice.json"), ResultsFile.toJson(sample())
                .replaceFirst("\"environment\"", "\"createdAt\" : \"later\",\n  \"environment\""));

        assertThatThrownBy(() -> ResultsFile.read(file)).isInstanceOf(IOException.class)
                .hasMessageMatching(".*twice.json cannot be read: .*\"createdAt\".* in line 4, column \\d+");
    }

    @Test
    void whatIsMissingOrTooLargeIsNamed() throws IOException {
        String json = ResultsFile.toJson(sample());
        Path file = folder.resolve("damaged.json");

        Files.writeString(file, json.replaceFirst("\"load\"", "\"lode\""));
        assertThatThrownBy(() -> ResultsFile.read(file)).hasMessage(file + " cannot be read: settings.load is missing");
        Files.writeString(file, json.replaceFirst("\"p50Ms\" : ", "\"p50Ms\" : 1e999, \"p50\" : "));
        assertThatThrownBy(() -> ResultsFile.read(file))
                .hasMessage(file + " cannot be read: trials[0].measured.response.p50Ms is too large a number");
        Files.writeString(file, json.replaceFirst("\"combineMeanMs\" : \\[", "\"combineMeanMs\" : [ null,"));
        assertThatThrownBy(() -> ResultsFile.read(file)).hasMessageContaining("cannot be read: a value is missing at ").hasMessageContaining("floor");
    }

    @Test
    void depthTextAndSizeAreBounded() throws IOException {
        Path file = folder.resolve("bomb.json");
        for (String bomb : List.of("[".repeat(90_000), "{\"a\":".repeat(90_000), "{\"" + "a".repeat(20_000) + "\":1}",
                "{\"a\":\"" + "a".repeat(3_000_000) + "\"}", "{\"a\":" + "9".repeat(2_000) + "}", " ".repeat((64 << 20) + 1))) {
            Files.writeString(file, bomb);
            assertThatThrownBy(() -> ResultsFile.read(file)).isInstanceOf(IOException.class)
                    .message().startsWith(file + " cannot be read: ").hasLineCount(1).hasSizeLessThan(400);
        }
    }

    @Test
    void everyFieldIsDocumented() throws IOException {
        String page = Files.readString(Path.of("..", "docs", "reference", "results-format.md"));

        assertThat(fields(Results.class, "", new TreeSet<>()))
                .isNotEmpty().allSatisfy(field -> assertThat(page).contains("| `" + field + "` |"));
        assertThat(page.lines().filter(line -> line.matches("\\| `[a-zA-Z0-9.\\[\\]]+` \\|.*")).count())
                .as("no field is documented that does not exist")
                .isEqualTo(fields(Results.class, "", new TreeSet<>()).size());
    }

    /** The fields of an object in the file, those of unwrapped records among them. */
    static List<RecordComponent> flat(Class<?> type) {
        return Stream.of(type.getRecordComponents())
                .flatMap(component -> component.getAccessor().isAnnotationPresent(JsonUnwrapped.class)
                        ? flat(component.getType()).stream()
                        : Stream.of(component))
                .toList();
    }

    /** Paths as the page writes them: {@code trials[].measured.response.p50Ms}. */
    private static Set<String> fields(Class<?> type, String prefix, Set<String> found) {
        for (RecordComponent component : flat(type)) {
            String path = prefix + component.getName();
            Type generic = component.getGenericType();
            if (component.getType().isRecord()) {
                found.add(path);
                fields(component.getType(), path + ".", found);
            } else if (generic instanceof ParameterizedType list && list.getActualTypeArguments().length == 1) {
                found.add(path + "[]");
                if (list.getActualTypeArguments()[0] instanceof Class<?> element && element.isRecord()) {
                    fields(element, path + "[].", found);
                }
            } else {
                found.add(path);
            }
        }
        return found;
    }

    private static final Path DOCS = Path.of("..", "docs");
    private static final Schema SCHEMA = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
            .getSchema(schema());

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
                good.replace("\"OPEN\"", "\"HALF_OPEN\""), good.replace("\"p50Ms\"", "\"p50Seconds\""),
                good.replace("\"COMPLETED\"", "true"), good.replace("\"cores\" : 2", "\"cores\" : \"two\""))) {
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
        for (RecordComponent component : flat(type)) {
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

    private static String schema() {
        try (InputStream in = ResultsFile.class.getResourceAsStream("results.schema.json")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
