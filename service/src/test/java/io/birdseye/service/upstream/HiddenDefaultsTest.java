package io.birdseye.service.upstream;

import static org.assertj.core.api.Assertions.assertThat;

import io.birdseye.strategy.executor.HttpAsyncDefaultClientStrategy;
import io.birdseye.strategy.virtual.VirtualThreadsDefaultClientStrategy;
import org.apache.hc.client5.http.impl.nio.PoolingAsyncClientConnectionManager;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManager;
import org.junit.jupiter.api.Test;

/** What a naive strategy says of its library's default is what the library does. */
class HiddenDefaultsTest {

    @Test
    void apacheHttpClientOpensFiveConnectionsToAHostUnlessToldOtherwise() {
        assertThat(PoolingHttpClientConnectionManager.DEFAULT_MAX_CONNECTIONS_PER_ROUTE)
                .isEqualTo(VirtualThreadsDefaultClientStrategy.PER_HOST);
        try (PoolingHttpClientConnectionManager unset = new PoolingHttpClientConnectionManager()) {
            assertThat(unset.getDefaultMaxPerRoute()).isEqualTo(VirtualThreadsDefaultClientStrategy.PER_HOST);
            assertThat(unset.getMaxTotal()).as("as docs/reference/strategies.md says").isEqualTo(25);
        }
        try (PoolingAsyncClientConnectionManager unset = new PoolingAsyncClientConnectionManager()) {
            assertThat(unset.getDefaultMaxPerRoute()).isEqualTo(HttpAsyncDefaultClientStrategy.PER_HOST);
            assertThat(unset.getMaxTotal()).as("as docs/reference/strategies.md says").isEqualTo(25);
        }
    }
}
