package com.example.shop;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterAll;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/** One call on the wire and two that wait: the fourth call of a request has no place. */
@SpringBootTest(
        webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
        properties = {"shop.deadline=60s", "shop.calls=1", "shop.waiting=2"})
class FullPoolTest {

    private static final FakeUpstreams UPSTREAMS = new FakeUpstreams();

    private final Shop shop;

    FullPoolTest(@Value("${local.server.port}") int port) {
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
    void aCallWithoutAPlaceIsRefusedAtOnce(String strategy) throws Exception {
        CountDownLatch open = new CountDownLatch(1);
        for (Call call : Call.values()) {
            UPSTREAMS.when(call, FakeUpstreams.waiting(open));
        }
        try {
            HttpResponse<String> answer = shop.basket(strategy);

            assertThat(answer.statusCode()).isEqualTo(503);
            assertThat(answer.headers().firstValue("Retry-After")).hasValue("1");
        } finally {
            open.countDown();
        }
    }
}
