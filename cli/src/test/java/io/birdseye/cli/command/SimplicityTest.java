package io.birdseye.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.birdseye.fanout.Shape;
import io.birdseye.planning.advice.StrategyMenu;
import io.birdseye.strategy.SimplicityOrder;
import io.birdseye.strategy.SimplicityOrder.Place;
import io.birdseye.strategy.Strategies;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The order in which advise prefers strategies; all modules with strategies are on this class path. */
class SimplicityTest {

    @Test
    void everyStrategyHasAPlaceAndEveryPlaceAStrategyAndAReason() {
        assertThat(SimplicityOrder.places()).extracting(Place::strategy)
                .doesNotHaveDuplicates()
                .containsExactlyInAnyOrderElementsOf(Strategies.load().namesOnAnyJdk().stream().filter(SimplicityTest::ours).toList());
        assertThat(SimplicityOrder.places()).extracting(Place::why).doesNotHaveDuplicates()
                .allSatisfy(why -> assertThat(why).isNotBlank().doesNotEndWith("."));
    }

    @Test
    void theMenuOfAdviceIsInThatOrder() {
        List<StrategyMenu.Option> menu = new CatalogMenu(Strategies.load(), List.of(), Shape.TWO_BY_TWO).with(8, 2);

        assertThat(menu).extracting(StrategyMenu.Option::name).filteredOn(SimplicityTest::ours)
                .containsExactlyElementsOf(SimplicityOrder.places().stream()
                        .map(Place::strategy)
                        .filter(Strategies.load().names()::contains)
                        .toList());
    }

    /** Tests of other modules register strategies that misbehave, where they share a class path with this one. */
    private static boolean ours(String name) {
        return !name.startsWith("test-");
    }
}
