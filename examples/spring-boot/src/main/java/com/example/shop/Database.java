package com.example.shop;

import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.metrics.micrometer.MicrometerMetricsTrackerFactory;
import io.micrometer.core.instrument.MeterRegistry;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Profile;
import org.springframework.jdbc.core.simple.JdbcClient;

/** A PostgreSQL of this process's own, with some orders in it, behind a pool of connections. */
@Configuration(proxyBeanMethods = false)
@Profile("database")
@EnableConfigurationProperties(Database.Settings.class)
class Database {

    private static final String ORDERS =
            """
            create table orders as
            select id, id % 1000 as customer, 'order ' || id as title from generate_series(1, 20000) as id;
            create index on orders (customer);
            """;

    /**
     * @param connections of the pool
     * @param longestWait for a connection; a request that has none by then fails
     * @param query how long a query takes at least: stands for a database that is larger than its memory
     */
    @ConfigurationProperties("database")
    record Settings(
            @DefaultValue("10") int connections, @DefaultValue("1s") Duration longestWait,
            @DefaultValue("40ms") Duration query) {}

    @Bean(destroyMethod = "close")
    EmbeddedPostgres postgres() throws IOException {
        return EmbeddedPostgres.start();
    }

    @Bean
    HikariDataSource connections(EmbeddedPostgres postgres, Settings settings, MeterRegistry meters) {
        HikariDataSource pool = new HikariDataSource();
        pool.setPoolName("orders");
        pool.setDataSource(postgres.getPostgresDatabase());
        pool.setMaximumPoolSize(settings.connections());
        pool.setConnectionTimeout(settings.longestWait().toMillis());
        pool.setMetricsTrackerFactory(new MicrometerMetricsTrackerFactory(meters));
        JdbcClient.create(pool).sql(ORDERS).update();
        return pool;
    }
}
