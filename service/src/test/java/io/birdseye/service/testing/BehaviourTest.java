package io.birdseye.service.testing;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.net.Socket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is sent beyond the end of an answer stands before the next one, and fails a call that nobody told to fail. */
class BehaviourTest {

    private static String sent(Behaviour behaviour) throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (Socket unconnected = new Socket()) {
            assertThat(behaviour.answer(unconnected, out)).as("the connection is used again").isTrue();
        }
        return out.toString(US_ASCII);
    }

    @ParameterizedTest
    @CsvSource({"'', '0|'", "[], '2|[]|0|'"})
    void aChunkedAnswerEndsOnce(String body, String chunks) throws Exception {
        String[] parts = sent(Behaviour.chunked(body.getBytes(US_ASCII))).split("\r\n\r\n", 2);

        assertThat(parts[1]).isEqualTo(chunks.replace("|", "\r\n") + "\r\n");
    }

    @Test
    void anAnswerOfKnownLengthHasThatLength() throws Exception {
        String[] parts = sent(Behaviour.status("500 Internal Server Error", 10)).split("\r\n\r\n", 2);

        assertThat(parts[0]).contains("Content-Length: 10");
        assertThat(parts[1]).hasSize(10);
    }
}
