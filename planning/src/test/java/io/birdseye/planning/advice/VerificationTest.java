package io.birdseye.planning.advice;

import static org.assertj.core.api.Assertions.assertThat;

import io.birdseye.model.Arrivals;
import io.birdseye.model.Load;
import io.birdseye.planning.simulation.ServiceModel;
import io.birdseye.planning.simulation.Simulation.RunLength;
import io.birdseye.planning.simulation.Simulation;
import io.birdseye.planning.sweep.SweepAxis;
import io.birdseye.planning.sweep.SweepResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class VerificationTest {

    @Test
    void adviceThatIsMeasuredSaysWhetherItHeldAndDrawsBoth() {
        Question question = Question.ofEqualCalls(4, 200, 5, 50, 2, 400.0);
        Advice advice = Advisor.advise(AdvisorTest.MENU, question);
        Advice.Recommendation recommended = Objects.requireNonNull(advice.recommendation());

        Verification held = verification(question, recommended, 300, 1900);
        assertThat(held.text())
                .contains("Measured on this machine, open, 50/s at random:", "The recommended pool meets the objective, with arrivals at random.", "Half of it does not.")
                .contains(recommended.io() + " threads  predicted ");
        assertThat(VerificationPage.render(held, advice, measured(recommended, 300, 1900))).contains("data-chart", "predicted: ", "objective: ", "not met");

        Verification missed = verification(question, recommended, 700, 1900);
        assertThat(missed.sentences()).first().asString().startsWith("Half of it does not");
        assertThat(missed.sentences()).last().asString()
                .startsWith("The recommended pool does not meet the objective here: predicted were");

        Verification near = verification(question, recommended, 405, 1900);
        assertThat(near.sentences()).last().asString().startsWith("Not shown either way: the p99 of 405 ms is above the objective");
        assertThat(near.confirmed()).isEmpty();
        assertThat(missed.confirmed()).contains(false);
        assertThat(held.confirmed()).contains(true);

        Verification generous = verification(question, recommended, 300, 350);
        assertThat(generous.sentences()).first().asString().startsWith("Half of it meets the objective too");
    }

    /** At equal distances nothing waits, and the measurement would confirm a pool that misses the objective of 400 ms. */
    @Test
    void aPoolThatIsTooSmallPassesAtEqualDistancesOnly() {
        assertThat(p99OfFortyFiveThreads(Arrivals.CONSTANT)).isLessThan(250);
        assertThat(p99OfFortyFiveThreads(Arrivals.POISSON)).isGreaterThan(450);
        assertThat(Question.ofEqualCalls(4, 200, 22, 50, 2, 400.0).load()).isEqualTo(Load.open(50, Arrivals.POISSON));
    }

    private static double p99OfFortyFiveThreads(Arrivals arrivals) {
        return Simulation.run(
                        new ServiceModel(
                                AdvisorTest.MENU.topology("two pools", 45, 2), Question.ofEqualCalls(4, 200, 22, 50, 2, 400.0).work(), 2, 0,
                                200, 500, 500, 5_000),
                        Load.open(50, arrivals), new RunLength(20_000, 60_000, 60_000, 5, 1))
                .p99Ms();
    }

    private static Verification verification(
            Question question, Advice.Recommendation recommended, double p99Ms, double halfP99Ms) {
        return Verification.of(
                question, recommended, io -> AdvisorTest.MENU.topology(recommended.strategy(), io, 2),
                measured(recommended, p99Ms, halfP99Ms));
    }

    private static SweepResult measured(Advice.Recommendation recommended, double p99Ms, double halfP99Ms) {
        List<Double> pools = Verification.pools(recommended);
        List<SweepResult.SweepPoint> points = new ArrayList<>();
        for (double io : pools) {
            double p99 = io < recommended.io() ? halfP99Ms : p99Ms;
            points.add(new SweepResult.SweepPoint(
                    points.size(), recommended.strategy(), Map.of("io-threads", io),
                    new SweepResult.PointFigures(50, 50, 0, 1_200, p99 / 2, p99, p99, 5, 0.3, null), null));
        }
        return new SweepResult(
                1, "now", "./birdseye advise --verify", "2 cores", "", List.of(new SweepAxis("io-threads", pools)), points);
    }
}
