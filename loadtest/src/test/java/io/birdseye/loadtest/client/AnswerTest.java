package io.birdseye.loadtest.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AnswerTest {

    private static String words(String body) {
        return new BoundedHttp.Answer(503, body.getBytes(UTF_8), Map.of()).statusAndDetail();
    }

    @Test
    void problemDetailsSayWhyInOneLineOfBoundedLengthAndOtherAnswersHaveTheirStatusOnly() {
        assertThat(words("{\"title\":\"There is no room\",\"detail\":\"the service gets no more\\nmemory or threads\"}"))
                .isEqualTo("status 503: the service gets no more memory or threads");
        assertThat(words("{\"detail\":\"" + "x".repeat(1_000) + "\"}")).hasSize("status 503: ".length() + 200);
        assertThat(List.of("", "<html>", "[1]", "{\"detail\":null}")).allSatisfy(body -> assertThat(words(body)).isEqualTo("status 503"));
    }
}
