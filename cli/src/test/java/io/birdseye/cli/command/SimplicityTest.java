package io.birdseye.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.birdseye.fanout.Shape;
import io.birdseye.planning.advice.StrategyMenu;
import io.birdseye.strategy.Strategies;
import io.birdseye.strategy.StrategyEntry;
import io.birdseye.strategy.StrategyInfo.Simplicity;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The order in which advise prefers strategies; all modules with strategies are on this class path. */
class SimplicityTest {

    @Test
    void everyStrategyHasAPlaceOfItsOwnAndAReason() {
        Strategies strategies = Strategies.load();
        List<Simplicity> places = Stream.concat(strategies.all().stream(), strategies.onLaterJdks().stream())
                // Tests of other modules register strategies that misbehave, where they share a class path with this one.
                .filter(entry -> !entry.name().startsWith("test-"))
                .map(entry -> entry.info().simplicity())
                .toList();

        assertThat(places).hasSizeGreaterThan(30);
        assertThat(places).extracting(Simplicity::rank).doesNotHaveDuplicates().doesNotContain(Integer.MAX_VALUE);
        assertThat(places).extracting(Simplicity::why).doesNotHaveDuplicates()
                .allSatisfy(why -> assertThat(why).isNotBlank().doesNotEndWith("."));
    }

    @Test
    void theMenuOfAdviceIsInThatOrder() {
        Strategies strategies = Strategies.load();
        List<StrategyMenu.Option> menu = new CatalogMenu(strategies, List.of(), Shape.TWO_BY_TWO).with(8, 2);

        assertThat(menu).extracting(StrategyMenu.Option::name).startsWith("sequential", "virtual-threads")
                .containsExactlyElementsOf(strategies.all().stream()
                        .sorted(Comparator.comparing(entry -> entry.info().simplicity().rank()))
                        .map(StrategyEntry::name)
                        .toList());
    }
}
