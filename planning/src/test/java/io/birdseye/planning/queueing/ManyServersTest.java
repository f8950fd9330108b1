package io.birdseye.planning.queueing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;

class ManyServersTest {

    @Test
    void oneExponentialServerIsTheSingleServer() {
        for (double rate = 0.5; rate < 10; rate += 0.5) {
            // M/M/1: R = S / (1 − ρ)
            assertThat(ManyServers.exponential(rate, 100, 1).meanWaitMs() + 100)
                    .isCloseTo(100 / (1 - rate / 10), within(1e-9));
        }
    }

    @Test
    void fixedTimesHalveTheWait() {
        ManyServers fixed = new ManyServers(8, 100, 1, 0.5);

        // Pollaczek and Khinchine: ρ·S / (2·(1 − ρ))
        assertThat(fixed.meanWaitMs()).isCloseTo(0.8 * 100 / 2 / 0.2, within(1e-9));
    }

    @Test
    void theQuantileIsTheInverseOfTheDistribution() {
        Random random = new Random(11);
        for (int i = 0; i < 500; i++) {
            int servers = 1 + random.nextInt(400);
            ManyServers queue = new ManyServers(
                    random.nextDouble(servers * 5.0), 200, servers, 0.2 + random.nextDouble(3));
            double share = 0.5 + random.nextDouble(0.4999);
            double wait = queue.waitQuantileMs(share);

            if (!queue.stable()) {
                assertThat(wait).isInfinite();
            } else if (wait > 0) {
                double meanOfWaiting = queue.meanWaitMs() / queue.waitingShare();
                assertThat(queue.waitingShare() * Math.exp(-wait / meanOfWaiting)).isCloseTo(1 - share, within(1e-9));
            } else {
                assertThat(queue.waitingShare()).isLessThanOrEqualTo(1 - share);
            }
        }
    }

    @Test
    void theFewestServersMeetTheWaitAndOneLessDoesNot() {
        Random random = new Random(5);
        for (int i = 0; i < 200; i++) {
            double rate = 1 + random.nextDouble(500);
            double allowed = random.nextDouble(100);
            int servers = ManyServers.fewestFor(rate, 200, 1, 0.99, allowed, 10_000);

            assertThat(ManyServers.exponential(rate, 200, servers).waitQuantileMs(0.99)).isLessThanOrEqualTo(allowed);
            assertThat(ManyServers.exponential(rate, 200, servers - 1).waitQuantileMs(0.99)).isGreaterThan(allowed);
        }
    }

    @Test
    void withUnlimitedServersTheNumberInsideIsPoisson() {
        assertThat(Queueing.meanInside(200, 200)).isCloseTo(40, within(1e-9));
        assertThat(Queueing.insideQuantile(200, 200, 0.5)).isEqualTo(40);
        assertThat(Queueing.insideQuantile(200, 200, 0.99)).isEqualTo(55);
    }

    @Test
    void theArticlesPoolsCarryWhatTheUtilisationLawSays() {
        assertThat(Queueing.highestRate(16, 4 * 200)).isCloseTo(20, within(1e-9));
        assertThat(Queueing.highestRate(24, 4 * 400)).isCloseTo(15, within(1e-9));
        assertThat(Queueing.fewestServers(50, 4 * 200)).isEqualTo(41);
    }
}
