package io.birdseye.planning.advice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.birdseye.model.Arrivals;
import io.birdseye.model.Topology;
import io.birdseye.planning.advice.Advice.Reachability;
import io.birdseye.planning.advice.Advice.Recommendation;
import io.birdseye.planning.advice.ScenarioQuestion.CpuCosts;
import io.birdseye.planning.simulation.SimulationResult;
import io.birdseye.scenario.InvalidScenario;
import io.birdseye.scenario.Scenario;
import io.birdseye.scenario.ScenarioFile;
import io.birdseye.scenario.Scenarios;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AdvisorTest {

    /** The four topologies that the strategies of all libraries have. */
    static final StrategyMenu MENU = (io, cpu) -> List.of(
            option("sequential", new Topology(true, true, io, List.of(), cpu, List.of(), false)),
            option("parallel calls, HTTP thread waits", new Topology(false, true, io, List.of(), cpu, List.of(), false)),
            option("one pool", new Topology(false, false, io, List.of(), cpu, List.of(), true)),
            option("two pools", new Topology(false, false, io, List.of(), cpu, List.of(), false)));

    private static final Advice MAIN_CASE = flags(22, 50, 400.0);

    private static Topology twoPools(int io, int cpu) {
        return new Topology(false, false, io, List.of(), cpu, List.of(), false);
    }

    private static StrategyMenu.Option option(String name, Topology topology) {
        return new StrategyMenu.Option(name, topology, true, "it is listed there");
    }

    private static Advice flags(double cpuMs, double rate, Double p99Ms) {
        return Advisor.advise(MENU, Question.ofEqualCalls(4, 200, cpuMs, rate, 2, p99Ms));
    }

    private static Question question(Scenario scenario, CpuCosts costs, int cores) {
        return ScenarioQuestion.of(scenario, Optional.empty(), Optional.empty(), costs, cores);
    }

    @Test
    void aPossibleObjectiveGetsAPoolThatMeetsItAndEveryStepHasItsSource() {
        Advice advice = MAIN_CASE;
        Recommendation recommendation = advice.recommendation();

        assertThat(advice.reachability()).isEqualTo(Reachability.REACHABLE);
        assertThat(recommendation.io()).isBetween(44, 60);
        assertThat(recommendation.cpu()).isEqualTo(2);
        assertThat(recommendation.predicted().p99Ms()).isBetween(222.0, 400.0);
        assertThat(recommendation.maxInFlight()).isGreaterThanOrEqualTo(24);
        String reasons = advice.render().lines()
                .skip(2)
                .takeWhile(line -> !line.startsWith("Why "))
                .collect(Collectors.joining("\n"));
        assertThat(Pattern.compile("\n\n").split(reasons.strip()))
                .hasSize(7)
                .allSatisfy(reason -> assertThat(reason)
                        .as("topic, sentence, arithmetic and source")
                        .matches("[^\n]+:\n  [^\n]+\\.\n  [^\n]+\n  \\([^\n]+\\)"));
        assertThat(reasons)
                .contains("  50/s × 22 ms of CPU / 2 cores = 55 %\n", "  50/s × 800 ms of calls = 40; / 90 % = 45\n");
        // His formulas are for calls that arrive one at a time, and the calls of a request start together.
        assertThat(reasons).doesNotContain("Erlang");
        assertThat(recommendation.predicted().get(SimulationResult.Figure.P99_MS).halfWidth()).isBetween(0.1, 20.0);
        assertThat(advice.conclusion()).matches(".* a predicted p99 of [0-9]+ ± [0-9.]+ ms; the objective is 400 ms\\.");
        assertThat(advice.whatIfs()).isNotEmpty();
        assertThat(advice.render())
                .startsWith("Take 'parallel calls, HTTP thread waits' with " + recommendation.io() + " threads")
                .contains("50/s need 1.10 cores of 2: 55 % busy")
                .contains("What would help")
                .contains("Assumed:")
                .contains("these do not meet it even with unlimited pools: 'sequential' (p99 8");
    }

    @Test
    void anImpossibleRateIsAnAnswerWithTheCoresItNeeds() {
        Advice advice = flags(50, 50, 400.0);

        assertThat(advice.reachability()).isEqualTo(Reachability.NOT_ENOUGH_CORES);
        assertThat(advice.conclusion())
                .isEqualTo("No pool size carries 50/s: they need 2.50 cores of 2. The cores carry 40/s at most.");
        assertThat(advice.recommendation()).isNull();
        assertThat(advice.whatIfs().getFirst().name()).isEqualTo("one more core");
        assertThat(advice.render()).contains("125 %");
    }

    @Test
    void anObjectiveBelowTheFloorIsAnAnswerToo() {
        Advice advice = flags(22, 20, 150.0);

        assertThat(advice.reachability()).isEqualTo(Reachability.BELOW_THE_FLOOR);
        assertThat(advice.conclusion())
                .startsWith("No pool size reaches a p99 of 150 ms: a request that is alone takes longer, and")
                .contains("20/s need 0.44 cores of 2");
    }

    @Test
    void anObjectiveThatFailsForWantOfCoresSaysHowLongRequestsTake() {
        Advice advice = flags(22, 77, 240.0);

        assertThat(advice.reachability()).isEqualTo(Reachability.TOO_MUCH_WAITING);
        assertThat(advice.conclusion()).contains("77/s need 1.69 cores of 2, and the p99 is ");
        assertThat(advice.recommendation()).isNull();
        assertThat(advice.render()).contains("\nWith unlimited pools:\n");
    }

    @Test
    void whereTimeIsPlentyTheSimplestStrategyIsTaken() {
        Advice advice = flags(10, 5, 2000.0);

        assertThat(advice.recommendation().strategy()).isEqualTo("sequential");
        assertThat(advice.recommendation().predicted().p99Ms()).isBetween(810.0, 2000.0);
    }

    @Test
    void whereNoStrategyOnTheMenuCanThatIsSaid() {
        StrategyMenu onlyInTurn = (io, cpu) -> MENU.with(io, cpu).subList(0, 1);

        Advice advice = Advisor.advise(onlyInTurn, Question.ofEqualCalls(4, 200, 22, 20, 2, 400.0));

        assertThat(advice.reachability()).isEqualTo(Reachability.NO_STRATEGY);
        assertThat(advice.conclusion()).startsWith("None of the strategies reaches a p99 of ");
    }

    @Test
    void requestsThatFailBecauseTheirUpstreamsDoAreNoReasonToPassEveryStrategyOver() throws InvalidScenario {
        for (double failureRate : new double[] {0.01, 0.3}) {
            Question question = question(failing(failureRate), CpuCosts.ASSUMED, 2);

            Advice advice = Advisor.advise(MENU, question);

            assertThat(question.work().failingShare()).isCloseTo(1 - Math.pow(1 - failureRate, 4), within(1e-9));
            assertThat(advice.reachability()).as("a failure rate of %s", failureRate).isEqualTo(Reachability.REACHABLE);
            assertThat(advice.recommendation().strategy()).as("as without failures").isEqualTo("parallel calls, HTTP thread waits");
        }
    }

    /** What fails for want of threads still counts. */
    @Test
    void aStrategyThatAnswersTooFewOfTheRequestsThatCouldSucceedDoesNotKeepUp() {
        assertThat(SimulationResult.keepsUp(46.6, 50, 0.0394)).isTrue();
        assertThat(SimulationResult.keepsUp(46.5, 50, 0.0394)).isFalse();
        assertThat(SimulationResult.keepsUp(48.4, 50, 0)).isFalse();
    }

    /** Four calls of 200 ms at 20 requests/s. */
    private static Scenario failing(double failureRate) throws InvalidScenario {
        String call = "{ name: c%d, latency: 200ms, payload: 1kB, failureRate: " + failureRate + " }";
        String calls = IntStream.range(0, 4).mapToObj(i -> call.formatted(i)).collect(Collectors.joining(", "));
        return ScenarioFile.parse("x.yaml", """
                        name: x
                        groups: [{ name: g, calls: [%s], cpu: { time: 4ms } }]
                        objective: { p99: 400ms, rate: 20 }
                        """.formatted(calls), List.of())
                .scenario();
    }

    @Test
    void withoutAnObjectiveThePoolIsSizedSoThatItHardlyShows() {
        Advice advice = flags(4, 20, null);
        Recommendation recommendation = advice.recommendation();

        assertThat(recommendation.predicted().p99Ms()).isLessThan(1.1 * 230);
        assertThat(advice.conclusion()).doesNotContain("objective");
    }

    @Test
    void callsThatHoldNoThreadArePreferredWhereManyWait() {
        StrategyMenu menu = (io, cpu) -> List.of(
                new StrategyMenu.Option("threads", twoPools(io, cpu), true, "simple"),
                new StrategyMenu.Option("events", twoPools(io, cpu), false, "less simple"));

        Advice more = Advisor.advise(menu, Question.ofEqualCalls(4, 300, 10, 60, 2, 700.0));
        Question question = Question.ofEqualCalls(4, 50, 2, 50, 2, 200.0);
        Advice few = Advisor.advise(menu, question);

        assertThat(more.recommendation().io()).isBetween(72, 150);
        assertThat(more.recommendation().strategy()).isEqualTo("events");
        assertThat(more.render()).contains("without a thread for each call in progress, which would be more than 50 threads");
        assertThat(few.recommendation().io()).isLessThan(50);
        assertThat(few.recommendation().strategy()).isEqualTo("threads");
        assertThat(Advisor.advise(menu, question)).as("equal questions get equal answers").isEqualTo(few);
    }

    @Tag("nightly")
    @ParameterizedTest
    @ValueSource(strings = {"checkout-page", "search-aggregator"})
    void forEveryOtherShippedScenarioToo(String name) {
        forAShippedScenarioThePoolMeetsTheObjectiveAndHalfOfItDoesNot(name);
    }

    @ParameterizedTest
    @ValueSource(strings = {"overview", "cpu-heavy-report"})
    void forAShippedScenarioThePoolMeetsTheObjectiveAndHalfOfItDoesNot(String name) {
        Advice advice = Advisor.advise(MENU, question(Scenarios.load(name).scenario(), CpuCosts.ASSUMED, 2));
        Recommendation recommendation = advice.recommendation();

        assertThat(advice.reachability()).isEqualTo(Reachability.REACHABLE);
        assertThat(advice.pools())
                .filteredOn(point -> point.io() == recommendation.io())
                .singleElement()
                .satisfies(point -> assertThat(point.meetsObjective()).isTrue());
        assertThat(advice.pools().getFirst())
                .satisfies(point -> assertThat(point.io()).isEqualTo(recommendation.io() / 2))
                .satisfies(point -> assertThat(point.meetsObjective()).isFalse());
        assertThat(advice.pools()).extracting(Advice.Outlook::io).isSorted();
        assertThat(advice.question().assumptions()).isNotEmpty();
    }

    @Test
    void aScenarioBecomesTheWorkThatItDescribes() {
        Scenario scenario = Scenarios.load(Scenarios.OVERVIEW).scenario();

        Question question = question(scenario, new CpuCosts(2, 0.5, 10, "made up"), 4);

        assertThat(question.perSecond()).isEqualTo(50);
        assertThat(question.p99Ms()).isEqualTo(400);
        assertThat(question.arrivals()).isEqualTo(Arrivals.POISSON);
        assertThat(question.work().combineMs()).isCloseTo(20, within(1e-9));
        assertThat(question.work().cpuMs()).isCloseTo(20 + 9.94, within(1e-9));
        assertThat(question.primitive().combineMs()).isCloseTo(5, within(1e-9));
        assertThat(question.assumptions()).anyMatch(text -> text.contains("made up"));
    }

    private static Question pooled(double rate, String fields) throws InvalidScenario {
        return question(ScenarioFile.parse("x.yaml", """
                name: x
                pools: { db: { size: 10, wait: 1s } }
                groups:
                  - name: g
                    calls:
                      - { name: user, latency: 5ms, pool: db, then: orders }
                      - { name: orders, latency: 200ms, pool: db, then: offers }
                      - { name: offers, latency: 80ms, probability: 0.4, timeout: 300ms }
                objective: { rate: %s, p99: %s }
                """.formatted(rate, fields), List.of()).scenario(), CpuCosts.ASSUMED, 2);
    }

    @Test
    void aChainIsAdvisedAsTheSumOfItsCalls() throws InvalidScenario {
        Advice advice = Advisor.advise(MENU, pooled(10, "1s"));

        assertThat(advice.question().parallelP99Ms()).isCloseTo(285, within(1e-6));
        assertThat(advice.question().inTurnMeanMs()).isCloseTo(237, within(1e-6));
        assertThat(advice.render()).contains("slowest of 1 chain of 3 calls, each the sum of its calls: 285 ms at p99");
    }

    @Test
    void aPoolThatRequestsShareIsTheLimitWhereItIsAndIsSized() throws InvalidScenario {
        Advice advice = Advisor.advise(MENU, pooled(60, "500ms"));

        assertThat(advice.reachability()).isEqualTo(Reachability.POOL_TOO_SMALL);
        assertThat(advice.sharedPools()).singleElement().satisfies(pool -> {
            assertThat(pool.heldMs()).isCloseTo(205, within(1e-9));
            assertThat(pool.highestPerSecond()).isCloseTo(48.78, within(0.01));
            assertThat(pool.enough()).isBetween(14, 20);
            assertThat(pool.use()).isNull();
        });
        assertThat(advice.conclusion()).matches("Pool 'db' \\(10 places, held 205 ms by a request\\) carries at most 48\\.8/s, and no strategy"
                + " carries more: 60/s are asked for\\. \\d+ places would do\\.");
        assertThat(advice.whatIfs()).anySatisfy(change -> {
            assertThat(change.name()).endsWith(" places in pool 'db'");
            assertThat(change.meetsObjective()).isTrue();
        });
    }

    @Test
    void aPoolThatIsLargeEnoughIsToldWithItsWaitsAndWithWhatHappensAboveItsRate() throws InvalidScenario {
        Advice advice = Advisor.advise(MENU, pooled(25, "400ms"));

        assertThat(advice.reachability()).isEqualTo(Reachability.REACHABLE);
        assertThat(advice.sharedPools()).singleElement().satisfies(pool -> {
            assertThat(pool.enough()).isBetween(6, 10);
            assertThat(pool.busy()).isCloseTo(25 * 0.0205, within(1e-9));
        });
        PoolOverload above = advice.overload().orElseThrow();
        assertThat(above.unbounded().mean(SimulationResult.Figure.FAILED_SHARE)).isGreaterThan(0.1);
        assertThat(above.bounded().mean(SimulationResult.Figure.FAILED_SHARE)).isLessThan(0.05);
        assertThat(above.bounded().p50Ms()).isLessThan(above.unbounded().p50Ms() / 2);
        assertThat(advice.render()).contains("Virtual threads without a bound of their own queue at the pool without end", "10 places / 205 ms = 48.8/s");
    }

    @Test
    void aScenarioThatNamesNoRateIsToldWhatToAdd() throws InvalidScenario {
        Scenario scenario = ScenarioFile.parse("x.yaml", """
                        name: x
                        groups: [{ name: g, calls: [{ name: c, latency: 1ms }] }]
                        load: { users: 5 }
                        """, List.of())
                .scenario();

        assertThatThrownBy(() -> question(scenario, CpuCosts.ASSUMED, 2))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("names no rate")
                .hasMessageContaining("objective:");
    }

    @Test
    void numbersThatMakeNoSenseAreRefusedByName() {
        assertThatThrownBy(() -> Question.ofEqualCalls(0, 200, 22, 50, 2, null)).hasMessageContaining("calls");
        assertThatThrownBy(() -> Question.ofEqualCalls(4, 200, 22, 0, 2, null)).hasMessageContaining("rate");
        assertThatThrownBy(() -> Question.ofEqualCalls(4, -1, 22, 50, 2, null)).hasMessageContaining("-1");
        assertThatThrownBy(() -> Question.ofEqualCalls(4, 200, 22, 50, 2, -4.0)).hasMessageContaining("p99");
    }
}
