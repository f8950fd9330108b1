package io.birdseye.mockapi;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.net.http.HttpResponse;
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
}
