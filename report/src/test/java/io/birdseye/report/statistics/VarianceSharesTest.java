package io.birdseye.report.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.birdseye.report.statistics.VarianceShares.Cell;
import io.birdseye.report.statistics.VarianceShares.Effect;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Figures are powers of two, so that sums of squares are whole multiples of ln(2)² and shares fractions by hand. */
class VarianceSharesTest {

    private static final List<String> FACTORS = List.of("strategy", "jvm", "layout");
    private static final double EXACT = 1e-12;

    /** Exponents of two: of strategy a or b, of jvm g1 or zgc, of layout boxed or primitive, and what comes to each cell. */
    private static List<Cell> cells(int strategy, int jvm, int layout, Extra extra, int blocks) {
        List<Cell> cells = new ArrayList<>();
        for (int s = 0; s < 2; s++) {
            for (int j = 0; j < 2; j++) {
                for (int l = 0; l < 2; l++) {
                    Map<Integer, Double> figures = new TreeMap<>();
                    for (int block = 1; block <= blocks; block++) {
                        int exponent = strategy * s + jvm * j + layout * l + extra.of(s, j, l, block);
                        figures.put(block, 100 * Math.pow(2, exponent));
                    }
                    cells.add(new Cell(
                            List.of(s == 0 ? "a" : "b", j == 0 ? "g1" : "zgc", l == 0 ? "boxed" : "primitive"), figures));
                }
            }
        }
        return cells;
    }

    private interface Extra {

        int of(int strategy, int jvm, int layout, int block);
    }

    /** Of strategy, jvm and layout, of what they do together, and of the blocks; fewer may be given. */
    private static void assertShares(VarianceShares shares, double... expected) {
        List<Double> found = new ArrayList<>();
        for (String factor : FACTORS) {
            shares.effects().stream().filter(effect -> effect.factor().equals(factor)).forEach(effect -> found.add(effect.share()));
        }
        found.addAll(List.of(shares.together(), shares.blocks()));
        for (int i = 0; i < expected.length; i++) {
            assertThat(found.get(i)).as("share %d", i).isCloseTo(expected[i], within(EXACT));
        }
    }

    @Test
    void withoutInteractionTheSharesAreTheSquaresOfTheEffects() {
        // Effects of 1, 2 and 4 doublings: squares 1 : 4 : 16 of 21.
        VarianceShares shares = VarianceShares.of(FACTORS, cells(1, 2, 4, (s, j, l, block) -> 0, 2));

        assertThat(shares.effects()).extracting(Effect::factor).containsExactly("layout", "jvm", "strategy");
        assertShares(shares, 1 / 21.0, 4 / 21.0, 16 / 21.0, 0, 0);
        assertThat(shares.leftOut()).isEmpty();
    }

    @Test
    void anEffectNamesItsValuesAndTheRatioOfTheirGeometricMeans() {
        Effect jvm = VarianceShares.of(FACTORS, cells(0, -3, 0, (s, j, l, block) -> 0, 1)).effects().getFirst();

        assertThat(jvm.factor()).isEqualTo("jvm");
        assertThat(jvm.share()).isCloseTo(1, within(EXACT));
        assertThat(jvm.least()).isEqualTo("zgc");
        assertThat(jvm.most()).isEqualTo("g1");
        assertThat(jvm.ratio()).isCloseTo(8, within(EXACT));
    }

    @Test
    void whatDependsOnACombinationIsNoMainEffect() {
        // One doubling only where jvm and layout are both 1. Of 8 cells 2 have it: the sum of squares is 2 - 4/8 = 3/2;
        // jvm and layout explain 4 * (1/4)² * 2 = 1/2 each, and their combination the remaining 1/2.
        VarianceShares shares = VarianceShares.of(FACTORS, cells(0, 0, 0, (s, j, l, block) -> j * l, 1));

        assertShares(shares, 0, 1 / 3.0, 1 / 3.0, 1 / 3.0);
    }

    @Test
    void whatDiffersBetweenBlocksOfARowIsTheBlocks() {
        // Strategy: one doubling, so 16 figures with squares of 1/4: 4. Blocks: one doubling in every row, 4 too.
        VarianceShares shares = VarianceShares.of(FACTORS, cells(1, 0, 0, (s, j, l, block) -> block, 2));

        assertShares(shares, 0.5, 0, 0, 0, 0.5);
    }

    @Test
    void allSharesAddUpToOne() {
        VarianceShares shares = VarianceShares.of(
                FACTORS, cells(1, -2, 3, (s, j, l, block) -> s * j * (block % 3) + l * block % 2, 5));

        double main = shares.effects().stream().mapToDouble(Effect::share).sum();
        assertThat(main + shares.together() + shares.blocks()).isCloseTo(1, within(EXACT));
    }

    @Test
    void aValueWhoseCombinationsAreMissingIsLeftOutAndTheRestStaysExact() {
        List<Cell> cells = new ArrayList<>(cells(1, 2, 4, (s, j, l, block) -> 0, 2));
        // A third strategy that ran with g1 only, as structured runs on one JDK only.
        cells.add(new Cell(List.of("structured", "g1", "boxed"), Map.of(1, 9e9, 2, 9e9)));
        cells.add(new Cell(List.of("structured", "g1", "primitive"), Map.of(1, 9e9, 2, 9e9)));
        cells.add(new Cell(List.of("structured", "zgc", "boxed"), Map.of()));

        VarianceShares shares = VarianceShares.of(FACTORS, cells);

        assertThat(shares.leftOut()).containsExactly("structured");
        assertShares(shares, 1 / 21.0, 4 / 21.0, 16 / 21.0);
    }

    @Test
    void aBlockThatSomeRowLacksDoesNotCount() {
        List<Cell> cells = new ArrayList<>(cells(1, 2, 4, (s, j, l, block) -> 0, 2));
        Cell first = cells.removeFirst();
        cells.add(new Cell(first.values(), Map.of(1, 100.0)));
        cells.replaceAll(cell -> cell.figures().size() == 1 ? cell : new Cell(cell.values(), Map.of(
                1, cell.figures().get(1), 2, 1e9)));

        VarianceShares shares = VarianceShares.of(FACTORS, cells);

        assertShares(shares, 1 / 21.0, 4 / 21.0, 16 / 21.0, 0, 0);
    }

    @Test
    void equalFiguresHaveNoSharesAndSoHasNothing() {
        assertThat(VarianceShares.of(FACTORS, cells(0, 0, 0, (s, j, l, block) -> 0, 2)).effects()).isEmpty();
        assertThat(VarianceShares.of(FACTORS, List.of()).effects()).isEmpty();
    }
}
