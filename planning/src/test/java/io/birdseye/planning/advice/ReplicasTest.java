package io.birdseye.planning.advice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReplicasTest {

    private static Replicas replicas(double cpuMs, double rate, double p99Ms, @Nullable Double busiest, @Nullable Integer lost) {
        return Replicas.advise(AdvisorTest.MENU, Question.ofEqualCalls(2, 200, cpuMs, rate, 2, p99Ms), busiest, lost);
    }

    @Test
    void withoutAWordThereIsHeadRoomForOneThatIsLost() {
        Replicas several = replicas(4, 5_000, 400, null, null);
        Advice.Recommendation each = several.each().recommendation();

        assertThat(several.lost()).isEqualTo(1);
        assertThat(several.count()).as("10 cores x 2, of which 70 %% are to be busy").isEqualTo(15);
        assertThat(several.busy()).isCloseTo(20.0 / 30, within(1e-9));
        assertThat(several.busyAfterLoss()).isCloseTo(20.0 / 28, within(1e-9));
        assertThat(several.each().question().perSecond()).isCloseTo(5_000 / 14.0, within(1e-9));
        assertThat(each.predicted().p99Ms()).isLessThanOrEqualTo(400);
        assertThat(several.usual().p99Ms()).as("of a lower load").isLessThanOrEqualTo(each.predicted().p99Ms());
        assertThat(several.callsInFlight()).isCloseTo(2_000, within(1e-6));
        assertThat(several.connections()).isEqualTo(15L * each.io()).isGreaterThan(2_000);
        assertThat(several.render()).contains(
                "Replicas: 15 instances with 2 cores each, 333/s for each",
                "Head-room: 1 of them may be lost. The other 14 then take 357/s each and are 71 % busy",
                "All together: 2,000 upstream calls in flight on average, and at most");
    }

    @Test
    void whatOneInstanceCannotCarryIsSharedByMore() {
        Replicas several = replicas(50, 50, 400, null, 0);

        assertThat(several.alone().reachability()).isEqualTo(Advice.Reachability.NOT_ENOUGH_CORES);
        assertThat(several.count()).isEqualTo(2);
        assertThat(several.each().question().perSecond()).isEqualTo(25);
        assertThat(several.each().recommendation()).isNotNull();
        assertThat(several.render())
                .startsWith("One instance: No pool size carries 50/s: they need 2.50 cores of 2.")
                .contains("Replicas: 2 instances with 2 cores each, 25/s for each: 50/s need 2.50 cores, and each instance is"
                        + " 63 % busy; at most 70 % is wanted.", "There is no head-room for one that is lost");
    }

    @Test
    void oneInstanceIsAdvisedWhereItCarriesTheRate() {
        Replicas one = replicas(22, 50, 400, null, null);

        assertThat(one.count()).isEqualTo(1);
        assertThat(one.each().recommendation()).isNotNull();
        assertThat(one.render()).startsWith("Take '").contains("Replicas: one instance with 2 cores carries 50/s");
    }

    @ParameterizedTest(name = "{5}")
    @CsvSource({
        "50,     , 1, 3, 25, two would leave one that has not enough cores",
        "50,     , 2, 4, 25, and so would three of which two are lost",
        "22,     , 1, 2, 50, a single one gets another only if it may be lost and that carries all",
        "22,  0.6, 0, 1, 50, one is less busy than is wanted",
        "22, 0.25, 0, 3, 16.666666666666668, one would do but would be busier than is wanted",
    })
    void asManyAreAdvisedAsLossesAndUtilisationTake(
            double cpuMs, @Nullable Double busiest, int lost, int count, double rateOfEach, String why) {
        Replicas several = replicas(cpuMs, 50, 400, busiest, lost);

        assertThat(several.count()).as(why).isEqualTo(count);
        assertThat(several.each().question().perSecond()).isEqualTo(rateOfEach);
        assertThat(several.alone().recommendation() == null).isEqualTo(cpuMs == 50);
    }

    @Test
    void anObjectiveBelowTheFloorIsNotReachedByAnyNumber() {
        Replicas none = replicas(50, 50, 210, null, 0);

        assertThat(none.count()).isEqualTo(1);
        assertThat(none.each().recommendation()).isNull();
        assertThat(none.render()).contains("more instances, up to 100,000, would not reach it either");
    }
}
