package io.birdseye.benchmarks.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.birdseye.mockapi.MockApi;
import io.birdseye.mockapi.Settings;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class HttpLoadTest {

    private static final HttpLoad.Window NOBODY = new HttpLoad.Window() {
        @Override
        public void begin() {}

        @Override
        public void end() {}
    };

    private static LoadPlan plan(int port, String path, int connections, double rate) {
        return new LoadPlan(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), port),
                path,
                connections,
                rate,
                Duration.ofMillis(100),
                Duration.ofSeconds(1),
                Duration.ofSeconds(10));
    }

    @Test
    void inAClosedModelEveryConnectionAsksAgainWhenItIsAnswered() throws Exception {
        try (MockApi mock = MockApi.start(Settings.none())) {
            LoadResult result = HttpLoad.run(plan(mock.port(), "/users?delay=50ms", 20, 0), NOBODY);

            assertThat(result.failures()).isEmpty();
            assertThat(result.mostInFlight()).isEqualTo(20);
            // Twenty users make at most 400/s, and on a busy machine fewer.
            assertThat(result.answersPerSecond()).isBetween(20.0, 420.0);
            assertThat(result.firstByteMicros().getMinValue()).isGreaterThanOrEqualTo(50_000);
        }
    }

    @Test
    void inAnOpenModelArrivalsDoNotWaitForAnswers() throws Exception {
        try (MockApi mock = MockApi.start(Settings.none())) {
            LoadResult result = HttpLoad.run(plan(mock.port(), "/photos?delay=2s", 1_000, 100), NOBODY);

            assertThat(result.failures()).isEmpty();
            assertThat(result.answers()).isBetween(95L, 101L);
            assertThat(result.mostInFlight()).isGreaterThan(90);
        }
    }

    @Test
    void whatIsNoRightAnswerIsCountedByItsReason() throws Exception {
        try (MockApi mock = MockApi.start(Settings.none())) {
            LoadResult result = HttpLoad.run(plan(mock.port(), "/users?status=503", 1, 50), NOBODY);

            assertThat(result.answers()).isZero();
            assertThat(result.failures()).containsOnlyKeys("503");
        }
    }

    @Test
    void loadGoesToThisMachineOnly() {
        assertThatThrownBy(() -> new LoadPlan(
                        new InetSocketAddress("192.0.2.1", 80), "/", 1, 0, Duration.ZERO, Duration.ZERO, Duration.ZERO))
                .hasMessageContaining("this machine only");
    }
}
