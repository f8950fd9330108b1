package io.birdseye.benchmarks;

import io.birdseye.benchmarks.Figure.Target;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.birdseye.benchmarks.CapacityCurve.DataPoint;
import java.util.List;
import org.junit.jupiter.api.Test;

class CapacityCurveTest {

    private static DataPoint point(int users, double perSecond, double cpuMs) {
        return new DataPoint(users, perSecond, cpuMs, 0.1, 0);
    }

    private static CapacityCurve curve(DataPoint... points) {
        CapacityCurve curve = new CapacityCurve();
        List.of(points).forEach(curve::add);
        return curve;
    }

    @Test
    void theTopIsHeldAgainstWhatTheCoresCanCarryAndTheWorstBeyondAgainstTheTop() {
        List<Figure> figures = curve(
                        point(10, 40, 20), point(20, 90, 20), point(40, 95, 20), point(60, 76, 25), point(80, 93, 20))
                .figures("http-async", 2);

        assertThat(figures).extracting(Figure::measured).satisfiesExactly(
                share -> assertThat(share).isCloseTo(0.95, within(1e-9)),
                fall -> assertThat(fall).isCloseTo(0.2, within(1e-9)));
        assertThat(figures).extracting(Figure::met).containsExactly(true, false);
        assertThat(figures.getFirst().note()).contains("95.0/s of 100.0/s at 20.0 ms").doesNotContain("stolen");
    }

    @Test
    void aCurveThatRisesToItsEndHasNoFallAndKeepsNoPromiseAboutIt() {
        CapacityCurve rising = curve(point(10, 40, 20), point(20, 90, 20));
        CapacityCurve fallen = curve(point(10, 60, 20), point(20, 50, 20));

        assertThat(rising.rises()).isTrue();
        assertThat(fallen.rises()).isFalse();
        Figure unseen = rising.figures("executor", 2).getLast();
        assertThat(unseen.target()).isEqualTo(Target.none());
        assertThat(unseen.note()).endsWith("nothing beyond was measured");
        Figure seen = fallen.figures("executor", 2).getLast();
        assertThat(seen.met()).isFalse();
        assertThat(seen.note()).doesNotContain("nothing beyond");
    }

    @Test
    void aLuckyTrialIsNotTheTopOnceItHasBeenMeasuredAgain() {
        CapacityCurve curve = curve(point(20, 90, 20), point(40, 140, 12), point(80, 115, 15), point(160, 125, 14))
                .add(point(40, 128, 14))
                .add(point(40, 126, 14.2))
                .add(point(80, 124, 14.5))
                .add(point(80, 126, 14.4));

        List<Figure> figures = curve.figures("executor", 2);

        assertThat(figures).extracting(Figure::measured).satisfiesExactly(
                share -> assertThat(share).isCloseTo(128 / (2 / 0.014), within(1e-9)),
                fall -> assertThat(fall).isCloseTo(1 - 124.0 / 128, within(1e-9)));
        assertThat(figures.getFirst().low()).isCloseTo(140 / (2 / 0.012), within(1e-9));
        assertThat(figures.getLast().note()).contains("40 users 140.0, 128.0, 126.0/s; 80 users 115.0, 124.0, 126.0/s");
    }

    @Test
    void coresThatAHypervisorGaveAwayCarryNothing() {
        List<Figure> figures = curve(new DataPoint(40, 57, 28, 0.2, 0.2)).figures("executor", 2);

        assertThat(figures.getFirst().measured()).isCloseTo(57 / (1.6 / 0.028), within(1e-9));
        assertThat(figures.getFirst().note()).contains("(20 % stolen)");
    }
}
