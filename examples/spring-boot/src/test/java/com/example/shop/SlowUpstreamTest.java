package com.example.shop;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterAll;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

@SpringBootTest(webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT, properties = "shop.deadline=300ms")
class SlowUpstreamTest {

    private static final FakeUpstreams UPSTREAMS = new FakeUpstreams();

    private final Shop shop;

    SlowUpstreamTest(@Value("${local.server.port}") int port) {
        shop = new Shop(port);
    }

    @DynamicPropertySource
    static void upstream(DynamicPropertyRegistry properties) {
        properties.add("shop.upstream", UPSTREAMS::url);
    }

    @AfterAll
    static void close() {
        UPSTREAMS.close();
    }

    @ForEachStrategy
    void anUpstreamThatDoesNotAnswerIsGivenUpAtTheDeadline(String strategy) throws Exception {
        CountDownLatch open = new CountDownLatch(1);
        UPSTREAMS.when(Call.CART, FakeUpstreams.waiting(open));
        try {
            HttpResponse<String> answer = shop.basket(strategy);

            assertThat(answer.statusCode()).isEqualTo(504);
            assertThat(answer.body()).contains("in time");
        } finally {
            open.countDown();
        }
    }

    @ForEachStrategy
    void anUpstreamThatAnswersByteByByteIsGivenUpAtTheDeadline(String strategy) throws Exception {
        UPSTREAMS.when(Call.CART, FakeUpstreams::trickling);

        assertThat(shop.basket(strategy).statusCode()).isEqualTo(504);
    }
}
