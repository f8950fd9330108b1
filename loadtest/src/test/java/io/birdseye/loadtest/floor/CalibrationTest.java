package io.birdseye.loadtest.floor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class CalibrationTest {

    @Test
    void aCostThatStillFallsHasNotSettled() {
        assertThat(settled(130, 60, 50, 40, 32)).isFalse();
    }

    @Test
    void aCostThatStaysNearItsLowestHasSettled() {
        assertThat(settled(130, 60, 30, 28, 31, 29)).isTrue();
    }

    @Test
    void aLevelThatIsLeftAgainDownwardsWasNone() {
        assertThat(settled(130, 45, 44, 46, 30)).isFalse();
        assertThat(settled(130, 45, 44, 46, 30, 31, 29)).isTrue();
    }

    @Test
    void fewStepsSayNothing() {
        assertThat(settled(30, 30, 30)).isFalse();
    }

    private static boolean settled(long... costs) {
        return Calibration.settled(LongStream.of(costs).boxed().toList());
    }
}
