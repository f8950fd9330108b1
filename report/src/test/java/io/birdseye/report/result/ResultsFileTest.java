package io.birdseye.report.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.birdseye.model.Load;
import io.birdseye.report.Samples;
import java.io.IOException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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
                .isNotEmpty()
                .allSatisfy(field -> assertThat(page).contains("| `" + field + "` |"));
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
}
