package io.birdseye.planning.production;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What no scenario can be drafted from is one line with its place. */
class RefusedTracesTest {

    private static final String SPANS = "{\"resourceSpans\":[{\"scopeSpans\":[{\"spans\":[%s]}]}]}";

    @TempDir
    Path folder;

    private static String span(String id, String parent, int kind, long start, long end) {
        return """
                {"traceId":"t","spanId":"%s","parentSpanId":"%s","kind":%d,"name":"GET /a",\
                "startTimeUnixNano":"%d","endTimeUnixNano":"%d"}""".formatted(id, parent, kind, start, end);
    }

    private String refused(String text, String route) throws Exception {
        Path file = Files.writeString(folder.resolve("traces.json"), text);
        RefusedTelemetry refused = catchThrowableOfType(RefusedTelemetry.class, () -> ScenarioDraft.of(
                Optional.of(file), List.of(), Optional.empty(), Optional.of(route).filter(name -> !name.isEmpty())));
        assertThat(refused).as("refused").isNotNull();
        assertThat(refused.getMessage()).startsWith(file.toString()).doesNotContain("\n");
        return refused.getMessage().substring(file.toString().length());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "{\"resourceSpans\":[{\"scopeSpans\":[{\"spans\":[{\"traceId\":\"t\" | :1: | not JSON of OTLP traces: Unexpected end-of-input",
        "traces                                  | :1: | not JSON of OTLP traces",
        "[]                                      | :   | holds no span",
        "[[]]                                    | :1: | allowed is an object with 'resourceSpans'",
        "42                                      | :1: | allowed is an object with 'resourceSpans'",
        "{}                                      | :   | holds no span",
        "``                                      | :   | holds no span",
        "{\"resourceSpans\":7}                   | :1 .resourceSpans: | allowed is a list",
        "{\"resourceSpans\":[{\"scopeSpans\":{}}]} | :1 .resourceSpans[0].scopeSpans: | allowed is a list",
    })
    void whatIsNotOtlpIsNamedWithLineOrPath(String text, String place, String problem) throws Exception {
        assertThat(refused(text, "")).startsWith(place).contains(problem);
    }

    @Test
    void aSpanThatCannotBeIsNamedWithItsPath() throws Exception {
        String good = span("a", "", 2, 1_000, 9_000);
        assertThat(refused(SPANS.formatted(good + "," + span("b", "a", 3, 5_000_000, 2_000_000)), ""))
                .startsWith(":1 .resourceSpans[0].scopeSpans[0].spans[1] ('GET /a'): ")
                .contains("ends 3.0 ms before it starts");
        assertThat(refused(SPANS.formatted(good + "," + span("b", "a", 3, 0, 2_000)), ""))
                .contains(".spans[1]", "startTimeUnixNano is '0'", "above 0");
        assertThat(refused(SPANS.formatted(good + "," + good.replace("\"1000\"", "\"soon\"")), ""))
                .contains("startTimeUnixNano is 'soon'");
        assertThat(refused(SPANS.formatted(good.replace("\"spanId\":\"a\"", "\"spanId\":\"\"")), ""))
                .contains("needs 'spanId'");
        assertThat(refused(SPANS.formatted(good + "," + span("a", "", 2, 1_000, 7_000)), ""))
                .contains(".spans[1]", "has the spanId 'a' of another span of its trace");
        assertThat(refused("\n" + SPANS.formatted(good) + "\n" + SPANS.formatted(span("c", "a", 3, 9, 3)), ""))
                .startsWith(":3 .resourceSpans[0]");
    }

    @Test
    void spansThatAreParentsOfOneAnotherAreRefused() throws Exception {
        String root = span("r", "", 2, 1_000, 9_000);

        assertThat(refused(SPANS.formatted(root + "," + span("a", "b", 3, 2_000, 3_000) + "," + span("b", "c", 1, 2_000, 3_000)
                        + "," + span("c", "a", 1, 2_000, 3_000)), ""))
                .contains(".spans[", "is among its own parents");
        assertThat(refused(SPANS.formatted(span("s", "s", 2, 1_000, 9_000)), "")).contains("is among its own parents");
    }

    @Test
    void aDepthBombEndsAtTheDepthThatIsAllowed() throws Exception {
        assertThat(refused("[".repeat(200_000), ""))
                .endsWith("not JSON of OTLP traces: Document nesting depth (65) exceeds the maximum allowed (64)");
        assertThat(refused("{\"a\":".repeat(200_000), "")).contains("nesting depth");
        String value = "{\"arrayValue\":{\"values\":[".repeat(50_000);
        assertThat(refused("{\"resourceSpans\":[{\"resource\":{\"attributes\":[{\"value\":" + value, "")).contains("nesting depth");
    }

    @Test
    void aRouteThatIsNotThereIsAnsweredWithThoseThatAre() throws Exception {
        TraceFile file = new TraceFile();
        for (String route : List.of("/basket", "/basket", "/order")) {
            String root = file.request(route, 0, 50);
            file.call(root, "stock", 1, 40);
            file.endTrace();
        }
        String text = Files.readString(file.write(folder.resolve("routes.json")));

        assertThat(refused(text, "/checkout"))
                .isEqualTo(": has no request of the route '/checkout': there are 'shop GET /basket' (2), 'shop GET /order' (1)");
        assertThat(refused(text, "")).contains("has several routes; name one with --route", "'shop GET /order' (1)");
        for (String name : List.of("/order", "GET /order", "shop GET /order")) {
            ScenarioDraft draft = ScenarioDraft.of(
                    Optional.of(folder.resolve("routes.json")), List.of(), Optional.empty(), Optional.of(name));
            assertThat(draft.name()).isEqualTo("shop-get-order");
        }
    }

    /** Each span is the parent of the next; names of all of them would take gigabytes. */
    @Test
    void aVeryDeepNestOfOwnSpansIsReadInBoundedMemory() throws Exception {
        TraceFile file = new TraceFile();
        String parent = file.request("/deep", 0, 50);
        for (int i = 0; i < 20_000; i++) {
            parent = file.ownWork(parent, "level-" + i, 1, 49);
        }
        file.call(parent, "stock", 2, 40);
        file.endTrace();

        ScenarioDraft draft = ScenarioDraft.of(
                Optional.of(file.write(folder.resolve("deep.json"))), List.of(), Optional.empty(), Optional.empty());

        assertThat(draft.groups()).hasSize(1);
        assertThat(draft.groups().getFirst().calls()).hasSize(1);
    }

    @Test
    void requestsWithoutCallsAndFilesWithoutRequestsAreRefused() throws Exception {
        assertThat(refused(SPANS.formatted(span("a", "", 2, 1_000, 9_000)), ""))
                .contains("none of the 1 requests of 'GET /a' made a call");
        assertThat(refused(SPANS.formatted(span("a", "", 3, 1_000, 9_000)), "")).contains("has no span of kind SERVER");
    }

    @Test
    void moreCallsThanAScenarioHoldsAreRefused() throws Exception {
        TraceFile file = new TraceFile();
        String root = file.request("/all", 0, 50);
        for (int i = 0; i < 65; i++) {
            file.call(root, "upstream-" + i, 1, 40);
        }
        file.endTrace();

        assertThat(refused(Files.readString(file.write(folder.resolve("many.json"))), ""))
                .contains("makes 65 calls, but allowed are 64");
    }

    @Test
    void aFileThatIsNotThereOrNotTextIsRefused() throws Exception {
        RefusedTelemetry missing = catchThrowableOfType(RefusedTelemetry.class, () -> ScenarioDraft.of(
                Optional.of(folder.resolve("none.json")), List.of(), Optional.empty(), Optional.empty()));
        assertThat(missing).hasMessageEndingWith("none.json: there is no such file");
        RefusedTelemetry directory = catchThrowableOfType(RefusedTelemetry.class, () -> ScenarioDraft.of(
                Optional.of(folder), List.of(), Optional.empty(), Optional.empty()));
        assertThat(directory).isNotNull();
        assertThat(directory.getMessage()).doesNotContain("\n");
    }
}
