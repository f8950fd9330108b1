package io.birdseye.planning.sweep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SweepTest {

    private static SweepAxis axis(String text) {
        return SweepAxis.parse(text);
    }

    @Test
    void anAxisIsAListASumOrAProduct() {
        assertThat(axis("io-threads=8,16,24")).isEqualTo(new SweepAxis("io-threads", List.of(8.0, 16.0, 24.0)));
        assertThat(axis("rate=10..50 by 20").values()).containsExactly(10.0, 30.0, 50.0);
        assertThat(axis("io-threads=8..70 x2").values()).containsExactly(8.0, 16.0, 32.0, 64.0);
        assertThat(axis("memory=0..1 by 0.1").values()).hasSize(11);
        assertThat(axis("io-threads=8,16").describe()).isEqualTo("io-threads = 8, 16");
    }

    @Test
    void whatIsNoAxisIsRefusedWithWhatIsAllowed() {
        assertThatThrownBy(() -> axis("io")).hasMessageContaining("'io' is not an axis").hasMessageContaining("8,16,32");
        assertThatThrownBy(() -> axis("io-threads=8")).hasMessageContaining("1 values");
        assertThatThrownBy(() -> axis("io-threads=16,8")).hasMessageContaining("must rise");
        assertThatThrownBy(() -> axis("io-threads=8..64 by 0")).hasMessageContaining("never gets");
        assertThatThrownBy(() -> axis("io-threads=8..64 x1")).hasMessageContaining("never gets");
        assertThatThrownBy(() -> axis("io-threads=1..1000000 by 1")).hasMessageContaining("allowed are 2 to 100");
    }

    @Test
    void everyPointIsMeasuredOnceInAnOrderThatFollowsFromTheSeed() {
        SweepPlan plan = new SweepPlan(List.of(axis("io-threads=8,16,32"), axis("rate=10,20,30,40")), 7);

        assertThat(plan.grid()).hasSize(12);
        List<String> strategies = List.of("executor", "rx");
        assertThat(plan.order(strategies)).hasSize(24).doesNotHaveDuplicates();
        assertThat(plan.order(strategies).stream().map(SweepPlan.Step::values).distinct())
                .containsExactlyInAnyOrderElementsOf(plan.grid());
        assertThat(plan.order(strategies)).isEqualTo(new SweepPlan(plan.axes(), 7).order(strategies));
        assertThat(plan.order(strategies)).isNotEqualTo(new SweepPlan(plan.axes(), 8).order(strategies));
    }

    @Test
    void threeSettingsOrOneTwiceAreRefused() {
        SweepAxis io = axis("io-threads=8,16");

        assertThatThrownBy(() -> new SweepPlan(List.of(io, axis("rate=1,2"), axis("latency=1ms,2ms")), 1))
                .hasMessageContaining("one or two");
        assertThatThrownBy(() -> new SweepPlan(List.of(io, axis("io-threads=1,2")), 1)).hasMessageContaining("both are io-threads");
    }

    @Test
    void theKneeOfASaturatingPoolIsWhereItSaturates() {
        List<Knee.CurvePoint> curve = IntStream.rangeClosed(1, 16)
                .mapToObj(i -> new Knee.CurvePoint(8 * i, Math.min(50, 8 * i / 0.8)))
                .toList();

        assertThat(Knee.of(curve)).hasValue(new Knee.CurvePoint(40, 50));
    }

    @Test
    void aStraightLineAndAFallingCurveHaveNoKnee() {
        assertThat(Knee.of(List.of(new Knee.CurvePoint(1, 1), new Knee.CurvePoint(2, 2), new Knee.CurvePoint(3, 3)))).isEmpty();
        assertThat(Knee.of(List.of(new Knee.CurvePoint(1, 3), new Knee.CurvePoint(2, 2), new Knee.CurvePoint(3, 1)))).isEmpty();
        assertThat(Knee.of(List.of(new Knee.CurvePoint(1, 1), new Knee.CurvePoint(2, 2)))).isEmpty();
    }
}
