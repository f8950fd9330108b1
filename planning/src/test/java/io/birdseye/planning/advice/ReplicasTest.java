package io.birdseye.planning.advice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.birdseye.planning.advice.Advice.Reachability;
import org.junit.jupiter.api.Test;

class ReplicasTest {

    private static Replicas replicas(double cpuMs, double rate, Double p99Ms, Double busiest) {
        return replicas(cpuMs, rate, p99Ms, busiest, 0);
    }

    private static Replicas replicas(double cpuMs, double rate, Double p99Ms, Double busiest, Integer lost) {
        return Replicas.advise(AdvisorTest.MENU, Question.ofEqualCalls(4, 200, cpuMs, rate, 2, p99Ms), busiest, lost);
    }

    @Test
    void withoutAWordThereIsHeadRoomForOneThatIsLost() {
        Replicas several = replicas(4, 5_000, 400.0, null, null);
        Advice.Recommendation each = several.each().recommendation();

        assertThat(each).isNotNull();
        assertThat(several.lost()).isEqualTo(1);
        assertThat(several.count()).as("10 cores x 2, of which 70 %% are to be busy").isEqualTo(15);
        assertThat(several.busy()).isCloseTo(20.0 / 30, within(1e-9));
        assertThat(several.busyAfterLoss()).isCloseTo(20.0 / 28, within(1e-9));
        assertThat(several.each().question().perSecond()).isCloseTo(5_000 / 14.0, within(1e-9));
        assertThat(each.predicted().p99Ms()).isLessThanOrEqualTo(400);
        assertThat(several.usual().p99Ms()).as("of a lower load").isLessThanOrEqualTo(each.predicted().p99Ms());
        assertThat(several.callsInFlight()).isCloseTo(4_000, within(1e-6));
        assertThat(several.connections()).isEqualTo(15L * each.io()).isGreaterThan(4_000);
        assertThat(several.render()).contains(
                "Replicas: 15 instances with 2 cores each, 333/s for each",
                "Head-room: 1 of them may be lost. The other 14 then take 357/s each and are 71 % busy",
                "All together: 4,000 upstream calls in flight on average, and at most");
    }

    @Test
    void oneMoreIsTakenWhereTheOthersWouldNotMeetTheObjectiveAfterALoss() {
        Replicas none = replicas(50, 50, 400.0, null, 0);
        Replicas one = replicas(50, 50, 400.0, null, 1);
        Replicas two = replicas(50, 50, 400.0, null, 2);

        assertThat(none.count()).isEqualTo(2);
        assertThat(one.count()).as("two would leave one, which has not enough cores").isEqualTo(3);
        assertThat(two.count()).isEqualTo(4);
        assertThat(one.each().question().perSecond()).isEqualTo(25);
        assertThat(none.render()).contains("There is no head-room for one that is lost");
    }

    @Test
    void aSingleInstanceGetsAnotherOneOnlyIfItMayBeLost() {
        assertThat(replicas(22, 50, 400.0, null, null).count()).isEqualTo(1);
        Replicas two = replicas(22, 50, 400.0, null, 1);

        assertThat(two.count()).isEqualTo(2);
        assertThat(two.each().question().perSecond()).as("the other one carries all").isEqualTo(50);
    }

    @Test
    void oneInstanceIsAdvisedWhereItCarriesTheRate() {
        Replicas one = replicas(22, 50, 400.0, null);

        assertThat(one.count()).isEqualTo(1);
        assertThat(one.each().recommendation()).isNotNull();
        assertThat(one.render()).startsWith("Take '").contains("Replicas: one instance with 2 cores carries 50/s");
    }

    @Test
    void whatOneInstanceCannotCarryIsSharedByMore() {
        Replicas several = replicas(50, 50, 400.0, null);

        assertThat(several.alone().reachability()).isEqualTo(Reachability.NOT_ENOUGH_CORES);
        assertThat(several.count()).isEqualTo(2);
        assertThat(several.each().question().perSecond()).isEqualTo(25);
        assertThat(several.each().recommendation()).isNotNull();
        assertThat(several.render())
                .startsWith("One instance: No pool size carries 50/s: they need 2.50 cores of 2.")
                .contains("Replicas: 2 instances with 2 cores each, 25/s for each: 50/s need 2.50 cores, and each instance is"
                        + " 63 % busy; at most 70 % is wanted.");
    }

    @Test
    void aWantedUtilisationTakesAsManyInstancesAsKeepToIt() {
        Replicas several = replicas(22, 50, 400.0, 0.3);

        assertThat(several.alone().recommendation()).as("one would do").isNotNull();
        assertThat(several.count()).isEqualTo(2);
        assertThat(replicas(22, 50, 400.0, 0.6).count()).isEqualTo(1);
        assertThat(replicas(22, 50, 400.0, 0.1).count()).isEqualTo(6);
    }

    @Test
    void anObjectiveBelowTheFloorIsNotReachedByAnyNumber() {
        Replicas none = replicas(50, 50, 210.0, null);

        assertThat(none.count()).isEqualTo(1);
        assertThat(none.each().recommendation()).isNull();
        assertThat(none.render()).contains("more instances, up to 100,000, would not reach it either");
    }
}
