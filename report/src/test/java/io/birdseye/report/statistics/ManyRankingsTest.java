package io.birdseye.report.statistics;

import org.junit.jupiter.api.Tag;

@Tag("nightly")
class ManyRankingsTest extends RankingTest {

    @Override
    int tables() {
        return 200;
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
