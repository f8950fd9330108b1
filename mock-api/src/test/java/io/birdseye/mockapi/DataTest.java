package io.birdseye.mockapi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DataTest {

    @AutoClose
    private final TestClient client = new TestClient(MockApi.start(UpstreamSettings.none()));

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            posts    | 100   | userId,id,title,body
            comments | 500   | postId,id,name,email,body
            albums   | 100   | userId,id,title
            photos   | 5000  | albumId,id,title,url,thumbnailUrl
            users    | 10    | id,name,username,email,address,phone,website,company
            """)
    void everyRouteHasItsItemsWithIdsInOrder(String route, int count, String fields) throws Exception {
        JsonArray items = client.array("/" + route);

        assertThat(ids(items, "id")).isEqualTo(IntStream.rangeClosed(1, count).boxed().toList());
        for (int i = 0; i < count; i++) {
            assertThat(items.getJsonObject(i).fieldNames()).containsExactly(fields.split(","));
        }
    }

    @ParameterizedTest
    @CsvSource({"posts,userId,10,10", "comments,postId,100,5", "albums,userId,10,10", "photos,albumId,100,50"})
    void everyParentHasItsChildren(String route, String foreignKey, int parents, long childrenEach) throws Exception {
        TreeMap<Integer, Long> children = ids(client.array("/" + route), foreignKey).stream()
                .collect(Collectors.groupingBy(id -> id, TreeMap::new, Collectors.counting()));

        assertThat(children.keySet()).containsExactlyElementsOf(IntStream.rangeClosed(1, parents).boxed().toList());
        assertThat(Set.copyOf(children.values())).containsExactly(childrenEach);
    }

    @Test
    void aUserHasAnAddressAndACompany() throws Exception {
        JsonObject user = client.array("/users").getJsonObject(0);

        assertThat(user.getJsonObject("address").fieldNames())
                .containsExactly("street", "suite", "city", "zipcode", "geo");
        assertThat(user.getJsonObject("address").getJsonObject("geo").fieldNames()).containsExactly("lat", "lng");
        assertThat(user.getJsonObject("company").fieldNames()).containsExactly("name", "catchPhrase", "bs");
    }

    @Test
    void thePhotosWeighAboutEightHundredKilobytes() throws Exception {
        assertThat(client.get("/photos").body().length()).isBetween(780_000, 850_000);
    }

    @Test
    void theDataIsTheSameInEveryProcessWhateverTheSeed() throws Exception {
        try (TestClient other = new TestClient(MockApi.start(UpstreamSettings.none().withSeed(99)))) {
            for (String route : UpstreamSettings.ROUTES) {
                assertThat(other.get("/" + route).body()).isEqualTo(client.get("/" + route).body());
            }
        }
    }

    @Test
    void theHeadSaysWhatTheBodyIs() throws Exception {
        HttpResponse<String> get = client.get("/comments");
        HttpResponse<String> head = client.send("HEAD", "/comments", "");

        assertThat(get.statusCode()).isEqualTo(200);
        assertThat(get.headers().firstValue("content-type")).hasValue("application/json; charset=utf-8");
        assertThat(get.headers().firstValueAsLong("content-length")).hasValue(get.body().length());
        assertThat(head.statusCode()).isEqualTo(200);
        assertThat(head.headers()).isEqualTo(get.headers());
        assertThat(head.body()).isEmpty();
    }

    @Test
    void manyClientsAtOnceAllGetTheSameBytes() throws Exception {
        String photos = client.get("/photos").body();
        Callable<String> fetch = () -> client.get("/photos").body();
        try (ExecutorService clients = Executors.newFixedThreadPool(16)) {
            List<Future<String>> answers = new ArrayList<>();
            for (int i = 0; i < 128; i++) {
                answers.add(clients.submit(fetch));
            }
            for (Future<String> answer : answers) {
                // Not isEqualTo: a failure would print two bodies.
                assertThat(answer.get().equals(photos)).isTrue();
            }
        }
    }

    private static List<Integer> ids(JsonArray items, String key) {
        return IntStream.range(0, items.size())
                .mapToObj(i -> items.getJsonObject(i).getInteger(key))
                .toList();
    }

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
        try (TestClient client = new TestClient(MockApi.start(UpstreamSettings.fromJson(settings)))) {
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
        try (TestClient client = new TestClient(MockApi.start(UpstreamSettings.fromJson(settings)))) {
            assertThat(client.get("/cart?user=7&sort=price&sort=name").body()).hasSize(500);
            assertThat(client.get("/cart?user=7&status=503").statusCode()).isEqualTo(503);
            assertThat(client.get("/cart?status=none").statusCode()).isEqualTo(400);
            assertThat(client.get("/posts?user=7").statusCode()).as("data has no filters").isEqualTo(400);
        }
    }

    @Test
    void sizesStayUntilNewOnesAreSet() throws Exception {
        String settings = "{\"routes\": {\"cart\": {\"payloadBytes\": 500}}}";
        try (TestClient client = new TestClient(MockApi.start(UpstreamSettings.fromJson(settings)))) {
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

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "{\"routes\": {\"cart\": {\"payloadBytes\": 1}}} | payloadBytes | 16000000",
        "{\"routes\": {\"../etc\": {\"payloadBytes\": 5}}} | ../etc | kebab case",
        "{\"routes\": {\"cart\": {\"fixedDelayMilliseconds\": 5}}} | cart | one of the routes posts",
        "{\"default\": {\"payloadBytes\": 5}} | default.payloadBytes | only for a single route"
    })
    void whatCannotBeServedIsRefusedByName(String settings, String named, String allowed) {
        assertThatThrownBy(() -> UpstreamSettings.fromJson(settings))
                .isInstanceOf(InvalidSetting.class)
                .hasMessageContainingAll(named, allowed);
    }
}
