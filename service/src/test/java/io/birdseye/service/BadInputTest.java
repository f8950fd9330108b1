package io.birdseye.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.birdseye.service.server.ProblemType;
import io.birdseye.service.testing.FakeUpstream;
import io.birdseye.service.testing.RunningService;
import io.birdseye.strategy.Strategies;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

class BadInputTest {

    @AutoClose
    private static RunningService service = new RunningService();

    private static FakeUpstream upstream = service.upstream();

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            textBlock =
                    """
                    ioPoolSize=0        | ioPoolSize   | 0      | a whole number from 1 to 1000
                    ioPoolSize=100000   | ioPoolSize   | 100000 | a whole number from 1 to 1000
                    ioPoolSize=eight    | ioPoolSize   | eight  | a whole number from 1 to 1000
                    ioPoolSize=         | ioPoolSize   | ""     | a whole number from 1 to 1000
                    ioPoolSize=99999999999 | ioPoolSize | 99999999999 | a whole number from 1 to 1000
                    cpuPoolSize=0       | cpuPoolSize  | 0      | a whole number from 1 to 1000
                    cpuPoolSize=-1      | cpuPoolSize  | -1     | a whole number from 1 to 1000
                    maxInFlight=0       | maxInFlight  | 0      | a whole number from 1 to 100000
                    maxInFlight=2&maxInFlight=3 | maxInFlight | 2, 3 | a whole number from 1 to 100000, once
                    sharedMemory=7      | sharedMemory | 7      | 0, 0.5, 5, 10
                    sharedMemory=NaN    | sharedMemory | NaN    | 0, 0.5, 5, 10
                    sharedMemory=five   | sharedMemory | five   | 0, 0.5, 5, 10
                    layout=packed       | layout       | packed | one of 'boxed', 'primitive'
                    userId=11           | userId       | 11     | a whole number from 1 to 10
                    userId=0            | userId       | 0      | a whole number from 1 to 10
                    userId=1.5          | userId       | 1.5    | a whole number from 1 to 10
                    factor=0            | factor       | 0      | a whole number from 1 to 1000000
                    factor=x            | factor       | x      | a whole number from 1 to 1000000
                    budget=huge         | budget       | huge   | 'published'
                    userId=1&userId=2   | userId       | 1, 2   | a whole number from 1 to 10, once
                    budget=published&ioPoolSize=4 | ioPoolSize | 4 | nothing beside budget=published
                    """)
    void aBadValueIsRefusedWithWhatIsAllowed(String query, String parameter, String value, String allowed) {
        int before = upstream.requests().size();

        HttpResponse<String> response = service.get("/overview/sequential?" + query);

        JsonNode problem = problem(response, 400);
        assertThat(problem.get("parameter").stringValue()).isEqualTo(parameter);
        assertThat(problem.get("value").stringValue()).isEqualTo(value);
        assertThat(problem.get("allowed").stringValue()).isEqualTo(allowed);
        assertThat(problem.get("detail").stringValue()).contains(parameter, value, allowed);
        assertThat(upstream.requests()).hasSize(before);
    }

    @Test
    void nothingIsCreatedForABadValue() {
        service.get("/overview/sequential?ioPoolSize=77&userId=11");

        assertThat(service.get("/internal/resources").body()).doesNotContain("77,\"cpuConcurrency");
    }

    @ParameterizedTest
    @CsvSource({
        "/overview/nope, 404, unknown-strategy", "/overview/Sequential, 404, unknown-strategy",
        "/trace/nope, 404, unknown-strategy", "/overview?strategy=nope, 400, bad-parameter"
    })
    void anUnknownStrategyIsRefusedWithTheNamesOfAll(String path, int status, String type) {
        JsonNode problem = problem(service.get(path), status);

        assertThat(problem.get("type").stringValue()).isEqualTo("/problems/" + type);

        assertThat(problem.get("parameter").stringValue()).isEqualTo("strategy");
        for (String name : Strategies.load().names()) {
            assertThat(problem.get("allowed").stringValue()).contains("'" + name + "'");
        }
    }

    @Test
    void aMissingStrategyIsRefused() {
        JsonNode problem = problem(service.get("/overview"), 400);

        assertThat(problem.get("parameter").stringValue()).isEqualTo("strategy");
        assertThat(problem.has("value")).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/overview/sequential?ioPoolsize=4", "/overview/sequential?strategy=sequential"})
    void aParameterThatIsNotKnownIsRefusedAndNotIgnored(String path) {
        JsonNode problem = problem(service.get(path), 400);

        assertThat(problem.get("allowed").stringValue()).contains("ioPoolSize");
    }

    @Test
    void aStrategyThatWasNotPublishedHasNoPublishedBudget() {
        JsonNode problem = problem(service.get("/overview/http-async?budget=published"), 400);

        assertThat(problem.get("parameter").stringValue()).isEqualTo("budget");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/page/nope", "/nope", "/overview/sequential/more", "/internal"})
    void anUnknownPathIsNotFound(String path) {
        problem(service.get(path), 404);
    }

    @ParameterizedTest
    @CsvSource({
        "POST, /overview/sequential",
        "DELETE, /strategies",
        "PUT, /health/live",
        "GET, /internal/resources/reset",
        "POST, /events",
        "POST, /",
        "BREW, /overview/sequential"
    })
    void aWrongMethodIsNotAllowed(String method, String path) {
        HttpResponse<String> response = service.send(method, path);

        problem(response, 405);
        assertThat(response.headers().firstValue("Allow")).isPresent();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/overview/%zz", "/overview/a|b", "/overview/sequential?userId=%zz", "/overview/{x}"})
    void anAddressThatIsNoUriIsRefused(String target) throws IOException {
        String answer = raw("GET " + target + " HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");

        assertThat(answer).startsWith("HTTP/1.1 400 ").contains("application/problem+json").doesNotContain("<html");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET / HTTP/9.9\r\nHost: x\r\n\r\n",
                "GET / HTTP/1.1\r\n\r\n",
                "GET / HTTP/1.1\r\nHost: x\r\nContent-Length: x\r\n\r\n"
            })
    void whatIsNoProperHttpIsRefusedWithoutHtml(String request) throws IOException {
        assertThat(raw(request))
                .matches("(?s)HTTP/1.1 [45]\\d\\d .*").doesNotContainIgnoringCase("<html").doesNotContain("Exception");
    }

    @ParameterizedTest
    @CsvSource({
        "%zz*/*, /overview/sequential?userId=0, 400", "%zz*/*, /nope, 404", "%zz*/*, /overview/test-full, 503",
        "text/html, /overview/sequential?userId=0, 400", "a, /overview/test-full, 503"
    })
    void anAcceptThatIsNoneOrFitsNotHidesNoRefusal(String accept, String path, int status) throws IOException {
        String answer =
                raw("GET " + path + " HTTP/1.1\r\nHost: x\r\nAccept: " + accept + "\r\nConnection: close\r\n\r\n");

        assertThat(answer).startsWith("HTTP/1.1 " + status + " ").contains("application/problem+json");
    }

    @Test
    void aBugInAStrategyIsAProblemWithoutItsInnards() {
        HttpResponse<String> response = service.get("/overview/test-broken");

        problem(response, 500);
        assertThat(response.body()).doesNotContain("secret", "Exception");
    }

    @Test
    void eachTypeOfProblemHasATitleOfItsOwn() {
        assertThat(ProblemType.values()).hasSizeGreaterThan(10).extracting(ProblemType::title).doesNotHaveDuplicates();
    }

    private static String raw(String request) throws IOException {
        try (Socket socket = service.connect();
                InputStream in = socket.getInputStream()) {
            socket.setSoTimeout(5_000);
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /** An address at which the service says what the type means; or none, where it is all that the status says. */
    private static void assertTypeIsDocumented(String type) {
        if (!type.equals("about:blank")) {
            assertThat(type).startsWith("/problems/");
            assertThat(service.get(type).body()).contains("What to do: ");
        }
    }

    private static JsonNode problem(HttpResponse<String> response, int status) {
        JsonNode problem = RunningService.problem(response, status);
        assertThat(problem.get("status").intValue()).isEqualTo(status);
        assertTypeIsDocumented(problem.get("type").stringValue());
        assertThat(response.headers().firstValue("Cache-Control")).hasValue("no-store");
        assertThat(problem.get("title").stringValue()).isNotBlank();
        assertThat(problem.get("instance").stringValue()).startsWith("/");
        return problem;
    }
}
