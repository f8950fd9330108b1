package io.birdseye.report.latency;

import static org.assertj.core.api.Assertions.assertThat;

import io.birdseye.report.result.Trial.WarmUpPart;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** When a service was warm; what is said of windows is in {@link LatencyLogTest}. */
class SteadinessTest {

    private static List<WarmUpPart> seconds(double[] p50Ms, double[] cpuMs) {
        return IntStream.range(0, p50Ms.length).mapToObj(i -> new WarmUpPart(i, p50Ms[i], cpuMs[i])).toList();
    }

    /** Measured: `executor` at 40/s, whose calls of 200 ms hide from the response time that the code is not compiled yet. */
    @Test
    void aServiceIsWarmWhenItsCpuTimeIsOnTheLevelOfTheWindow() {
        double[] p50Ms = {249, 243, 242, 245, 238, 240, 239, 242, 239};
        double[] cpuMs = {80, 97.3, 45.9, 47.2, 37.1, 41.9, 29.2, 32, 31.5};

        assertThat(Steadiness.steadyAfter(seconds(p50Ms, cpuMs), 242, 29.0).orElseThrow()).isEqualTo(6);
        assertThat(Steadiness.steadyAfter(seconds(p50Ms, cpuMs), 242, null)).as("nobody knows its CPU time").hasValue(0);
    }

    @Test
    void whatWasSlowerToTheEndWasNotWarmBeforeTheWindow() {
        double[] cpuMs = {30, 31, 30, 29, 30, 31, 30, 29};

        assertThat(Steadiness.steadyAfter(seconds(new double[] {400, 390, 405, 395, 401, 399, 402, 398}, cpuMs), 240, 30.0)).isEmpty();
        assertThat(Steadiness.steadyAfter(seconds(new double[] {400, 390, 405, 242, 239, 241, 240, 243}, cpuMs), 240, 30.0)).hasValue(3);
        assertThat(Steadiness.steadyAfter(seconds(new double[] {241, 390, 242, 239, 240, 241, 240, 243}, cpuMs), 240, 30.0)).as("one slow second is none").hasValue(0);
    }
}
