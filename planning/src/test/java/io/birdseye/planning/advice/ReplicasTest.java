package io.birdseye.planning.advice;

import static org.assertj.core.api.Assertions.assertThat;

import io.birdseye.planning.advice.Advice.Reachability;
import org.junit.jupiter.api.Test;

class ReplicasTest {

    private static Replicas replicas(double cpuMs, double rate, Double p99Ms, Double busiest) {
        return Replicas.advise(AdvisorTest.MENU, Question.ofEqualCalls(4, 200, cpuMs, rate, 2, p99Ms), busiest);
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
                .startsWith("One instance: No pool size reaches it: 50/s need 2.50 cores of 2.")
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
