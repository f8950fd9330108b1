package io.birdseye.loadtest.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.birdseye.loadtest.client.BoundedHttp.Answer;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AnswerTest {

    private static String words(String body) {
        return new Answer(503, body.getBytes(UTF_8), Map.of()).statusAndDetail();
    }

    @Test
    void aRefusalSaysWhyAsTheServiceDoes() {
        assertThat(words("{\"title\":\"There is no room\",\"detail\":\"the service gets no more\\nmemory or threads\"}"))
                .isEqualTo("status 503: the service gets no more memory or threads");
    }

    @Test
    void anAnswerWithoutProblemDetailsHasItsStatusOnly() {
        assertThat(words("")).isEqualTo("status 503");
        assertThat(words("<html>")).isEqualTo("status 503");
        assertThat(words("[1]")).isEqualTo("status 503");
        assertThat(words("{\"detail\":null}")).isEqualTo("status 503");
    }

    @Test
    void aLongDetailIsCut() {
        assertThat(words("{\"detail\":\"" + "x".repeat(1_000) + "\"}")).hasSize("status 503: ".length() + 200);
    }
}
