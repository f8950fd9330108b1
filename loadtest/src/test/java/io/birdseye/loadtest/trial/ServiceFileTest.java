package io.birdseye.loadtest.trial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.birdseye.loadtest.plan.Expectation;
import io.birdseye.loadtest.plan.Request;
import io.birdseye.model.Load;
import io.birdseye.report.result.RowKey;
import io.birdseye.scenario.InvalidScenario;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ServiceFileTest {

    private static final String SHOP = """
            # birdseye.yaml
            service:
              start: [java, -jar, target/shop.jar, --server.port=8081]
              url: http://127.0.0.1:8081
              ready: /actuator/health            # 200 means ready; with a time limit
              environment: { UPSTREAM: "http://127.0.0.1:9090" }
            request: { path: "/basket?user=${1..10}", expect: { status: 200, matches: '"total":' } }
            variants:
              blocking:  { query: { strategy: executor } }
              virtual:   { query: { strategy: virtual-threads } }
              zgc:       { jvm: ["-XX:+UseZGC"], query: { strategy: executor } }
              jdk27:     { java: 27, query: { strategy: virtual-threads } }
            upstreams: upstreams.yaml             # optional
            load: { rate: 50 }
            """;

    private static final String UPSTREAMS = """
            name: shop
            groups:
              - name: basket
                calls: [{ name: prices, latency: 100ms }]
            """;

    @TempDir
    private Path folder;

    private ServiceFile read(String text) throws IOException, InvalidScenario {
        Files.writeString(folder.resolve("upstreams.yaml"), UPSTREAMS);
        return ServiceFile.load(Files.writeString(folder.resolve("birdseye.yaml"), text));
    }

    private void assertRefused(String text, String message) {
        assertThatExceptionOfType(InvalidScenario.class)
                .isThrownBy(() -> read(text))
                .withMessageContaining(message)
                .withMessageContaining("birdseye.yaml:");
    }

    @Test
    void aFileSaysHowEachVariantIsStartedAndAsked() throws Exception {
        ServiceFile file = read(SHOP);

        StartedService service = file.service();
        assertThat(service.rows()).extracting(RowKey::strategy).containsExactly("blocking", "virtual", "zgc", "jdk27");
        assertThat(service.variant("virtual").request().url())
                .isEqualTo("http://127.0.0.1:8081/basket?user=${1..10}&strategy=virtual-threads");
        assertThat(service.variant("virtual").request().expectation()).isEqualTo(new Expectation(200, "\"total\":"));
        assertThat(service.ready()).isEqualTo(new StartedService.Readiness(
                Optional.of(URI.create("http://127.0.0.1:8081/actuator/health")), Duration.ofSeconds(60)));
        StartedService.StartCommand start = service.variant("zgc").start();
        assertThat(start.command()).containsExactly("java", "-jar", "target/shop.jar", "--server.port=8081");
        assertThat(start.jvmFlags()).containsExactly("-XX:+UseZGC");
        assertThat(start.environment()).containsEntry("UPSTREAM", "http://127.0.0.1:9090");
        assertThat(start.folder()).isEqualTo(folder);
        assertThat(service.variant("jdk27").start().java()).hasValue("27");
        assertThat(service.upstreams()).hasValueSatisfying(upstreams -> {
            assertThat(upstreams.port()).isEqualTo(9090);
            assertThat(upstreams.scenario().scenario().name()).isEqualTo("shop");
        });
        assertThat(file.load()).hasValue(Load.open(50));
    }

    /** The java of the PATH may be too old for the service. */
    @Test
    void aVariantMayHaveAnotherJdkThanTheOthers() throws Exception {
        StartedService service = read("""
                service: { start: [java, -jar, a.jar], url: "http://localhost:1", java: 25 }
                request: {}
                variants: { a: { path: /a }, b: { java: 27 } }
                """).service();

        assertThat(service.variant("a").start().java()).hasValue("25");
        assertThat(service.variant("b").start().java()).hasValue("27");
    }

    @Test
    void withoutVariantsTheServiceIsMeasuredAsItIs() throws Exception {
        assertThat(read("{ service: { start: [shop], url: 'http://localhost:1' }, request: {} }").service().rows())
                .extracting(RowKey::strategy).containsExactly("service");
    }

    @Test
    void aVariantReplacesWhatTheRequestSays() throws Exception {
        Request request = read("""
                service: { start: [shop], url: "http://localhost:1/" }
                request: { path: orders, method: PUT, headers: { Accept: text/plain, X-Pool: small }, body: "{}" }
                variants:
                  large: { headers: { x-pool: large }, body: '{"n": ${1..3}}', query: { q: "a b" } }
                """).service().variant("large").request();

        assertThat(request.url()).isEqualTo("http://localhost:1/orders?q=a%20b");
        assertThat(request.method()).isEqualTo("PUT");
        assertThat(request.headers()).containsExactly(
                new Request.Header("Accept", "text/plain"), new Request.Header("x-pool", "large"));
        assertThat(request.body()).isEqualTo("{\"n\": ${1..3}}");
    }

    @Test
    void aBodyIsTextOrAFile() throws Exception {
        Files.writeString(folder.resolve("order.json"), "{\"n\": 1}");
        String file = "{ service: { start: [shop], url: 'http://localhost:1' }, request: { bodyFile: order.json%s } }";

        Request request = read(file.formatted("")).service().variant("service").request();

        assertThat(request.body()).isEqualTo("{\"n\": 1}");
        assertThat(request.method()).isEqualTo("POST");
        assertRefused(file.formatted(", body: '{}'"), "'body' is the text, 'bodyFile' the file that holds it: leave one out");
        assertRefused(file.formatted("").replace("order", "none"), "none.json' for the body");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            ready: /actuator            | redy: /actuator            | service has no field 'redy'; allowed are start, url, ready
            rate: 50                    | rate: -5                   | load.rate is '-5', but allowed is a number from 0.1 to 100,000
            rate: 50                    | rate: 50, users: 3         | load needs exactly one of rate, users
            http://127.0.0.1:8081\\n    | localhost:8081\\n          | must be scheme, host and port
            status: 200                 | status: 20                 | request.expect.status is '20', but allowed is a whole number
            '"total":'                  | '('                        | no regular expression
            user=${1..10}               | user=${10..1}              | must be a range of whole numbers
            blocking:                   | bloc king:                 | the variant's name 'bloc king'
            virtual:                    | blocking:                  | has the field 'blocking' twice
            start: [java                | command: [java             | service needs 'start': a list of a program
            """)
    void whatIsWrongIsSaidWithFileAndLine(String right, String wrong, String message) {
        String text = SHOP.replace(right.replace("\\n", "\n"), wrong.replace("\\n", "\n"));
        assertThat(text).isNotEqualTo(SHOP);

        assertRefused(text, message);
    }

    @Test
    void aFileThatIsNoFileOfAServiceIsRefused() {
        assertRefused("", "the file is empty; 'service' and 'request' are needed");
        assertRefused("[".repeat(90_000), "nested deeper than");
        assertRefused("service: [", "not YAML");
        assertRefused("hello", "allowed is");
        assertThatExceptionOfType(IOException.class)
                .isThrownBy(() -> ServiceFile.load(folder.resolve("none.yaml")))
                .withMessageContaining("there is no service file");
    }

    @Test
    void upstreamsThatAreWrongAreSaidWithTheirOwnLine() throws Exception {
        Path file = Files.writeString(folder.resolve("birdseye.yaml"), SHOP);
        Files.writeString(folder.resolve("upstreams.yaml"), UPSTREAMS.replace("latency", "latenzy"));

        assertThatExceptionOfType(InvalidScenario.class)
                .isThrownBy(() -> ServiceFile.load(file))
                .withMessageContaining("upstreams.yaml:4:")
                .withMessageContaining("latenzy");
    }
}
