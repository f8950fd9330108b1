package io.birdseye.mockapi;

import static org.assertj.core.api.Assertions.assertThat;

import io.birdseye.model.Mutations;
import io.vertx.core.json.JsonObject;
import java.net.http.HttpResponse;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Damaged and hostile settings over HTTP: taken or refused, and afterwards all is as before. */
class AdminMutationTest {

    private static final List<String> PIECES = List.of(
            "{", "}", "[", "]", "\"", ":", ",", "\\", "\\u0000", "\\ud800", "null", "true", "NaN", "-1", "0", "0.5", "1e999", "1e-999",
            "9".repeat(1_200), "9223372036854775808", "3600000", "2147483648", "\"seed\":1,", "\"default\":{},", "\"routes\":{},",
            "\"status\":599,", "\"fault\":1,", "\"type\":\"uniform\",", "\"payloadBytes\":2,", "\"a\":{\"payloadBytes\":9},",
            "[".repeat(500), "{\"a\":".repeat(500), "\"" + "x".repeat(2_000) + "\"", "\0", "\u001b[2J", "\ufeff", "é", "/*", "//", "\n");
    private static final List<String> SETTINGS = List.of(
            """
            {"seed":7,"default":{"fixedDelayMilliseconds":1.5},
             "routes":{"albums":{"delayDistribution":{"type":"lognormal","median":2,"sigma":0.3}},
                       "photos":{"status":503,"statusProbability":0.25,"fault":"EMPTY_RESPONSE","faultProbability":0.5}}}""",
            """
            {"routes":{"posts":{"delayDistribution":{"type":"uniform","lower":1,"upper":3}},
                       "own":{"payloadBytes":2000,"chunkedDribbleDelay":{"numberOfChunks":5,"totalDuration":10}}}}""",
            "{\"seed\":1}");

    @AutoClose
    private final TestClient client = new TestClient(MockApi.start(UpstreamSettings.none().withSeed(3)));

    @Test
    void everyMutationIsTakenOrRefusedByNameAndTheMockIsThenAsBefore() throws Exception {
        String before = client.get("/__admin/settings").body();
        String posts = client.get("/posts").body();
        Mutations mutations = new Mutations(PIECES);
        int taken = 0;
        int mutated = Mutations.count(2_000);
        for (int i = 0; i < mutated; i++) {
            String settings = mutations.of(SETTINGS);

            HttpResponse<String> answer = client.send("PUT", "/__admin/settings", settings);

            assertThat(answer.statusCode()).as(settings).isIn(200, 400);
            JsonObject told = new JsonObject(answer.body());
            if (answer.statusCode() == 200) {
                taken++;
                assertThat(client.send("PUT", "/__admin/settings", answer.body()).body())
                        .as("what is told can be sent again, of %s", settings).isEqualTo(answer.body());
            } else {
                assertThat(told.getString("field")).as(settings).isNotNull();
                assertThat(told.getString("allowed")).as(settings).isNotEmpty();
            }
        }
        assertThat(taken).isBetween(1, mutated - 1);
        assertThat(client.send("DELETE", "/__admin/settings", "").body()).isEqualTo(before);
        assertThat(client.get("/posts").body()).isEqualTo(posts);
        assertThat(client.get("/__admin/health").statusCode()).isEqualTo(200);
        assertThat(client.gauge("pendingDelays")).isZero();
    }
}
