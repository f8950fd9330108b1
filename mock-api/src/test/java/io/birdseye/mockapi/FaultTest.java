package io.birdseye.mockapi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.birdseye.model.Fault;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class FaultTest {

    @AutoClose
    private final TestClient client = new TestClient(MockApi.start(UpstreamSettings.none()));

    @Test
    void anEmptyResponseIsAClosedConnectionWithoutAByte() throws Exception {
        assertThat(client.bytesUntilClosed("/posts?fault=EMPTY_RESPONSE")).isEmpty();
    }

    @Test
    void aMalformedChunkFollowsAGoodHead() throws Exception {
        String answer = client.bytesUntilClosed("/posts?fault=MALFORMED_RESPONSE_CHUNK");

        assertThat(answer).startsWith("HTTP/1.1 200 OK\r\n").contains("transfer-encoding: chunked\r\n\r\n");
        String chunk = answer.substring(answer.indexOf("\r\n\r\n") + 4);
        assertThat(chunk).isNotEmpty();
        assertThat(Character.digit(chunk.charAt(0), 16)).isNegative();
    }

    @Test
    void randomDataIsNotHttp() throws Exception {
        assertThat(client.bytesUntilClosed("/posts?fault=RANDOM_DATA_THEN_CLOSE"))
                .isNotEmpty()
                .doesNotContain("HTTP");
    }

    @Test
    void aResetConnectionIsReallyReset() throws Exception {
        try (Socket socket = client.request("/posts?fault=CONNECTION_RESET_BY_PEER")) {
            assertThatThrownBy(() -> socket.getInputStream().read())
                    .isInstanceOf(SocketException.class)
                    .hasMessageContaining("reset");
        }
    }

    @ParameterizedTest
    @EnumSource(Fault.class)
    void anHttpClientSeesAFailureAndTheNextRequestSucceeds(Fault fault) throws Exception {
        assertThatThrownBy(() -> client.get("/posts?fault=" + fault)).isInstanceOf(IOException.class);
        assertThat(client.get("/posts").statusCode()).isEqualTo(200);
    }

    @ParameterizedTest
    @EnumSource(Fault.class)
    void aFaultComesAfterTheDelay(Fault fault) {
        long start = System.nanoTime();

        assertThatThrownBy(() -> client.get("/posts?delay=60ms&fault=" + fault)).isInstanceOf(IOException.class);

        assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(60_000_000);
        TestClient.await("nothing is pending", () -> client.gauge("pendingDelays") == 0);
    }

    @Test
    void aRequestCanAskForHealthWhereItsRouteIsIll() throws Exception {
        client.apply("{\"default\": {\"status\": 503}}");

        assertThat(client.get("/posts").statusCode()).isEqualTo(503);
        assertThat(client.get("/posts?status=200").statusCode()).isEqualTo(200);
    }

    @Test
    void aFaultGoesBeforeAStatusAndBothAreCounted() throws Exception {
        client.apply("""
                {"routes": {"posts": {"status": 503, "fault": "EMPTY_RESPONSE"}, "users": {"status": 500}}}""");

        assertThat(client.bytesUntilClosed("/posts")).isEmpty();
        client.get("/users");
        client.get("/albums");

        JsonObject routes = client.object("/__admin/stats").getJsonObject("routes");

        assertThat(routes.getJsonObject("posts")).isEqualTo(counted(1, 0, 1));
        assertThat(routes.getJsonObject("users")).isEqualTo(counted(1, 1, 0));
        assertThat(routes.getJsonObject("albums")).isEqualTo(counted(1, 0, 0));
    }

    private static JsonObject counted(int requests, int errorStatuses, int faults) {
        return JsonObject.of("requests", requests, "errorStatuses", errorStatuses, "faults", faults);
    }
}
