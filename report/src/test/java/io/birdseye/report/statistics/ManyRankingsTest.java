package io.birdseye.report.statistics;

import org.junit.jupiter.api.Tag;

@Tag("nightly")
class ManyRankingsTest extends RankingTest {

    @Override
    int tables() {
        return 200;
    }
}
