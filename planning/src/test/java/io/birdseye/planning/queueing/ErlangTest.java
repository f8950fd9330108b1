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
        assertThat(Erlang.b(1, 1)).isCloseTo(1 / 2.0, within(1e-12));
        assertThat(Erlang.b(2, 1)).isCloseTo(1 / 5.0, within(1e-12));
        assertThat(Erlang.b(3, 2)).isCloseTo(4 / 19.0, within(1e-12));
        assertThat(Erlang.b(0, 7)).isEqualTo(1);
    }

    @Test
    void withOneServerTheWaitingShareIsTheUtilisation() {
        for (double load = 0; load < 1; load += 0.05) {
            assertThat(Erlang.c(1, load)).isCloseTo(load, within(1e-12));
        }
    }

    @Test
    void withTwoServersTheWaitingShareHasItsClosedForm() {
        for (double load = 0.1; load < 2; load += 0.1) {
            assertThat(Erlang.c(2, load)).isCloseTo(load * load / (2 + load), within(1e-12));
        }
    }

    @Test
    void thousandsOfServersNeitherOverflowNorVanish() {
        // From the heavy-traffic limit of Halfin and Whitt (1981): with a + √a servers about 22 % wait.
        assertThat(Erlang.c(10_100, 10_000)).isCloseTo(0.223, within(0.005));
        assertThat(Erlang.b(500, 450)).isBetween(0.0, 0.01);
    }

    @Test
    void moreServersAlwaysHelpAndSharesStayShares() {
        Random random = new Random(7);
        for (int i = 0; i < 1000; i++) {
            double load = random.nextDouble(300);
            int servers = 1 + random.nextInt(600);
            double waiting = Erlang.c(servers, load);

            assertThat(waiting).isBetween(Erlang.b(servers, load), 1.0);
            assertThat(Erlang.c(servers + 1, load)).isLessThanOrEqualTo(waiting);
        }
    }

    @Test
    void overloadMakesEverybodyWait() {
        assertThat(Erlang.c(4, 4)).isEqualTo(1);
        assertThat(Erlang.c(4, 9)).isEqualTo(1);
    }

    @Test
    void nonsenseIsRefusedByName() {
        assertThatThrownBy(() -> Erlang.c(0, 1)).hasMessageContaining("servers").hasMessageContaining("0");
        assertThatThrownBy(() -> Erlang.b(2, -1)).hasMessageContaining("offered load").hasMessageContaining("-1");
    }
}
