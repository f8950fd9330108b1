package io.birdseye.planning.point;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.birdseye.loadtest.trial.Work;
import io.birdseye.model.Latency;
import io.birdseye.model.Layout;
import io.birdseye.model.Load;
import io.birdseye.scenario.Scenario.Call;
import io.birdseye.scenario.Scenarios;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PointSettingsTest {

    private static final ServiceLimits BY_LOAD =
            new ServiceLimits(Optional.empty(), Optional.of(2), Optional.empty(), Optional.empty());
    private static final PointSettings POINT = new PointSettings(
            "rx", Load.open(30), Work.article(Duration.ofMillis(100), 5, Layout.BOXED), BY_LOAD, Duration.ofSeconds(5));

    @Test
    void everySettingCanBeChanged() {
        assertThat(PointSettings.NAMES).allSatisfy(name -> assertThat(POINT.with(name, 7)).isNotEqualTo(POINT));
        assertThat(POINT.with("latency", 50).work().upstreams().getFirst()).first().extracting(Call::latency).isEqualTo(new Latency.Fixed(50));
        assertThat(POINT.with("io-threads", 7).describe()).isEqualTo("rx, pool 7, open, 30/s at random, 100 ms");
    }

    @Test
    void anUnknownSettingIsRefusedWithThoseThereAre() {
        assertThatThrownBy(() -> PointSettings.name("threads")).hasMessageContaining("http-threads");
    }

    @Test
    void anArticlesPointKeepsPoolsAndLoadForOtherMemory() {
        PointSettings other = POINT.with("memory", 10);

        assertThat(POINT.with("io-threads", 40).forWork(other)).isEqualTo(other.with("io-threads", 40));
    }

    @Test
    void aScenariosPointIsLoadedLightlyAndSizedAnew() {
        PointSettings scenario = new PointSettings(
                "rx", Load.open(60), POINT.work().withScenario(Optional.of(Scenarios.load("checkout-page"))),
                BY_LOAD, Duration.ofSeconds(2));

        PointSettings point = POINT.with("io-threads", 40).forWork(scenario);

        assertThat(point.load()).isEqualTo(Load.open(30));
        assertThat(point.limits()).isEqualTo(BY_LOAD);
        assertThat(point.work()).isEqualTo(scenario.work());
        assertThat(point.deadline()).isEqualTo(Duration.ofSeconds(2));
        assertThat(POINT.with("users", 9).forWork(scenario).load()).isEqualTo(Load.closed(8));
    }
}
