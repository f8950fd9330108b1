package io.birdseye.overview;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.birdseye.fanout.Body;
import io.birdseye.fanout.Cancellation;
import io.birdseye.fanout.Concurrency;
import io.birdseye.fanout.FakeUpstream;
import io.birdseye.fanout.InstrumentedFanOut;
import io.birdseye.fanout.Plan;
import io.birdseye.fanout.Query;
import io.birdseye.fanout.Shape;
import io.birdseye.fanout.UpstreamFailure;
import io.birdseye.memory.SharedMemory;
import io.birdseye.model.Budget;
import io.birdseye.model.Layout;
import io.birdseye.strategy.Host;
import io.birdseye.strategy.Strategies;
import io.birdseye.strategy.Strategy;
import io.birdseye.strategy.StrategyEntry;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

class OverviewPlanTest {

    private static final ObjectMapper JSON = new ObjectMapper();

    static Stream<Arguments> strategiesAndLayouts() {
        return Strategies.load().all().stream()
                .flatMap(strategy -> Stream.of(Layout.values()).map(layout -> Arguments.of(strategy, layout)));
    }

    /** The strategies run the same work, so the expected answer is computed by other means than the product's. */
    @ParameterizedTest
    @MethodSource("strategiesAndLayouts")
    void everyStrategyGivesTheRightAnswer(StrategyEntry entry, Layout layout) throws Exception {
        Query query = new Query(3, 7, 11, SharedMemory.ofMegabytes(1, layout));
        InstrumentedFanOut work = new InstrumentedFanOut(
                OverviewPlan.plan(), new FakeUpstream().answering(Upstreams.bodies()), query, new Concurrency(),
                new Cancellation());
        try (Strategy strategy = entry.create(new Budget(4, 2, 4), Shape.TWO_BY_TWO)) {
            byte[] answer = Host.start(strategy, work).get(60, SECONDS).json();

            assertThat(JSON.readTree(answer)).isEqualTo(expected(query));
        }
    }

    @Test
    void itemsKeepTheBytesInWhichTheyCame() {
        byte[] part = OverviewPlan.plan().groups().get(1).combiner().combine(bodies("albums", "photos"), query());

        assertThat(new String(part, UTF_8)).startsWith("""
                {"items":[{"userId": 3, "id": 3,"photos":[{"albumId":3,"id":3,"url":"é/2"},{"albumId":3,"id":23,""");
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "", " ", "{}", "[1]", "[{\"userId\":1,\"id\":1}", "[{\"userId\":1,\"id\":1", "[{\"userId\":1,\"id\":1}] x",
        "[{\"userId\":\"1\",\"id\":1}]", "[{\"id\":1}]", "[{\"userId\":1,\"id\":99999999999}]", "[{\"userId\":1,\"id\":1,]",
        "[{\"userId\":1,\"id\":1,\"id\":1}]", "[{\"userId\":1,\"id\":\"1\",\"id\":1}]",
        "[{\"userId\":1,\"id\":1,\"userId\":2}]", "[{\"userId\":1,\"id\":1,\"comments\":[]}]",
        "[{\"userId\":1,\"id\":1,\"\\u0063omments\":[]}]", "<html>"
    })
    void aBodyThatIsNotTheExpectedJsonIsTheFailureOfItsUpstream(String body) {
        List<Body> bodies = List.of(new Body("posts", body.getBytes(UTF_8)), bodies("comments").getFirst());

        assertThatThrownBy(() -> posts().combiner().combine(bodies, query()))
                .isInstanceOfSatisfying(UpstreamFailure.class, failure -> {
                    assertThat(failure.upstream()).isEqualTo("posts");
                    assertThat(failure.kind()).isEqualTo(UpstreamFailure.Kind.MALFORMED);
                });
    }

    @Test
    void anEmptyArrayIsAnAnswerToo() {
        List<Body> bodies = List.of(new Body("posts", "[]".getBytes(UTF_8)), bodies("comments").getFirst());

        assertThat(new String(posts().combiner().combine(bodies, query()), UTF_8)).startsWith("{\"items\":[],");
    }

    @Test
    void truncatedAnywhereABodyIsMalformed() {
        byte[] whole = Upstreams.bodies().get("posts");
        for (int length = 0; length < whole.length; length += 7) {
            Body cut = new Body("posts", java.util.Arrays.copyOf(whole, length));

            assertThatThrownBy(() -> posts().combiner().combine(List.of(cut, bodies("comments").getFirst()), query()))
                    .as("cut to %d bytes", length).isInstanceOf(UpstreamFailure.class);
        }
    }

    private static Plan.GroupPlan posts() {
        return OverviewPlan.plan().groups().getFirst();
    }

    private static Query query() {
        return new Query(3, 2, 2, SharedMemory.ofMegabytes(0.001, Layout.PRIMITIVE));
    }

    private static List<Body> bodies(String... names) {
        Map<String, byte[]> all = Upstreams.bodies();
        return Stream.of(names).map(name -> new Body(name, all.get(name))).toList();
    }

    private static JsonNode expected(Query query) {
        ObjectNode answer = JSON.createObjectNode().put("userId", query.userId());
        int ints = (int) (query.memory().megabytes() * 250_000);
        int longs = (int) (query.memory().megabytes() * 125_000);
        answer.set("posts", expected("posts", "comments", "postId", query.userId(), ints, query.intFactor()));
        answer.set("albums", expected("albums", "photos", "albumId", query.userId(), longs, query.longFactor()));
        return JSON.readTree(answer.toString());
    }

    private static ObjectNode expected(String parents, String children, String key, int userId, int size, int factor) {
        ArrayNode items = JSON.createArrayNode();
        for (JsonNode parent : JSON.readTree(Upstreams.bodies().get(parents))) {
            if (parent.get("userId").intValue() == userId) {
                ArrayNode nested = ((ObjectNode) parent).putArray(children);
                for (JsonNode child : JSON.readTree(Upstreams.bodies().get(children))) {
                    if (child.get(key).intValue() == parent.get("id").intValue()) {
                        nested.add(child);
                    }
                }
                items.add(parent);
            }
        }
        // Whole periods of 1 … 1000, each of which sums up to 500,500.
        long checksum = size / 1_000 * 500_500L * factor;
        ObjectNode group = JSON.createObjectNode();
        group.set("items", items);
        group.putObject("multiplied").put("factor", factor).put("size", size).put("checksum", checksum);
        return group;
    }
}
