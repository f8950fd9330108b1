package io.birdseye.loadtest.overload;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class OverloadTest {

    @Test
    void regretIsTheShareThatIsMissing() {
        assertThat(SteppedLoad.regret(100, 90)).isEqualTo(0.1);
        assertThat(SteppedLoad.regret(100, 110)).isEqualTo(-0.1);
        assertThat(SteppedLoad.regret(0, 5)).isZero();
    }

    @Test
    void recoveryEndsWithTheLastSecondThatWasNotWell() {
        assertThat(TwiceCapacity.recoverySeconds(List.of(true, true, true))).isZero();
        assertThat(TwiceCapacity.recoverySeconds(List.of(false, true, true))).isEqualTo(1);
        assertThat(TwiceCapacity.recoverySeconds(List.of(false, true, false, true))).isEqualTo(3);
        assertThat(TwiceCapacity.recoverySeconds(List.of(false, true, false))).as("never").isEqualTo(4);
    }

    @Test
    void withItsDefaultsItTakesLessThanTenMinutes() {
        Overload.Plan plan = new Overload.Plan(
                List.of("sequential", "executor", "http-async"),
                List.of("executor", "rx"),
                Duration.ofSeconds(8),
                Duration.ofSeconds(60));

        assertThat(plan.span()).isLessThan(Duration.ofMinutes(10));
    }
}
