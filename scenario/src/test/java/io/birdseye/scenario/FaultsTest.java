package io.birdseye.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.birdseye.mockapi.MockApi;
import io.birdseye.model.Fault;
import io.birdseye.mockapi.UpstreamSettings;
import io.birdseye.model.Latency;
import io.birdseye.scenario.Faults.BrokenConnection;
import io.birdseye.scenario.Faults.Dribble;
import io.birdseye.scenario.Faults.ErrorStatus;
import io.birdseye.scenario.Scenario.Call;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class FaultsTest {

    private static ScenarioFile file(String callFields) throws InvalidScenario {
        return ScenarioFile.parse("shop.yaml", """
                name: shop
                groups:
                  - name: cart
                    calls:
                      - { name: cart, latency: 10ms, %s }
                      - { name: stock, like: cart }
                """.formatted(callFields), List.of());
    }

    /** What mock-api says that it does for the call 'cart', after it has read the settings of the scenario. */
    private static JsonNode mockApi(ScenarioFile file) throws IOException, InterruptedException {
        try (MockApi mock = MockApi.start(UpstreamSettings.fromJson(MockSettings.json(file, 7)));
                HttpClient client = HttpClient.newHttpClient()) {
            URI settings = URI.create(mock.url() + "/__admin/settings");
            String json = client.send(HttpRequest.newBuilder(settings).build(), BodyHandlers.ofString()).body();
            return new JsonMapper().readTree(json).at("/routes/cart");
        }
    }

    /** A fault that is new in mock-api must be in the schema, too. */
    @ParameterizedTest
    @EnumSource
    void aBrokenConnectionReachesMockApi(Fault kind) throws Exception {
        ScenarioFile file = file("faults: { connection: { kind: " + kind + ", probability: 0.25 } }");

        assertThat(file.scenario().calls())
                .extracting(Call::faults).containsOnly(new Faults(null, new BrokenConnection(kind, 0.25), null));
        JsonNode route = mockApi(file);
        assertThat(route.path("fault").asString()).isEqualTo(kind.name());
        assertThat(route.path("faultProbability").asDouble()).isEqualTo(0.25);
        assertThat(file.mayFail()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(ints = {400, 404, 429, 500, 503, 599})
    void anErrorStatusReachesMockApi(int code) throws Exception {
        ScenarioFile file = file("faults: { status: { code: " + code + ", probability: 0.5 } }");

        assertThat(file.scenario().calls().getFirst().faults().status()).isEqualTo(new ErrorStatus(code, 0.5));
        JsonNode route = mockApi(file);
        assertThat(route.path("status").asInt()).isEqualTo(code);
        assertThat(route.path("statusProbability").asDouble()).isEqualTo(0.5);
    }

    @Test
    void aDribbleReachesMockApiAndLengthensTheCall() throws Exception {
        ScenarioFile file = file("faults: { dribble: { chunks: 5, lasting: 1s } }");

        assertThat(file.scenario().calls().getFirst().faults().dribble())
                .isEqualTo(new Dribble(5, Duration.ofSeconds(1)));
        JsonNode dribble = mockApi(file).path("chunkedDribbleDelay");
        assertThat(dribble.path("numberOfChunks").asInt()).isEqualTo(5);
        assertThat(dribble.path("totalDuration").asDouble()).isEqualTo(1000);
        assertThat(file.mayFail()).isFalse();
        assertThat(file.meanCallMs()).containsExactly(1010.0, 1010.0);
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "20ms", "{ uniform: { lower: 10ms, upper: 30ms } }", "{ lognormal: { median: 9ms, sigma: 1 } }"
    })
    void aDribbleAddsToTheMeanOfEveryLatency(String latency) throws InvalidScenario {
        Call plain = file("payload: 1B").scenario().calls().getFirst();
        Call call = ScenarioFile.parse("shop.yaml", """
                name: shop
                groups:
                  - name: g
                    calls:
                      - { name: c, latency: %s, faults: { dribble: { chunks: 2, lasting: 40ms } } }
                """.formatted(latency), List.of()).scenario().calls().getFirst();

        assertThat(call.toLastByte().meanMs()).isCloseTo(call.latency().meanMs() + 40, within(1e-9));
        assertThat(plain.toLastByte()).isEqualTo(new Latency.Fixed(10));
    }

    @Test
    void failureRateIsTheShortFormOfStatus503() throws Exception {
        ScenarioFile file = file("failureRate: 0.1");

        assertThat(file.scenario()).isEqualTo(file("faults: { status: { code: 503, probability: 0.1 } }").scenario());
        assertThat(mockApi(file).path("status").asInt()).isEqualTo(503);
        assertThatThrownBy(() -> file("failureRate: 0.1, faults: { status: { code: 500, probability: 1 } }"))
                .hasMessage("shop.yaml:5:74: groups[1].calls[1].faults.status says the same as 'failureRate'; leave one"
                        + " of them out");
    }

    @Test
    void aCallThatIsLikeAnotherTakesEachKindThatItDoesNotSay() throws InvalidScenario {
        ScenarioFile file = ScenarioFile.parse("shop.yaml", """
                name: shop
                groups:
                  - name: cart
                    calls:
                      - { name: own, like: model, faults: { connection: { kind: EMPTY_RESPONSE, probability: 0 } } }
                      - { name: model, latency: 1ms, failureRate: 0.5, faults: { dribble: { chunks: 2, lasting: 1s } } }
                """, List.of());

        Call call = file.scenario().calls().getFirst();
        Faults faults = call.faults();
        assertThat(faults.status()).isEqualTo(new ErrorStatus(503, 0.5));
        assertThat(faults.dribble()).isNotNull();
        assertThat(faults.connection()).isNotNull();
        assertThat(call.failureRate()).isEqualTo(0.5);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            failureRate: 0.5                                                           | 0.5     | 10
            failureRate: 0.5, faults: { connection: { kind: EMPTY_RESPONSE, probability: 0.5 } } | 0.75 | 10
            failureRate: 0.5, retry: { times: 2 }                                      | 0.125   | 17.5
            failureRate: 0.5, retry: { times: 2, on: [502, timeout] }                  | 0.5     | 10
            failureRate: 0.5, probability: 0.4                                         | 0.2     | 4
            failureRate: 0.5, then: next                                               | 0.7     | 14
            failureRate: 0.5, timeout: 5ms                                             | 1       | 5
            latency: { uniform: { lower: 0ms, upper: 20ms } }, timeout: 15ms, retry: { times: 1 } | 0.0625 | 11.719
            latency: { lognormal: { median: 10ms, sigma: 1 } }, timeout: 26.87ms       | 0.16142 | 12.506
            """)
    void theShareThatFailsAndTheMeanFollowFromFaultsRetriesAndChains(String fields, double fails, double meanMs)
            throws InvalidScenario {
        Call call = ScenarioFile.parse("shop.yaml", """
                name: shop
                groups:
                  - name: cart
                    calls:
                      - { name: own, %s }
                      - { name: next, latency: 4ms, failureRate: 0.4 }
                """.formatted(fields.contains("latency") ? fields : "latency: 10ms, " + fields), List.of())
                .scenario().calls().getFirst();

        assertThat(call.failingShare()).isCloseTo(fails, within(1e-4));
        assertThat(call.meanMs()).isCloseTo(meanMs, within(1e-2));
    }

    @Test
    void whatMockApiDoesNotKnowIsRefused() {
        assertThatThrownBy(() -> file("faults: { connection: { kind: SLOW, probability: 2 }, status: { code: 200 } }"))
                .hasMessageContainingAll(
                        "faults.connection.kind is 'SLOW', but allowed is EMPTY_RESPONSE or",
                        "faults.connection.probability is '2', but allowed is a number from 0 to 1",
                        "faults.status.code is '200', but allowed is a whole number from 400 to 599",
                        "faults.status needs 'probability': a number from 0 to 1");
    }
}
