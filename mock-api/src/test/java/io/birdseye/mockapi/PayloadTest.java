package io.birdseye.mockapi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.vertx.core.json.JsonArray;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PayloadTest {

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 199, 200, 201, 4_000, 160_001})
    void aBodyHasExactlyTheWantedSizeAndIsAnArrayOfObjects(int bytes) {
        String json = Dataset.payload("cart", bytes);

        assertThat(json.getBytes(StandardCharsets.UTF_8)).hasSize(bytes);
        JsonArray items = new JsonArray(json);
        assertThat(items.size()).isGreaterThanOrEqualTo(bytes / 400);
        for (int i = 0; i < items.size(); i++) {
            assertThat(items.getJsonObject(i).getInteger("id")).isEqualTo(i + 1);
        }
        assertThat(Dataset.payload("cart", bytes)).as("the same at every start").isEqualTo(json);
    }

    @Test
    void routesOfAnyNameAreServedBesideTheData() throws Exception {
        String settings = """
                {"routes": {"stock-levels": {"payloadBytes": 500}, "posts": {"payloadBytes": 70}}}""";
        try (MockApi mock = MockApi.start(UpstreamSettings.fromJson(settings));
                TestClient client = new TestClient(mock)) {
            assertThat(client.get("/stock-levels").body()).hasSize(500);
            assertThat(client.get("/posts").body()).as("its size is asked for").hasSize(70);
            assertThat(client.array("/albums").size()).isEqualTo(100);
            assertThat(client.get("/nothing").body()).contains("/stock-levels");
            assertThat(client.object("/__admin/stats").getJsonObject("routes").fieldNames()).contains("stock-levels");
        }
    }

    /** The example service asks {@code /cart?user=7}, which was refused with 400. */
    @Test
    void aRouteThatPlaysAServiceTakesTheParametersOfThatService() throws Exception {
        String settings = "{\"routes\": {\"cart\": {\"payloadBytes\": 500}}}";
        try (MockApi mock = MockApi.start(UpstreamSettings.fromJson(settings));
                TestClient client = new TestClient(mock)) {
            assertThat(client.get("/cart?user=7&sort=price&sort=name").body()).hasSize(500);
            assertThat(client.get("/cart?user=7&status=503").statusCode()).isEqualTo(503);
            assertThat(client.get("/cart?status=none").statusCode()).isEqualTo(400);
            assertThat(client.get("/posts?user=7").statusCode()).as("data has no filters").isEqualTo(400);
        }
    }

    @Test
    void sizesStayUntilNewOnesAreSet() throws Exception {
        String settings = "{\"routes\": {\"cart\": {\"payloadBytes\": 500}}}";
        try (MockApi mock = MockApi.start(UpstreamSettings.fromJson(settings));
                TestClient client = new TestClient(mock)) {
            HttpResponse<String> changed = client.send(
                    "PUT", "/__admin/settings", "{\"routes\": {\"cart\": {\"fixedDelayMilliseconds\": 1}}}");

            assertThat(changed.statusCode()).isEqualTo(200);
            assertThat(changed.body()).contains("\"payloadBytes\":500", "\"fixedDelayMilliseconds\":1");
            assertThat(client.get("/cart").body()).hasSize(500);

            client.send("PUT", "/__admin/settings", "{\"routes\": {\"cart\": {\"payloadBytes\": 60}}}");
            assertThat(client.get("/cart").body()).hasSize(60);

            client.send("DELETE", "/__admin/settings", "");
            assertThat(client.get("/cart").body()).hasSize(500);
        }
    }

    @Test
    void whatCannotBeServedIsRefusedByName() {
        assertThatThrownBy(() -> UpstreamSettings.fromJson("{\"routes\": {\"cart\": {\"payloadBytes\": 1}}}"))
                .isInstanceOf(InvalidSetting.class)
                .hasMessageContaining("payloadBytes")
                .hasMessageContaining("16000000");
        assertThatThrownBy(() -> UpstreamSettings.fromJson("{\"routes\": {\"../etc\": {\"payloadBytes\": 5}}}"))
                .isInstanceOf(InvalidSetting.class)
                .hasMessageContaining("kebab case");
        assertThatThrownBy(() -> UpstreamSettings.fromJson("{\"routes\": {\"cart\": {\"fixedDelayMilliseconds\": 5}}}"))
                .as("a route without data or size")
                .isInstanceOf(InvalidSetting.class)
                .hasMessageContaining("one of the routes posts");
        assertThatThrownBy(() -> UpstreamSettings.fromJson("{\"default\": {\"payloadBytes\": 5}}"))
                .isInstanceOf(InvalidSetting.class)
                .hasMessageContaining("payloadBytes");
    }
}
