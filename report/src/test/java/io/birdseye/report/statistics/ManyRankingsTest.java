package io.birdseye.report.statistics;

import org.junit.jupiter.api.Tag;

@Tag("nightly")
class ManyRankingsTest extends RankingTest {

    @Override
    int tables() {
        return 200;
    }

    @Override
    int[] powerStrategies() {
        return new int[] {2, 5, 12, 34};
    }

    @Override
    int[] powerBlocks() {
        return new int[] {3, 5, 10};
    }

    @Override
    int powerTables() {
        return 2_500;
    }

    @Override
    double powerWithin() {
        return 0.02;
    }
}
