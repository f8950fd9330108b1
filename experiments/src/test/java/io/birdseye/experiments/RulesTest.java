package io.birdseye.experiments;

import static org.assertj.core.api.Assertions.assertThat;

import io.birdseye.experiments.claim.Claim;
import io.birdseye.experiments.claim.Claim.Judgement;
import io.birdseye.experiments.claim.Verdict.Kind;
import io.birdseye.model.Effort;
import io.birdseye.experiments.measure.Experiment;
import io.birdseye.experiments.measure.Measurements;
import io.birdseye.experiments.measure.Run;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** No verdict is decided in advance: made-up measurements must bring out each of a rule's verdicts. */
public class RulesTest {

    public static List<Example> examples() {
        return Example.all();
    }

    static List<Claim> claims() {
        return Claims.ofAllArticles().all();
    }

    @ParameterizedTest
    @MethodSource("examples")
    void clearMeasurementsGiveTheVerdictsTheyMust(Example example) {
        Judgement judgement = example.claim().judge(example.clear());

        assertThat(judgement.effect().kind()).as(judgement.effect().reason()).isEqualTo(example.effect());
        assertThat(judgement.cause().kind()).as(judgement.cause().reason()).isEqualTo(example.cause());
        assertThat(judgement.explanation()).isNotBlank();
    }

    @ParameterizedTest
    @MethodSource("examples")
    void repeatsThatAgreeInNothingAreInconclusive(Example example) {
        Judgement judgement = example.claim().judge(example.blurred());

        assertThat(judgement.effect().kind()).as(judgement.effect().reason()).isEqualTo(Kind.INCONCLUSIVE);
        Kind cause = example.claim().text().publishedCause() == null ? Kind.NOT_TESTABLE : Kind.INCONCLUSIVE;
        assertThat(judgement.cause().kind()).as(judgement.cause().reason()).isEqualTo(cause);
    }

    @ParameterizedTest
    @MethodSource("examples")
    void whatTheMachineCannotDoIsNotTestableWithTheNumbers(Example example) {
        Judgement judgement = example.claim().judge(example.impossible());

        assertThat(judgement.effect().kind()).isEqualTo(Kind.NOT_TESTABLE);
        assertThat(judgement.effect().reason()).contains("needs 2 MB of free memory, and there are 1");
        assertThat(judgement.cause().kind()).isEqualTo(Kind.NOT_TESTABLE);
    }

    /** Windows that moved do not change the verdict, but a reader must know of them. */
    @Test
    void aVerdictTellsHowManyWindowsWereSteady() {
        Claim claim = claims().stream().filter(each -> each.text().id().equals("BV-2")).findFirst().orElseThrow();
        String variant = claim.experiments(Effort.QUICK).getFirst().name();
        Measurements some = new Measurements(Map.of(variant, List.of(
                new Run(Run.Ending.FINISHED, "", Map.of(Measurements.STEADY, 1.0)),
                new Run(Run.Ending.FINISHED, "", Map.of(Measurements.STEADY, 0.0)),
                new Run(Run.Ending.FINISHED, "", Map.of()))));

        assertThat(claim.judge(some).effect().lines()).contains("1 of 2 windows that could be judged were steady");
        assertThat(claim.judge(new Measurements(Map.of())).effect().notes()).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("claims")
    void nothingMeasuredIsNotTestable(Claim claim) {
        Judgement judgement = claim.judge(new Measurements(Map.of()));

        assertThat(judgement.effect().kind()).isEqualTo(Kind.NOT_TESTABLE);
        assertThat(judgement.cause().kind()).isEqualTo(Kind.NOT_TESTABLE);
    }

    @ParameterizedTest
    @MethodSource("claims")
    void examplesShowEveryRuleConfirmedAndRefuted(Claim claim) {
        List<Example> own = examples().stream()
                .filter(example -> example.claim().text().id().equals(claim.text().id()))
                .toList();

        assertThat(own.stream().map(Example::effect)).as(claim.text().id()).contains(Kind.CONFIRMED, Kind.NOT_REPRODUCED);
        if (claim.text().publishedCause() != null) {
            assertThat(own.stream().map(Example::cause)).contains(Kind.CONFIRMED, Kind.NOT_REPRODUCED);
        }
    }

    @ParameterizedTest
    @MethodSource("examples")
    void aRuleAsksOnlyForVariantsThatItsClaimMeasures(Example example) {
        for (Effort effort : Effort.values()) {
            Set<String> measured =
                    example.claim().experiments(effort).stream().map(Experiment::name).collect(Collectors.toSet());
            Map<String, List<Run>> known = example.clear().runs();

            assertThat(measured).containsAll(known.keySet());
        }
    }

    @Test
    void everyClaimOfTheArticlesIsListed() {
        assertThat(Claims.ofAllArticles().texts()).extracting("id").containsExactly(
                "BV-1", "BV-2", "BV-3", "BV-4", "BV-5", "BV-6", "BV-7", "BV-8", "BV-9", "BV-10", "BV-11", "BV-12",
                "FJ-1", "FJ-2", "FJ-3", "FJ-4", "RX-1", "RX-2", "RX-3", "RX-4", "AN-1", "AN-2", "AN-3", "AN-4", "AN-5",
                "TR-1", "TR-2", "TR-3", "TR-4", "TR-5", "TR-6");
    }
}
