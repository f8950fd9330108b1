package io.birdseye.planning.queueing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;

class ManyServersTest {

    @Test
    void oneExponentialServerIsTheSingleServer() {
        for (double rate = 0.5; rate < 10; rate += 0.5) {
            assertThat(ManyServers.exponential(rate, 100, 1).meanResponseMs())
                    .isCloseTo(new SingleServer(rate, 100).meanResponseMs(), within(1e-9));
        }
    }

    @Test
    void fixedTimesHalveTheWait() {
        ManyServers fixed = ManyServers.general(8, 100, 1, 1, 0);

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
                assertThat(queue.waitsLongerThan(wait)).isCloseTo(1 - share, within(1e-9));
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
    void meanInsideObeysLittlesLaw() {
        SingleServer server = new SingleServer(8, 100);

        assertThat(server.meanInside()).isCloseTo(0.8 / 0.2, within(1e-9));
        assertThat(server.meanInside()).isCloseTo(Operational.meanInside(8, server.meanResponseMs()), within(1e-9));
        assertThat(server.responseQuantileMs(0.99)).isCloseTo(server.meanResponseMs() * Math.log(100), within(1e-6));
    }

    @Test
    void withUnlimitedServersTheNumberInsideIsPoisson() {
        UnlimitedServers pool = new UnlimitedServers(200, 200);

        assertThat(pool.meanInside()).isCloseTo(40, within(1e-9));
        assertThat(pool.insideQuantile(0.5)).isEqualTo(40);
        assertThat(pool.insideQuantile(0.99)).isEqualTo(55);
        assertThat(pool.moreThan(55)).isLessThanOrEqualTo(0.01);
    }

    @Test
    void theArticlesPoolsCarryWhatTheUtilisationLawSays() {
        assertThat(Operational.highestRate(16, 4 * 200)).isCloseTo(20, within(1e-9));
        assertThat(Operational.highestRate(24, 4 * 400)).isCloseTo(15, within(1e-9));
        assertThat(Operational.fewestServers(50, 4 * 200)).isEqualTo(41);
    }
}
