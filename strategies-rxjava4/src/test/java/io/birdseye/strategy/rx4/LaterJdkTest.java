package io.birdseye.strategy.rx4;

import static org.assertj.core.api.Assertions.assertThat;

import io.birdseye.strategy.Strategies;
import io.birdseye.strategy.StrategyEntry;
import org.junit.jupiter.api.Test;

/** Runs on the JDK that builds, and again on the one of JAVA26_HOME. */
class LaterJdkTest {

    private static final String[] NAMES = {"rx4-nonblocking", "rx4-virtual"};

    private final Strategies strategies = Strategies.load();

    @Test
    void anOlderJdkLeavesThemOutWithTheReasonAndALaterOneHasThem() {
        int here = Runtime.version().feature();
        if (here >= 26) {
            assertThat(strategies.names()).contains(NAMES);
            assertThat(strategies.leftOut()).doesNotContainKeys(NAMES);
            assertThat(strategies.onLaterJdks()).isEmpty();
        } else {
            assertThat(strategies.names()).contains("rx3").doesNotContain(NAMES);
            assertThat(strategies.leftOut())
                    .containsEntry("rx4-virtual", "it needs JDK 26 or later; this is JDK " + here);
            assertThat(strategies.onLaterJdks()).extracting(StrategyEntry::name).containsExactly(NAMES);
        }
        assertThat(strategies.namesOnAnyJdk()).contains("rx3").contains(NAMES).doesNotHaveDuplicates();
    }

    @Test
    void whatTheyAreCanBeReadOnEveryJdk() {
        assertThat(new Rx4Strategies().entries()).allSatisfy(entry -> {
            assertThat(entry.info().summary()).startsWith("RxJava 4");
            assertThat(entry.family()).isEqualTo("rx4");
        });
    }
}
