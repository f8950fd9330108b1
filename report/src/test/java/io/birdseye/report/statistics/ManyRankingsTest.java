package io.birdseye.report.statistics;

import java.util.List;
import org.junit.jupiter.api.Tag;

@Tag("nightly")
class ManyRankingsTest extends RankingTest {

    @Override
    Effort effort() {
        return new Effort(200, List.of(2, 5, 12, 34), List.of(3, 5, 10), 2_500, 0.02);
    }
}
