package io.birdseye.planning.production;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import io.birdseye.model.Latency;
import io.birdseye.scenario.Scenario;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Tag;
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
        return ScenarioDraft.of(Optional.of(traces), List.of(), new ScenarioDraft.Wanted(
                Optional.of(route).filter(name -> !name.isEmpty()), Optional.empty(), Optional.empty(), Optional.empty()));
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
        assertThat(draft.groups()).hasSize(1);
        ScenarioDraft.Group group = draft.groups().getFirst();
        assertThat(group.calls())
                .extracting(ScenarioDraft.Call::name, ScenarioDraft.Call::then)
                .containsExactly(tuple("cart", null), tuple("prices", "postgresql"), tuple("postgresql", null));
        assertThat(group.cpuMs()).isCloseTo(5 + 8 + 7, within(1e-6));
        assertThat(group.calls().getFirst().answer())
                .as("a 404 is an answer")
                .isEqualTo(new ScenarioDraft.Answer(new Latency.Fixed(40), false, 0, 4200));
        assertThat(group.calls().get(1).answer().failureRate()).isEqualTo(0.5);
        assertThat(draft.file("basket.yaml").text())
                .contains("# Began when 'cart' and 'prices' had ended; here it follows 'prices'.", "payload: 4200B",
                        "# fill in: payload: 5kB", "failureRate: 0.5", "cpu: { time: 20ms }", "At most, of 2 requests",
                        "# fill in: load: { rate: 50, arrivals: poisson }", "# Warning: These are 2 requests, which may not be usual");
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
    void aCallThatHardlyARequestMakesIsLeftOutAndNamed() throws Exception {
        requests(100, (i, root) -> {
            file.call(root, "cart", 10, 60);
            if (i < 30) {
                file.call(root, "risk", 10, 90);
            }
            if (i < 1) {
                file.call(root, "alarm", 10, 90);
            }
        });

        assertThat(draft().file("a.yaml").scenario().calls()).extracting(call -> call.name() + " " + call.policy().probability())
                .containsExactlyInAnyOrder("cart 1.0", "risk 0.3");
        assertThat(draft().file("a.yaml").text()).contains("Left out: 'alarm' was made in 1 of 100 requests.");
    }

    /** Requests of 100 ms, each a trace. */
    private void requests(int count, BiConsumer<Integer, String> calls) {
        for (int i = 0; i < count; i++) {
            calls.accept(i, file.request("/a", 0, 100));
            file.endTrace();
        }
    }

    private String text() throws Exception {
        return draft().file("a.yaml").text().replaceAll("\\s+(# )?(?=[^-\\s])", " ").replaceAll("\\s+", " ");
    }

    @Test
    void callsInTurnAreAChainInWhichTheCertainCallComesFirst() throws Exception {
        requests(100, (i, root) -> {
            if (i % 5 < 2) {
                file.call(root, "discount", 5, 15);
            }
            file.call(root, "price", 20, 40);
            file.call(root, "tax", 41, 51);
            if (i % 10 == 0) {
                file.call(root, "mail", 60, 70);
            }
        });

        assertThat(text()).contains("- name: price latency: 20ms fill in: payload: 5kB then: tax")
                .contains("In 40 of 100 requests. Began before 'tax'; it stands after it, since it is not always made.")
                .contains("probability: 0.4");
        Scenario.Call first = draft().file("a.yaml").scenario().groups().getFirst().calls().getFirst();
        assertThat(first.chain()).extracting(Scenario.Call::name).startsWith("price", "tax");
    }

    @Test
    void callsOfWhichOneOrTheOtherIsMadeHaveSharesAndNoOrder() throws Exception {
        requests(100, (i, root) -> file.call(root, i % 2 == 0 ? "card" : "invoice", 10, 60));

        assertThat(draft().file("a.yaml").scenario().groups().getFirst().calls())
                .extracting(Scenario.Call::name, call -> call.policy().probability(), Scenario.Call::then)
                .containsExactlyInAnyOrder(tuple("card", 0.5, null), tuple("invoice", 0.5, null));
    }

    @Test
    void whatOutlastsItsRequestIsLeftOut() throws Exception {
        requests(40, (i, root) -> {
            file.call(root, "stock", 10, 60);
            file.call(root, "audit", 20, i % 4 == 0 ? 90 : 140);
        });

        assertThat(text()).contains("Left out: 'audit' outlasts its request, 30 of 40 times, so nobody waits for it.")
                .doesNotContain("- name: audit");
    }

    @Test
    void anUpstreamWithoutASpanOfTheCallAndWaitsForConnectionsAreNoWork() throws Exception {
        requests(40, (i, root) -> {
            file.span(root, 1, "HikariDataSource.getConnection", 0, 30, "");
            String held = file.span(root, 3, "connection", 30, 90, "");
            file.span(held, 3, "query", 35, 45, TraceFile.text("db.system", "postgresql"));
            file.call(root, "payment", 50, 80);
            String upstream = file.spanOf("ledger", root, 2, "POST /entries", 82, 88);
            file.spanOf("ledger", upstream, 3, "SELECT", 83, 84);
        });

        assertThat(draft().groups().getFirst().calls()).extracting(ScenarioDraft.Call::name)
                .containsExactly("postgresql", "payment", "ledger");
        assertThat(draft().groups().getFirst().cpuMs()).isCloseTo(100 - 30 - 10 - 30 - 6, within(1e-6));
    }

    @Test
    void callsOfACountThatVariesAreOneCallThatLastsAsLongAsAllOfThem() throws Exception {
        requests(100, (i, root) -> {
            for (int k = 0; k < 2 + i % 6; k++) {
                file.call(root, "items", 5 + 10 * k, 13 + 10 * k);
            }
        });

        assertThat(text()).contains("Made 2 to 7 times in turn, 8.00 ms each");
        assertThat(only(draft()).answer().latency().meanMs()).isCloseTo(4.5 * 8, within(3.0));
    }

    @Test
    void hostsAreNamedByWhatTellsThemApart() throws Exception {
        requests(1, (i, root) -> {
            for (String host : List.of("api.stripe.com", "www.example.com", "stock.shop.svc.cluster.local", "api.github.com")) {
                file.call(root, host, 10, 60);
            }
            for (int port : List.of(8081, 8082)) {
                file.span(root, 3, "GET", 10, 60, TraceFile.text("url.full", "http://127.0.0.1:" + port + "/items?x={y}"));
            }
        });

        assertThat(draft().groups().getFirst().calls()).extracting(ScenarioDraft.Call::name).containsExactlyInAnyOrder(
                "stripe", "example", "stock", "github", "port-8081", "port-8082");
    }

    @Test
    void databasesAreToldApartByOperationAndTable() throws Exception {
        requests(1, (i, root) -> {
            for (String statement : List.of("select * from orders where id = ?", "SELECT a FROM lines l", "update orders set a = 1")) {
                file.span(root, 3, "shop", 10, 60, TraceFile.text("db.system", "mysql") + "," + TraceFile.text("db.statement", statement));
            }
            file.span(root, 3, "redis", 10, 60, TraceFile.text("db.system", "redis") + "," + TraceFile.text("db.operation", "HGET"));
        });

        assertThat(draft().groups().getFirst().calls()).extracting(ScenarioDraft.Call::name).containsExactlyInAnyOrder(
                "mysql-select-orders", "mysql-select-lines", "mysql-update-orders", "redis");
    }

    @Test
    void pathsAreGroupedByTheirShapeButNotEndpoints() throws Exception {
        requests(20, (i, root) -> {
            for (String path : List.of("/v1/users/" + i, "/v1/orders", "/category/" + "abcdefghij".charAt(i % 10) + "-shoes",
                    "/assets/" + new java.util.UUID(i, i))) {
                file.span(root, 3, "GET", 10, 60, TraceFile.text("url.full", "https://shop.test" + path));
            }
        });

        assertThat(draft().groups().getFirst().calls()).extracting(ScenarioDraft.Call::name).containsExactlyInAnyOrder(
                "shop-get-v1-users-id", "shop-get-v1-orders", "shop-get-category-id", "shop-get-assets-id");
    }

    @Test
    void aListAndItsElementsAreTwoRoutesWhereNoneIsRecorded() throws Exception {
        for (int i = 0; i < 20; i++) {
            String root = file.span("", 2, "GET", 0, 50, TraceFile.text("url.path", i % 2 == 0 ? "/orders" : "/orders/" + i));
            file.call(root, "stock", 1, 40);
            file.endTrace();
        }

        assertThat(refused(Files.readString(file.write(folder.resolve("routes.json"))), ""))
                .endsWith("there are 'shop GET /orders' (10), 'shop GET /orders/{id}' (10)");
    }

    @Test
    void aColdStartIsSaid() throws Exception {
        for (int i = 0; i < 100; i++) {
            String root = file.request("/a", 1000 * i, 1000 * i + (i < 5 ? 400 : 50));
            file.call(root, "stock", 1000 * i + 1, 1000 * i + 40);
            file.endTrace();
        }

        assertThat(text()).contains("Warning: The first 5 requests took 400 ms and the others 50.0 ms: a cold start.");
    }

    @Test
    void zipkinsTwoSidesOfOneSpanAreToldApart() throws Exception {
        String zipkin = """
                [[{"traceId":"a","id":"1","name":"get /basket","kind":"SERVER","timestamp":1700000000000000,"duration":50000,
                "localEndpoint":{"serviceName":"shop"},"tags":{"http.method":"GET","http.path":"/basket"}},
                {"traceId":"a","id":"2","parentId":"1","name":"get","kind":"CLIENT","timestamp":1700000000010000,"duration":30000,
                "localEndpoint":{"serviceName":"shop"},"remoteEndpoint":{"serviceName":"stock"}},
                {"traceId":"a","id":"2","parentId":"1","name":"get /stock","kind":"SERVER","timestamp":1700000000012000,
                "duration":20000,"shared":true,"localEndpoint":{"serviceName":"stock"}},
                {"traceId":"a","id":"3","parentId":"2","name":"select","kind":"CLIENT","timestamp":1700000000014000,
                "duration":1000,"localEndpoint":{"serviceName":"stock"},"remoteEndpoint":{"serviceName":"mysql"}}]]
                """;
        ScenarioDraft draft = draft(Files.writeString(folder.resolve("zipkin.json"), zipkin), "");

        assertThat(draft.name()).isEqualTo("shop-get-basket");
        assertThat(only(draft).name()).isEqualTo("stock");
        assertThat(draft.groups().getFirst().cpuMs()).isCloseTo(20, within(1e-6));
    }

    @Test
    void aSpanThatCannotBeIsLeftOutWithItsPlace() throws Exception {
        String good = span("a", "", 2, 1_000, 9_000) + "," + span("c", "a", 3, 2_000, 3_000);
        for (String bad : List.of(span("b", "a", 3, 5_000_000, 2_000_000), span("b", "a", 3, 0, 2_000),
                span("b", "a", 3, 1_000, 2_000).replace("\"1000\"", "\"soon\""),
                span("b", "a", 3, 1_000, 2_000).replace("\"spanId\":\"b\"", "\"spanId\":\"\""))) {
            Path traces = Files.writeString(folder.resolve("traces.json"), SPANS.formatted(good + "," + bad));
            assertThat(draft(traces, "").warnings()).first().asString()
                    .startsWith("Left out: 1 span, at " + traces + ":1 /resourceSpans/0/scopeSpans/0/spans/2 ('GET /a'): ");
        }
        assertThat(draft(Files.writeString(folder.resolve("traces.json"), SPANS.formatted(good + "," + span("c", "a", 3, 2_000, 7_000))), "")
                .warnings()).first().asString().contains("has the spanId of another span of its trace");
    }

    @Test
    void spansThatAreParentsOfOneAnotherEndTheirRequestWithAWarning() throws Exception {
        assertThat(refusedSpans(span("s", "s", 2, 1_000, 9_000))).contains("made a call");
        String call = span("d", "s", 3, 2_000, 3_000);
        Path traces = Files.writeString(folder.resolve("traces.json"), SPANS.formatted(span("s", "s", 2, 1_000, 9_000) + "," + call));
        assertThat(draft(traces, "").warnings()).first().asString().contains("is among its own parents");
    }

    @Test
    void aBrokenLineIsLeftOutAndTheNextOnesAreRead() throws Exception {
        requests(3, (i, root) -> file.call(root, "stock", 10, 60));
        List<String> lines = Files.readAllLines(file.write(folder.resolve("good.json")));
        String text = lines.get(0) + "\n" + lines.get(1).substring(0, 100) + "\n" + lines.get(2) + "\n";
        ScenarioDraft draft = draft(Files.writeString(folder.resolve("broken.json"), text), "");

        assertThat(only(draft).remarks()).anyMatch(remark -> remark.startsWith("Of 2 calls"));
        assertThat(draft.warnings()).first().asString().startsWith("Left out: 1 broken line, at " + folder.resolve("broken.json") + ":2");
    }

    @Test
    void aFileOfAnySizeIsReadUntilThereAreEnoughRequests() throws Exception {
        Path large = folder.resolve("large.json.gz");
        requests(100, (i, root) -> file.call(root, "stock", 10, 60));
        List<String> lines = Files.readAllLines(file.write(folder.resolve("some.json")));
        try (Writer out = new OutputStreamWriter(new GZIPOutputStream(Files.newOutputStream(large)), StandardCharsets.UTF_8)) {
            for (int i = 0; i < 20_000; i++) {
                out.write(lines.get(i % 100).replace("\"traceId\":\"", "\"traceId\":\"" + i) + "\n");
            }
        }
        ScenarioDraft draft = draft(large, "");

        assertThat(draft.traced()).extracting(ScenarioDraft.Traced::requests).isEqualTo(10_000);
        assertThat(draft.warnings()).first().asString().contains("spans are enough");
    }

    /** More spans than are kept: traces of other routes make room. */
    @Tag("nightly")
    @Test
    void aRareRouteIsFoundInAFileOfAnySize() throws Exception {
        Path large = folder.resolve("large.json.gz");
        try (Writer out = new OutputStreamWriter(new GZIPOutputStream(Files.newOutputStream(large)), StandardCharsets.UTF_8)) {
            for (int i = 0; i < 200_000; i++) {
                String route = i % 200 == 0 ? "GET /rare" : "GET /a";
                out.write(SPANS.formatted((span("s", "", 2, 1_000, 9_000) + "," + span("c", "s", 3, 2_000, 3_000))
                        .replace("\"t\"", "\"t" + i + "\"").replace("GET /a", route)) + "\n");
            }
        }

        assertThat(draft(large, "GET /rare").file("draft.yaml").text()).contains("# From the spans of 1,000 requests of 'GET /rare'");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "{\"Name\":\"a\",\"SpanContext\":{\"TraceID\":\"x\"}}         | Go's stdout exporter",
        "{\"name\":\"a\",\"context\":{},\"start_time\":\"2026-01-01\"}  | console exporter",
        "{\"resourceMetrics\":[{\"scopeMetrics\":[]}]}                  | OTLP's metrics and no traces",
        "{\"Traces\":[{\"Id\":\"x\",\"Segments\":[]}]}                   | X-Ray",
        "[{\"common\":{},\"spans\":[{\"id\":\"a\",\"trace.id\":\"b\"}]}] | New Relic",
        "{\"traceEvents\":[]}                                          | Chrome's trace events",
        "[[{\"trace_id\":1,\"span_id\":2,\"start\":3,\"duration\":4}]]  | Datadog",
    })
    void aFormatThatIsNotReadIsNamed(String text, String format) throws Exception {
        assertThat(refused(text, "")).contains(format);
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
        "{\"resourceSpans\":[{\"scopeSpans\":[{\"spans\":[{\"traceId\":\"t\" | :1: | not JSON of traces: Unexpected end-of-input",
        "traces                                  | :1: | not JSON of traces",
        "[]                                      | :   | holds no span",
        "[[]]                                    | :   | holds no span",
        "42                                      | :1: | not JSON of traces: expected is an object or a list",
        "{}                                      | :   | holds no span",
        "``                                      | :   | holds no span",
        "{\"resourceSpans\":7}                   | :   | holds no span",
        "{\"resourceSpans\":[{\"scopeSpans\":{}}]} | : | holds no span",
    })
    void whatIsNotOtlpIsNamedWithLineOrPath(String text, String place, String problem) throws Exception {
        assertThat(refused(text, "")).startsWith(place).contains(problem);
    }

    @Test
    void aDepthBombEndsAtTheDepthThatIsAllowed() throws Exception {
        assertThat(refused("[".repeat(200_000), ""))
                .endsWith("not JSON of traces: Document nesting depth (101) exceeds the maximum allowed (100)");
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
                .contains("makes 65 calls that it waits for, but allowed are 1 to 64");
    }

    @Test
    void aFileThatIsNotThereOrNotTextIsRefused() throws Exception {
        assertThat(refused(folder.resolve("none.json"), "")).isEqualTo(": there is no such file");
        assertThat(refused(folder, "")).isNotEmpty();
    }
}
