package io.birdseye.loadtest.trial;

import static org.assertj.core.api.Assertions.assertThat;

import io.birdseye.loadtest.generate.WarmUp;
import io.birdseye.model.Arrivals;
import io.birdseye.model.Load;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LoadPlanTest {

    private static final LoadPlan FIFTY = new LoadPlan(Load.open(50, Arrivals.CONSTANT), WarmUp.none(), Duration.ofSeconds(1));

    /** 40 % of two cores are 800 ms of CPU for each second. */
    @ParameterizedTest
    @CsvSource({"22, 36", "16.1, 49", "16, 50", "5, 50", "0, 50", "900, 1"})
    void aRateThatIsTheMostLeavesTheCoresRoom(double cpuMs, double perSecond) {
        assertThat(FIFTY.atMost().fitting(cpuMs, 2).load()).isEqualTo(Load.open(perSecond, Arrivals.CONSTANT));
    }

    @Test
    void aRateThatWasAskedForIsOffered() {
        assertThat(FIFTY.fitting(900, 2)).isEqualTo(FIFTY);
    }
}
