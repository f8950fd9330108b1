package com.example.shop;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import reactor.netty.http.HttpResources;
import reactor.netty.resources.ConnectionProvider;

/** Why the shop sets its maximum itself, and what docs/reference/strategies.md of Birdseye says of an unset one. */
class ReactorNettyDefaultsTest {

    @Test
    void aClientWithoutAProviderOpensFiveHundredConnectionsToAHost() {
        assertThat(HttpResources.get().maxConnections()).isEqualTo(500);
    }

    @Test
    void aProviderWithoutAMaximumOpensTwoForEachCoreAndSixteenAtLeast() {
        int expected = 2 * Math.max(8, Runtime.getRuntime().availableProcessors());
        ConnectionProvider unset = ConnectionProvider.builder("unset").build();

        assertThat(unset.maxConnections()).isEqualTo(expected);
        unset.dispose();
    }
}
