package io.birdseye.report.capacity;

import static org.assertj.core.api.Assertions.assertThat;

import io.birdseye.report.capacity.Bound.Resource;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class SimilarBoundsTest {

    private static Bound io(double perSecond) {
        return new Bound(Resource.IO_POOL, perSecond, "I/O pool");
    }

    private static List<List<Double>> grouped(Bound... bounds) {
        return SimilarBounds.among(List.of(bounds), bound -> bound).stream()
                .map(group -> group.rows().stream().map(Bound::perSecond).toList())
                .toList();
    }

    @Test
    void aGroupReachesFivePercentAboveItsLowestAndNoFurther() {
        assertThat(grouped(io(20), io(10.5), io(10), io(10.51), io(10.2)))
                .containsExactly(List.of(10.0, 10.2, 10.5), List.of(10.51), List.of(20.0));
    }

    @Test
    void whatAnotherResourceBoundsStandsApart() {
        assertThat(grouped(io(10), new Bound(Resource.CORES, 10.1, "cores"), io(10.2)))
                .containsExactly(List.of(10.0, 10.2), List.of(10.1));
    }

    @Test
    void unboundedOnesStandTogetherAndNothingMakesNoGroup() {
        assertThat(grouped(Bound.notKnown("?"), Bound.notKnown("?"))).hasSize(1);
        assertThat(grouped()).isEmpty();
    }

    @Test
    void theRangeHasBothEndsOrOne() {
        assertThat(SimilarBounds.among(List.of(io(10.2), io(10)), bound -> bound).getFirst().range())
                .isEqualTo("10.0/s to 10.2/s (the lowest: I/O pool)");
        assertThat(SimilarBounds.among(List.of(io(10)), bound -> bound).getFirst().range()).isEqualTo("10.0/s (I/O pool)");
    }

    @Test
    void everyRowIsInOneGroupAndNoGroupIsWiderThanItSays() {
        Random random = new Random(7);
        List<Bound> bounds = Stream.generate(() -> new Bound(
                        Resource.values()[random.nextInt(4)], 1 + random.nextInt(400) / 10.0, "x"))
                .limit(300)
                .toList();

        List<SimilarBounds<Bound>> groups = SimilarBounds.among(bounds, bound -> bound);

        assertThat(groups.stream().flatMap(group -> group.rows().stream())).containsExactlyInAnyOrderElementsOf(bounds);
        assertThat(groups).allSatisfy(group -> assertThat(group.highest().perSecond())
                .isLessThanOrEqualTo(group.lowest().perSecond() * (1 + SimilarBounds.TOLERANCE)));
    }
}
