package io.birdseye.loadtest.trial;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class OverloadTest {

    private static final long SECOND = 1_000_000_000;
    private static final Drive.Span TEN_SECONDS = new Drive.Span(0, 10 * SECOND);

    @Test
    void regretIsTheShareThatIsMissing() {
        assertThat(Overload.regret(100, 90)).isEqualTo(0.1);
        assertThat(Overload.regret(100, 110)).isEqualTo(-0.1);
        assertThat(Overload.regret(0, 5)).isZero();
    }

    @Test
    void recoveredIsWhoeverIsWellUpToTheEnd() {
        Drive.Answer early = new Drive.Answer(SECOND / 2, SECOND, 200);
        Drive.Answer good = new Drive.Answer(3 * SECOND, SECOND / 10, 200);
        Drive.Answer refused = new Drive.Answer(5 * SECOND, SECOND / 10, 503);
        Drive.Answer late = new Drive.Answer(9 * SECOND + 1, 5 * SECOND, 504);

        assertThat(Overload.recoverySeconds(List.of(good), TEN_SECONDS, 600)).isZero();
        assertThat(Overload.recoverySeconds(List.of(early, good), TEN_SECONDS, 600)).isEqualTo(1);
        assertThat(Overload.recoverySeconds(List.of(early, good, refused), TEN_SECONDS, 600)).isEqualTo(6);
        assertThat(Overload.recoverySeconds(List.of(early, late), TEN_SECONDS, 600)).isEqualTo(11);
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
