package com.example.shop;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;
import org.springframework.test.context.TestPropertySource;

/** The deadline is far away, unless it is the matter: what is answered is not answered because of it. */
@SpringBootTest(
        webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
        properties = {"shop.deadline=60s", "shop.max-body=10KB"})
class BasketTest {

    private static final FakeUpstreams UPSTREAMS = new FakeUpstreams();
    private static final String PAGE = "{\"user\":7,\"total\":8,"
            + "\"cart\":[{\"id\":1,\"title\":\"cart one\"},{\"id\":2,\"title\":\"two\"}],"
            + "\"stock\":[{\"id\":1,\"title\":\"stock one\"},{\"id\":2,\"title\":\"two\"}],"
            + "\"offers\":[{\"id\":1,\"title\":\"offers one\"},{\"id\":2,\"title\":\"two\"}],"
            + "\"recommendations\":[{\"id\":1,\"title\":\"recommendations one\"},{\"id\":2,\"title\":\"two\"}]}";

    private final Shop shop;

    BasketTest(@Value("${local.server.port}") int port) {
        shop = new Shop(port);
    }

    @DynamicPropertySource
    static void upstream(DynamicPropertyRegistry properties) {
        properties.add("shop.upstream", UPSTREAMS::url);
    }

    @BeforeEach
    void everyUpstreamIsHealthy() {
        UPSTREAMS.healthy();
    }

    @AfterAll
    static void close() {
        UPSTREAMS.close();
    }

    @ForEachStrategy
    void allFourWaysGiveTheSamePage(String strategy) throws Exception {
        HttpResponse<String> answer = shop.basket(strategy);

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.headers().firstValue("Content-Type")).hasValue("application/json");
        assertThat(answer.body()).isEqualTo(PAGE);
    }

    @ForEachStrategy
    void oneFailingUpstreamIsABadGatewayAndTheNextRequestIsAnswered(String strategy) throws Exception {
        for (Call failing : Call.values()) {
            UPSTREAMS.when(failing, FakeUpstreams.failing(500));

            HttpResponse<String> answer = shop.basket(strategy);

            assertThat(answer.statusCode()).isEqualTo(502);
            assertThat(answer.headers().firstValue("Content-Type")).hasValue("application/problem+json");
            assertThat(answer.body()).contains(failing.path() + ": it answered 500");
            UPSTREAMS.healthy();
            assertThat(shop.basket(strategy).body()).isEqualTo(PAGE);
        }
    }

    @ForEachStrategy
    void aBrokenConnectionIsABadGateway(String strategy) throws Exception {
        UPSTREAMS.when(Call.STOCK, exchange -> exchange.close());

        assertThat(shop.basket(strategy).statusCode()).isEqualTo(502);
    }

    @ForEachStrategy
    void aRedirectIsNotFollowed(String strategy) throws Exception {
        UPSTREAMS.when(Call.STOCK, FakeUpstreams.failing(302));

        HttpResponse<String> answer = shop.basket(strategy);

        assertThat(answer.statusCode()).isEqualTo(502);
        assertThat(answer.body()).contains("stock: it answered 302");
    }

    @ForEachStrategy
    void aBodyThatIsNoListIsABadGateway(String strategy) throws Exception {
        for (String body : new String[] {"", "null", "[null]", "{}", "<html>", "[{\"id\":1", "[]]"}) {
            UPSTREAMS.when(Call.OFFERS, FakeUpstreams.answering(body));

            assertThat(shop.basket(strategy).statusCode()).as(body).isEqualTo(502);
        }
    }

    @ForEachStrategy
    void aBodyWithoutEndIsCutOff(String strategy) throws Exception {
        UPSTREAMS.when(Call.RECOMMENDATIONS, FakeUpstreams::endless);

        HttpResponse<String> answer = shop.basket(strategy);

        assertThat(answer.statusCode()).isEqualTo(502);
        assertThat(answer.body()).contains("recommendations: its body");
    }

    @Test
    void aStrategyOrUserThatIsNoneIsABadRequest() throws Exception {
        assertThat(shop.get("/basket?user=7&strategy=magic").statusCode()).isEqualTo(400);
        assertThat(shop.get("/basket?user=7").statusCode()).isEqualTo(400);
        assertThat(shop.get("/basket?user=me&strategy=executor").statusCode()).isEqualTo(400);
    }

    @Test
    void itSaysThatItIsUp() throws Exception {
        HttpResponse<String> answer = shop.get("/actuator/health");

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body()).contains("\"status\":\"UP\"");
    }

    /** One call on the wire and two that wait: the fourth call of a request has no place. */
    @Nested
    @TestPropertySource(properties = {"shop.calls=1", "shop.waiting=2"})
    class WithAFullPool {

        @ForEachStrategy
        void aCallWithoutAPlaceIsRefusedAtOnce(String strategy, @Value("${local.server.port}") int port) throws Exception {
            CountDownLatch open = new CountDownLatch(1);
            for (Call call : Call.values()) {
                UPSTREAMS.when(call, FakeUpstreams.waiting(open));
            }
            try {
                HttpResponse<String> answer = new Shop(port).basket(strategy);

                assertThat(answer.statusCode()).isEqualTo(503);
                assertThat(answer.headers().firstValue("Retry-After")).hasValue("1");
            } finally {
                open.countDown();
            }
        }
    }

    @Nested
    @TestPropertySource(properties = "shop.deadline=300ms")
    class AtTheDeadline {

        @ForEachStrategy
        void anUpstreamThatDoesNotAnswerIsGivenUp(String strategy, @Value("${local.server.port}") int port) throws Exception {
            CountDownLatch open = new CountDownLatch(1);
            UPSTREAMS.when(Call.CART, FakeUpstreams.waiting(open));
            try {
                HttpResponse<String> answer = new Shop(port).basket(strategy);

                assertThat(answer.statusCode()).isEqualTo(504);
                assertThat(answer.body()).contains("in time");
            } finally {
                open.countDown();
            }
        }

        @ForEachStrategy
        void anUpstreamThatAnswersByteByByteIsGivenUp(String strategy, @Value("${local.server.port}") int port)
                throws Exception {
            UPSTREAMS.when(Call.CART, FakeUpstreams::trickling);

            assertThat(new Shop(port).basket(strategy).statusCode()).isEqualTo(504);
        }
    }
}
