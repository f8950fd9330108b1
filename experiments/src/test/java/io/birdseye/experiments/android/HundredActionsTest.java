package io.birdseye.experiments.android;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.birdseye.experiments.android.Framework.HundredActions;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class HundredActionsTest {

    @ParameterizedTest
    @EnumSource(Framework.class)
    void everyFrameworkRunsEveryActionOnceAndWaitsForAll(Framework framework) throws Exception {
        Map<Integer, Integer> done = new ConcurrentHashMap<>();

        try (HundredActions hundred = framework.open()) {
            hundred.run(seed -> done.merge(seed, 1, Integer::sum));
            assertThat(done).hasSize(100);
            hundred.run(seed -> done.merge(seed, 1, Integer::sum));
        }

        assertThat(done).hasSize(100).allSatisfy((seed, times) -> assertThat(times).isEqualTo(2));
        assertThat(done.keySet()).containsExactlyInAnyOrderElementsOf(IntStream.range(0, 100).boxed().toList());
    }

    @ParameterizedTest
    @EnumSource(Framework.class)
    void anActionThatFailsFailsTheRun(Framework framework) throws Exception {
        try (HundredActions hundred = framework.open()) {
            assertThatThrownBy(() -> hundred.run(seed -> {
                if (seed == 42) {
                    throw new IllegalStateException("as asked");
                }
            })).hasStackTraceContaining("as asked");
        }
    }

    @Test
    void arithmeticIsThePowerAsFarAsAFloatReaches() {
        assertThat(Action.ARITHMETIC.apply(0)).isEqualTo(1);
        assertThat(Action.ARITHMETIC.apply(3)).isEqualTo(27);
        assertThat(Action.ARITHMETIC.apply(99)).isEqualTo(Integer.MAX_VALUE);
    }

    @Test
    void listsKeepTheSquaresAboveFive() {
        assertThat(Action.manipulate(4)).hasSize(2).containsValue(3.3f * 3.3f).containsKeys("2.3", "3.3");
        assertThat(Action.LISTS.apply(99)).isEqualTo(97);
        assertThat(Action.manipulate(0)).isEmpty();
    }

    @Test
    void mixedTakesEveryFifthFromTheNetworkAndTheRestByItsDivisors() {
        assertThat(Action.MIXED.apply(5)).isEqualTo(Action.NETWORK.apply(5));
        assertThat(Action.MIXED.apply(9)).isEqualTo(Action.STORAGE.apply(9));
        assertThat(Action.MIXED.apply(8)).isEqualTo(Action.LISTS.apply(8));
        assertThat(Action.MIXED.apply(7)).isEqualTo(Action.ARITHMETIC.apply(7));
    }

    @Test
    void defaultRunsNoMoreAtOnceThanItDocuments() throws Exception {
        int documented = Math.max(2, Runtime.getRuntime().availableProcessors());

        assertThat(AndroidClaims.DefaultConcurrencyProbe.peak(Framework.COROUTINE_CPU_LIMIT)).isBetween(1, documented);
    }
}
