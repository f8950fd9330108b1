package io.birdseye.loadtest.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.birdseye.loadtest.PythonServer;
import io.birdseye.loadtest.TrialFailure;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AnswerProbeTest {

    private static @Nullable PythonServer server;

    @BeforeAll
    static void start() throws Exception {
        server = PythonServer.start();
    }

    @AfterAll
    static void end() {
        server.close();
    }

    private static String wrong(String url) throws InterruptedException {
        Request request = new Request("service", "GET", url, List.of(), null, new Expectation(200, "\"total\": 7"));
        try (AnswerProbe probe = new AnswerProbe(Duration.ofSeconds(2))) {
            probe.check(request, 1);
            return "";
        } catch (TrialFailure e) {
            assertThat(e.reason().lines()).hasSize(1);
            return e.reason();
        }
    }

    @Test
    void aRightAnswerIsRightWhetherOrNotItTellsItsLength() throws Exception {
        assertThat(wrong(server.url() + "/work")).isEmpty();
        assertThat(wrong(server.url() + "/chunked")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "/moved, 'answers with status 302, a redirect, instead of 200'",
        "/failing, 'answers with status 500 instead of 200: no'",
        "/echo, answers with a body in which nothing matches",
        "/endless, does not bring its answer to an end within 2000 ms",
        "/huge, answers with a body of more than 16 MB",
    })
    void aWrongAnswerIsSaidInOneLine(String path, String message) throws Exception {
        assertThat(wrong(server.url() + path)).contains(message);
    }

    @Test
    void whatCannotBeReachedIsSaidInOneLine() throws Exception {
        assertThat(wrong("https://127.0.0.1:" + server.port() + "/work")).contains("cannot be reached over TLS: ");
        assertThat(wrong("http://127.0.0.1:1/work")).contains("cannot be reached: connection refused");
        assertThat(wrong("http://no-such-host.invalid/work")).contains("cannot be reached: its host is not known");
    }
}
