package io.birdseye.planning.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class QueueingTest {

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

    @Test
    void nonsenseIsRefusedByName() {
        assertThatThrownBy(() -> Queueing.highestRate(0, 1)).hasMessageContaining("servers").hasMessageContaining("0");
        assertThatThrownBy(() -> Queueing.meanInside(-1, 2)).hasMessageContaining("rate").hasMessageContaining("-1");
    }
}
