package io.birdseye.loadtest.recipe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.birdseye.loadtest.program.JavaProgram;
import io.birdseye.loadtest.program.Programs;
import io.birdseye.loadtest.trial.Budgets;
import io.birdseye.loadtest.trial.LocalSite;
import io.birdseye.loadtest.trial.PhaseFigures;
import io.birdseye.loadtest.trial.Served;
import io.birdseye.loadtest.trial.ServiceOptions;
import io.birdseye.loadtest.trial.Site;
import io.birdseye.loadtest.trial.Work;
import io.birdseye.loadtest.trial.OfferedLoads;
import io.birdseye.model.Arrivals;
import io.birdseye.model.Layout;
import io.birdseye.report.result.ValidityBounds;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OverloadTest {

    @Test
    void recoveryEndsWithTheLastSecondThatWasNotWell() {
        assertThat(OfferedLoads.recoverySeconds(List.of(true, true, true))).isZero();
        assertThat(OfferedLoads.recoverySeconds(List.of(false, true, true))).isEqualTo(1);
        assertThat(OfferedLoads.recoverySeconds(List.of(false, true, false, true))).isEqualTo(3);
        assertThat(OfferedLoads.recoverySeconds(List.of(false, true, false))).as("never").isEqualTo(4);
    }

    @Test
    void withItsDefaultsItTakesLessThanSixMinutes() {
        assertThat(new Overload.Plan(List.of("executor", "rx"), Duration.ofSeconds(60), Arrivals.POISSON).span()).isLessThan(Duration.ofMinutes(6));
    }

    /** A load that steps up and down, as none of the fixed strategies carries: what is lost to the best of them in each phase. */
    @Test
    @Tag("nightly")
    void adaptiveLosesAtMostATenthOfWhatTheBestFixedStrategyOfEachPhaseAnswers(@TempDir Path folder) throws Exception {
        Programs programs = Programs.builtIn(Path.of("..").toAbsolutePath().normalize(), JavaProgram.thisJava());
        Served served = new Served(
                List.of(Overload.ADAPTIVE), new Budgets.Equal(40, Runtime.getRuntime().availableProcessors()),
                Work.article(Duration.ofMillis(200), 5, Layout.BOXED),
                new ServiceOptions(100_000, 1_000, Optional.empty(), Programs.serviceJvmFlags()));
        List<Double> capacities = List.of(0.3, 0.9, 2.0, 0.6, 1.5, 0.3);
        try (Site.Session session = new LocalSite(programs).open(folder)) {
            Overload.Scale scale = new Overload(
                    served, session, 1, new Overload.Plan(List.of(), Duration.ofSeconds(1), Arrivals.POISSON), System.out::println,
                    phase -> {}).scale();
            double[] best = new double[capacities.size()];
            for (String strategy : List.of("sequential", "executor", "http-async")) {
                double[] goodput = goodput(scale, strategy, capacities);
                Arrays.setAll(best, phase -> Math.max(best[phase], goodput[phase]));
            }
            double[] adaptive = goodput(scale, Overload.ADAPTIVE, capacities);

            Double others = scale.others();
            assumeThat(others == null || others <= ValidityBounds.MAX_OTHERS).as("other programs took %s of the cores", others).isTrue();
            assertThat(Arrays.stream(adaptive).sum()).as("%s against the best fixed ones, %s", Arrays.toString(adaptive), Arrays.toString(best))
                    .isGreaterThan(0.9 * Arrays.stream(best).sum());
        }
    }

    private static double[] goodput(Overload.Scale scale, String strategy, List<Double> capacities) throws Exception {
        return scale.offer(strategy, "stepped-" + strategy, scale.steps(capacities, Duration.ofSeconds(8)), Arrivals.POISSON).stream()
                .mapToDouble(PhaseFigures::goodput)
                .toArray();
    }
}
