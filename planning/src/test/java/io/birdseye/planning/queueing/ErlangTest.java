package io.birdseye.planning.queueing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;

class ErlangTest {

    @Test
    void blockingIsWhatTheDefinitionSays() {
        // B(c, a) = (a^c / c!) / Σ a^k / k!
        assertThat(Queueing.erlangB(1, 1)).isCloseTo(1 / 2.0, within(1e-12));
        assertThat(Queueing.erlangB(2, 1)).isCloseTo(1 / 5.0, within(1e-12));
        assertThat(Queueing.erlangB(3, 2)).isCloseTo(4 / 19.0, within(1e-12));
        assertThat(Queueing.erlangB(0, 7)).isEqualTo(1);
    }

    @Test
    void withOneServerTheWaitingShareIsTheUtilisation() {
        for (double load = 0; load < 1; load += 0.05) {
            assertThat(Queueing.erlangC(1, load)).isCloseTo(load, within(1e-12));
        }
    }

    @Test
    void withTwoServersTheWaitingShareHasItsClosedForm() {
        for (double load = 0.1; load < 2; load += 0.1) {
            assertThat(Queueing.erlangC(2, load)).isCloseTo(load * load / (2 + load), within(1e-12));
        }
    }

    @Test
    void thousandsOfServersNeitherOverflowNorVanish() {
        // From the heavy-traffic limit of Halfin and Whitt (1981): with a + √a servers about 22 % wait.
        assertThat(Queueing.erlangC(10_100, 10_000)).isCloseTo(0.223, within(0.005));
        assertThat(Queueing.erlangB(500, 450)).isBetween(0.0, 0.01);
    }

    @Test
    void moreServersAlwaysHelpAndSharesStayShares() {
        Random random = new Random(7);
        for (int i = 0; i < 1000; i++) {
            double load = random.nextDouble(300);
            int servers = 1 + random.nextInt(600);
            double waiting = Queueing.erlangC(servers, load);

            assertThat(waiting).isBetween(Queueing.erlangB(servers, load), 1.0);
            assertThat(Queueing.erlangC(servers + 1, load)).isLessThanOrEqualTo(waiting);
        }
    }

    @Test
    void overloadMakesEverybodyWait() {
        assertThat(Queueing.erlangC(4, 4)).isEqualTo(1);
        assertThat(Queueing.erlangC(4, 9)).isEqualTo(1);
    }

    @Test
    void nonsenseIsRefusedByName() {
        assertThatThrownBy(() -> Queueing.erlangC(0, 1)).hasMessageContaining("servers").hasMessageContaining("0");
        assertThatThrownBy(() -> Queueing.erlangB(2, -1)).hasMessageContaining("offered load").hasMessageContaining("-1");
    }
}
