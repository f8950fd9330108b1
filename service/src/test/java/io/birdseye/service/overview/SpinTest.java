package io.birdseye.service.overview;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.birdseye.service.overview.ScenarioPlan.Spin;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

@Isolated // it looks at what the JVM shares
class SpinTest {

    @Test
    void aCalibratedSpinTakesAboutTheCpuTimeThatItIsAskedFor() {
        Spin spin = Spin.calibrated();
        spin.run(Duration.ofMillis(50));

        long quickest = Long.MAX_VALUE;
        for (int i = 0; i < 10; i++) {
            long start = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
            spin.run(Duration.ofMillis(20));
            quickest = Math.min(quickest, ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - start);
        }

        // Wide bounds: this says that the unit is right, not how fast a core is.
        assertThat(quickest / 1e6).isBetween(10.0, 60.0);
    }

    @Test
    void noTimeIsNoWorkAndNoStepsAreRefused() {
        new Spin(1).run(Duration.ZERO);

        assertThatThrownBy(() -> new Spin(0)).hasMessageContaining("at least 1 step");
    }
}
