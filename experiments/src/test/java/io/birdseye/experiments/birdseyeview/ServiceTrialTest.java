package io.birdseye.experiments.birdseyeview;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.birdseye.experiments.Claims;
import io.birdseye.experiments.birdseyeview.ServiceTrial.TrialProbe;
import io.birdseye.experiments.claim.Claim;
import io.birdseye.model.Effort;
import io.birdseye.experiments.measure.Experiment;
import io.birdseye.experiments.measure.ExperimentRunner;
import io.birdseye.experiments.measure.Experiment.Needs;
import io.birdseye.experiments.measure.Run;
import io.birdseye.loadtest.Progress;
import io.birdseye.loadtest.trial.Budgets;
import io.birdseye.loadtest.trial.TrialSettings;
import io.birdseye.model.Arrivals;
import io.birdseye.model.Load;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServiceTrialTest {

    @Test
    void aPointAsksForExactlyTheTrialItsNameSays() {
        ServiceTrial trial = ServiceTrial.published("rx").pools(24, 3).users(7).delay(400);
        TrialSettings settings = settings(trial);

        assertThat(trial.name()).isEqualTo("bv/service/rx/24-3/7-users/400ms");
        assertThat(settings.served().strategies()).isEqualTo(List.of("rx"));
        assertThat(settings.load().load()).isEqualTo(Load.closed(7));
        assertThat(settings.work().upstreamDelay()).isEqualTo(Duration.ofMillis(400));
        assertThat(settings.served().budgets()).isEqualTo(new Budgets.Equal(24, 3));
    }

    @Test
    void publishedPoolsAreThoseOfTheArticleWithItsFiftyUsers() {
        TrialSettings settings = settings(ServiceTrial.published("akka"));

        assertThat(settings.served().budgets()).isEqualTo(new Budgets.Published());
        assertThat(settings.load().load()).isEqualTo(Load.closed(50));
        assertThat(settings.served().service().httpThreads()).isGreaterThan(50);
    }

    @Test
    void theArticlesProgramDelayedPostsAndAlbumsOnly() {
        TrialSettings settings = settings(ServiceTrial.published("rx").delayed(ServiceTrial.Delayed.POSTS_AND_ALBUMS));

        assertThat(settings.work().undelayed()).containsExactly("comments", "photos");
        assertThat(settings(ServiceTrial.published("rx")).work().undelayed()).isEmpty();
    }

    @Test
    void topologyAndWaitingOfADisruptorChangeEachByItself() {
        ServiceTrial diamond = ServiceTrial.published("disruptor-diamond").pools(8, 2);

        assertThat(settings(diamond.waiting(ServiceTrial.Waiting.LIBRARY)).served().service().jvmFlags())
                .contains("-Dbirdseye.disruptor.waiting=library");
        assertThat(claim("BV-5").experiments(Effort.QUICK)).extracting(Experiment::name)
                .filteredOn(name -> name.contains("disruptor"))
                .containsExactly("bv/service/disruptor/published/50-users/200ms",
                        "bv/service/disruptor-diamond/8-2/50-users/200ms",
                        "bv/service/disruptor/8-2/50-users/200ms/waits-library",
                        "bv/service/disruptor-diamond/8-2/50-users/200ms/waits-library",
                        "bv/service/disruptor/8-2/50-users/200ms/waits-parking");
    }

    /** Otherwise the steady state of a window cannot be judged. */
    @Test
    void windowsAreLongEnoughToBeJudged() {
        for (Effort effort : Effort.values()) {
            assertThat(ServiceClaims.claims(2))
                    .flatMap(claim -> claim.experiments(effort))
                    .extracting(Experiment::probe)
                    .filteredOn(probe -> probe instanceof TrialProbe)
                    .allSatisfy(probe -> assertThat(((TrialProbe) probe).measuredSeconds())
                            .isGreaterThanOrEqualTo(10));
        }
    }

    @Test
    void onlyTheThreadsForCallsChangeWhereSequentialIsSaidToWin() {
        assertThat(claim("BV-12").experiments(Effort.THOROUGH))
                .extracting(experiment -> settings(experiment).served().budgets())
                .containsOnly(new Budgets.Published(), new Budgets.Equal(16, 2), new Budgets.Equal(200, 2));
    }

    @Test
    void arrivalsDoNotWaitAndAreGivenUpAtTheDeadline() {
        TrialSettings settings = settings(ServiceTrial.published("executor").arrivals(50));

        assertThat(settings.load().load()).isEqualTo(Load.open(50, Arrivals.CONSTANT));
        assertThat(settings.served().service().deadline()).isEqualTo(Optional.of(TrialProbe.OPEN_DEADLINE));
    }

    @Test
    void halfABudgetIsRefused() {
        assertThatThrownBy(() -> ServiceTrial.published("rx").pools(4, 0)).hasMessageContaining("both pools or none");
    }

    @Test
    void withoutTheProgramsOfTheServiceATrialIsNotPossibleAndSaysWhy(@TempDir Path folder) throws Exception {
        Experiment experiment = ServiceTrial.published("rx").experiment(Effort.QUICK).runs(1).needs(Needs.NOTHING);
        try (ExperimentRunner runner = new ExperimentRunner(folder)) {
            runner.measure(List.of(experiment), Progress.NONE);

            Run run = runner.measured(List.of(experiment)).runs().get(experiment.name()).getFirst();
            assertThat(run.ending()).isEqualTo(Run.Ending.NOT_POSSIBLE);
            assertThat(run.detail()).contains("has not been built");
        }
    }

    private static Claim claim(String id) {
        return Claims.ofAllArticles().choose(List.of(id)).getFirst();
    }

    private static TrialSettings settings(ServiceTrial trial) {
        return settings(trial.experiment(Effort.QUICK));
    }

    private static TrialSettings settings(Experiment experiment) {
        return ((TrialProbe) experiment.probe()).settings(Path.of("out"));
    }
}
