package io.birdseye.planning.production;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import io.birdseye.model.Latency;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TracesTest {

    private static final String SPANS = "{\"resourceSpans\":[{\"scopeSpans\":[{\"spans\":[%s]}]}]}";

    @TempDir
    Path folder;

    private final TraceFile file = new TraceFile();

    private static ScenarioDraft draft(Path traces, String route) throws Exception {
        return ScenarioDraft.of(
                Optional.of(traces), List.of(), Optional.empty(), Optional.of(route).filter(name -> !name.isEmpty()));
    }

    private ScenarioDraft draft() throws Exception {
        return draft(file.write(folder.resolve("traces.json")), "");
    }

    private static ScenarioDraft.Call only(ScenarioDraft draft) {
        assertThat(draft.groups()).hasSize(1);
        assertThat(draft.groups().getFirst().calls()).hasSize(1);
        return draft.groups().getFirst().calls().getFirst();
    }

    /** Two calls side by side, then one, in a request of 100 ms: 5 + 7 ms before and after, 8 ms in between. */
    @Test
    void aSmallFixtureCanBeCheckedByHand() throws Exception {
        Path traces = Path.of(Objects.requireNonNull(TracesTest.class.getResource("basket-traces.json")).toURI());

        ScenarioDraft draft = draft(traces, "GET /basket/{user}");

        assertThat(draft.name()).isEqualTo("shop-get-basket-user");
        assertThat(draft.groups()).hasSize(2);
        ScenarioDraft.Group first = draft.groups().getFirst();
        ScenarioDraft.Group second = draft.groups().getLast();
        assertThat(first.calls()).extracting(ScenarioDraft.Call::name).containsExactly("cart", "prices");
        assertThat(first.cpuMs()).isCloseTo(5 + 8, within(1e-6));
        assertThat(second.calls()).extracting(ScenarioDraft.Call::name).containsExactly("postgresql");
        assertThat(second.after()).containsExactly(first.name());
        assertThat(second.cpuMs()).isCloseTo(7, within(1e-6));
        assertThat(first.calls().getFirst().latency()).isEqualTo(new Latency.Fixed(40));
        assertThat(first.calls().getFirst().payloadBytes()).isEqualTo(4200);
        assertThat(first.calls().getFirst().failureRate()).as("a 404 is an answer").isZero();
        assertThat(first.calls().getLast().failureRate()).isEqualTo(0.5);
        assertThat(draft.file("basket.yaml").text())
                .contains("# Began when 'step-1' had ended.", "payload: 4200B", "# fill in: payload: 5kB", "failureRate: 0.5",
                        "cpu: { time: 13ms }", "# fill in: load: { rate: 50, arrivals: poisson }", "At most, of 2 requests")
                .contains("Where a call needs the answer of the one before, write both as one call");
    }

    @Test
    void spansBelowACallAreNoCallsOfTheService() throws Exception {
        String root = file.request("/a", 0, 100);
        String call = file.call(root, "stock", 10, 90);
        String served = file.span(call, 2, "GET /stock", 20, 80, "");
        file.call(served, "database", 30, 70);
        file.endTrace();

        assertThat(draft(file.write(folder.resolve("traces.json")), "/a").groups().getFirst().calls())
                .extracting(ScenarioDraft.Call::name)
                .containsExactly("stock");
    }

    @Test
    void aCallThatIsMadeSeveralTimesIsLikeItsFirst() throws Exception {
        String root = file.request("/a", 0, 100);
        for (int i = 0; i < 3; i++) {
            file.call(root, "items", 10, 60 + i);
        }
        file.endTrace();

        assertThat(draft().groups().getFirst().calls())
                .extracting(ScenarioDraft.Call::name, ScenarioDraft.Call::like)
                .containsExactly(
                        tuple("items", null), tuple("items-2", "items"), tuple("items-3", "items"));
        assertThat(draft().file("a.yaml").scenario().calls()).hasSize(3);
    }

    @Test
    void aCallThatFewRequestsMakeIsWrittenAsAComment() throws Exception {
        for (int i = 0; i < 10; i++) {
            String root = file.request("/a", i * 1000, i * 1000 + 100);
            file.call(root, "cart", i * 1000 + 10, i * 1000 + 60);
            if (i < 3) {
                file.call(root, "risk", i * 1000 + 10, i * 1000 + 90);
            }
            file.endTrace();
        }

        ScenarioDraft draft = draft();

        assertThat(draft.file("a.yaml").scenario().calls()).hasSize(1);
        assertThat(draft.file("a.yaml").text()).contains("In 3 of 10 requests, so it is left out:", "# - name: risk");
    }

    @Test
    void aSpanThatWasExportedTwiceCountsOnce() throws Exception {
        String root = file.request("/a", 0, 100);
        file.call(root, "cart", 10, 60);
        file.endTrace();
        String text = Files.readString(file.write(folder.resolve("once.json")));
        Path twice = Files.writeString(folder.resolve("twice.json"), text + text);

        assertThat(only(draft(twice, "")).remarks()).anyMatch(remark -> remark.startsWith("Of 1 call:"));
    }

    @Test
    void textOfASpanCannotLeaveItsComment() throws Exception {
        String root = file.request("/a\\nname: evil\\u2028x: y", 0, 100);
        file.call(root, "cart\\n- name: other", 10, 60);
        file.endTrace();

        assertThat(draft().file("a.yaml").scenario().calls()).extracting(call -> call.name()).containsExactly("cart-name-other");
        assertThat(draft().file("a.yaml").text().lines()).noneMatch(line -> line.startsWith("name: evil") || line.startsWith("x:"));
    }

    // What no scenario can be drafted from is one line with its place.

    private static String span(String id, String parent, int kind, long start, long end) {
        return """
                {"traceId":"t","spanId":"%s","parentSpanId":"%s","kind":%d,"name":"GET /a",\
                "startTimeUnixNano":"%d","endTimeUnixNano":"%d"}""".formatted(id, parent, kind, start, end);
    }

    private String refusedSpans(String... spans) throws Exception {
        return refused(SPANS.formatted(String.join(",", spans)), "");
    }

    private String refused(String text, String route) throws Exception {
        return refused(Files.writeString(folder.resolve("traces.json"), text), route);
    }

    private static String refused(Path traces, String route) {
        RefusedTelemetry refused = catchThrowableOfType(RefusedTelemetry.class, () -> draft(traces, route));
        assertThat(refused).as("refused").isNotNull();
        assertThat(refused.getMessage()).startsWith(traces.toString()).doesNotContain("\n");
        return refused.getMessage().substring(traces.toString().length());
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
        assertThat(refusedSpans(good, span("b", "a", 3, 5_000_000, 2_000_000)))
                .startsWith(":1 .resourceSpans[0].scopeSpans[0].spans[1] ('GET /a'): ")
                .contains("ends 3.0 ms before it starts");
        assertThat(refusedSpans(good, span("b", "a", 3, 0, 2_000))).contains(".spans[1]", "startTimeUnixNano is '0'", "above 0");
        assertThat(refusedSpans(good, good.replace("\"1000\"", "\"soon\""))).contains("startTimeUnixNano is 'soon'");
        assertThat(refusedSpans(good.replace("\"spanId\":\"a\"", "\"spanId\":\"\""))).contains("needs 'spanId'");
        assertThat(refusedSpans(good, span("a", "", 2, 1_000, 7_000)))
                .contains(".spans[1]", "has the spanId 'a' of another span of its trace");
        assertThat(refused("\n" + SPANS.formatted(good) + "\n" + SPANS.formatted(span("c", "a", 3, 9, 3)), ""))
                .startsWith(":3 .resourceSpans[0]");
    }

    @Test
    void spansThatAreParentsOfOneAnotherAreRefused() throws Exception {
        assertThat(refusedSpans(
                        span("r", "", 2, 1_000, 9_000), span("a", "b", 3, 2_000, 3_000), span("b", "c", 1, 2_000, 3_000),
                        span("c", "a", 1, 2_000, 3_000)))
                .contains(".spans[", "is among its own parents");
        assertThat(refusedSpans(span("s", "s", 2, 1_000, 9_000))).contains("is among its own parents");
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
            assertThat(draft(folder.resolve("routes.json"), name).name()).isEqualTo("shop-get-order");
        }
    }

    /** Each span is the parent of the next; names of all of them would take gigabytes. */
    @Test
    void aVeryDeepNestOfOwnSpansIsReadInBoundedMemory() throws Exception {
        String parent = file.request("/deep", 0, 50);
        for (int i = 0; i < 20_000; i++) {
            parent = file.ownWork(parent, "level-" + i, 1, 49);
        }
        file.call(parent, "stock", 2, 40);
        file.endTrace();

        assertThat(only(draft()).name()).isEqualTo("stock");
    }

    @Test
    void requestsWithoutCallsAndFilesWithoutRequestsAreRefused() throws Exception {
        assertThat(refusedSpans(span("a", "", 2, 1_000, 9_000))).contains("none of the 1 requests of 'GET /a' made a call");
        assertThat(refusedSpans(span("a", "", 3, 1_000, 9_000))).contains("has no span of kind SERVER");
    }

    @Test
    void moreCallsThanAScenarioHoldsAreRefused() throws Exception {
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
        assertThat(refused(folder.resolve("none.json"), "")).isEqualTo(": there is no such file");
        assertThat(refused(folder, "")).isNotEmpty();
    }
}
