package com.example.shop;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import java.net.http.HttpResponse;
import java.sql.Connection;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.test.context.ActiveProfiles;

/** The variant that reads from a PostgreSQL of its own, here with one connection. */
@SpringBootTest(
        webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
        properties = {"database.connections=1", "database.longest-wait=300ms", "database.query=1ms"})
@ActiveProfiles("database")
class DatabaseTest {

    private final Shop shop;
    private final HikariDataSource connections;

    @Autowired
    DatabaseTest(@Value("${local.server.port}") int port, HikariDataSource connections) {
        shop = new Shop(port);
        this.connections = connections;
    }

    @Test
    void theOrdersOfOneCustomerAreRead() throws Exception {
        HttpResponse<String> answer = shop.get("/orders?user=7");

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body()).startsWith("[{\"id\":7,\"title\":\"order 7\"},{\"id\":1007,").endsWith("\"order 19007\"}]");
    }

    @Test
    void aRequestWithoutAConnectionIsRefusedWhenItHasWaited() throws Exception {
        try (Connection held = connections.getConnection()) {
            HttpResponse<String> answer = shop.get("/orders?user=7");

            assertThat(held.isClosed()).isFalse();
            assertThat(answer.statusCode()).isEqualTo(503);
            assertThat(answer.body()).contains("no connection to the database within 300 ms");
        }
        assertThat(shop.get("/orders?user=7").statusCode()).isEqualTo(200);
    }
}
