package com.example.shop;

import com.zaxxer.hikari.HikariDataSource;
import java.util.List;
import org.springframework.context.annotation.Profile;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.jdbc.CannotGetJdbcConnectionException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** The orders of one customer, read from the database on the thread of the request: a platform or a virtual one. */
@RestController
@Profile("database")
class OrderController {

    private static final String OF_CUSTOMER =
            "select id, title from orders, pg_sleep(:seconds) where customer = :customer order by id";

    private final JdbcClient database;
    private final Database.Settings settings;

    OrderController(HikariDataSource connections, Database.Settings settings) {
        database = JdbcClient.create(connections);
        this.settings = settings;
    }

    record Order(int id, String title) {}

    @GetMapping("/orders")
    List<Order> orders(@RequestParam int user) {
        return database.sql(OF_CUSTOMER)
                .param("seconds", settings.query().toNanos() / 1e9)
                .param("customer", user)
                .query(Order.class)
                .list();
    }

    @ExceptionHandler
    ProblemDetail noConnection(CannotGetJdbcConnectionException failure) {
        return ProblemDetail.forStatusAndDetail(
                HttpStatus.SERVICE_UNAVAILABLE,
                "no connection to the database within " + settings.longestWait().toMillis() + " ms");
    }
}
