package com.example.shop;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

@SpringBootTest(webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT, properties = "shop.deadline=60s")
class UnreachableUpstreamTest {

    private final Shop shop;

    UnreachableUpstreamTest(@Value("${local.server.port}") int port) {
        shop = new Shop(port);
    }

    @DynamicPropertySource
    static void upstream(DynamicPropertyRegistry properties) {
        properties.add("shop.upstream", () -> "http://127.0.0.1:" + closedPort());
    }

    private static int closedPort() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @ForEachStrategy
    void anUpstreamThatIsNotThereIsABadGateway(String strategy) throws Exception {
        assertThat(shop.basket(strategy).statusCode()).isEqualTo(502);
    }
}
