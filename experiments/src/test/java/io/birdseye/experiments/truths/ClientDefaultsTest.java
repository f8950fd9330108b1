package io.birdseye.experiments.truths;

import static org.assertj.core.api.Assertions.assertThat;

import io.birdseye.strategy.executor.HttpAsyncDefaultClientStrategy;
import io.ktor.client.engine.cio.CIOEngineConfig;
import okhttp3.Dispatcher;
import org.junit.jupiter.api.Test;
import reactor.core.scheduler.Schedulers;

/** What docs/reference/strategies.md says of clients' defaults is what the clients do. */
class ClientDefaultsTest {

    @Test
    void okHttpRunsFiveCallsToAHostAndSixtyFourInAll() {
        assertThat(new Dispatcher().getMaxRequestsPerHost()).isEqualTo(HttpAsyncDefaultClientStrategy.PER_HOST);
        assertThat(new Dispatcher().getMaxRequests()).isEqualTo(64);
    }

    @Test
    void ktorOpensAHundredConnectionsToAHostAndAThousandInAll() {
        CIOEngineConfig unset = new CIOEngineConfig();

        assertThat(unset.getEndpoint().getMaxConnectionsPerRoute()).isEqualTo(100);
        assertThat(unset.getMaxConnectionsCount()).isEqualTo(1_000);
    }

    @Test
    void reactorsBoundedElasticHasTenThreadsForEachCore() {
        assertThat(Schedulers.DEFAULT_BOUNDED_ELASTIC_SIZE).isEqualTo(10 * Runtime.getRuntime().availableProcessors());
    }
}
