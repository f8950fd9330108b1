package io.birdseye.experiments;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.birdseye.experiments.claim.Article;
import io.birdseye.experiments.claim.Claim;
import io.birdseye.experiments.claim.Claim.Meaning;
import io.birdseye.experiments.claim.Verdict;
import io.birdseye.experiments.claim.Ledger;
import io.birdseye.experiments.claim.LedgerFiles;
import io.birdseye.experiments.claim.TerminalLedger;
import io.birdseye.model.Effort;
import io.birdseye.experiments.measure.Experiment;
import io.birdseye.experiments.measure.Measurements;
import io.birdseye.experiments.measure.Experiment.Needs;
import io.birdseye.experiments.measure.Probe;
import io.birdseye.experiments.measure.ProbeContext;
import io.birdseye.model.Machine;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class ClaimsRunTest {

    @TempDir
    private Path folder;

    private final List<String> heard = new ArrayList<>();

    /** Records one figure. */
    public record One() implements Probe {
        @Override
        public void measure(ProbeContext context) {
            context.record("figure", 2);
        }
    }

    /** A claim that its figure is above one. */
    private static Claim small(String id, Experiment experiment) {
        Claim.Text text = new Claim.Text(id, Article.TR, "It is | more.", "1", "A cause.", "One.", "Above.", "Above.");
        Meaning meaning = new Meaning(Meaning.Half.CAUSE, null, null, null, "Explained.");
        return new Claim(text, meaning, effort -> List.of(experiment))
                .effect(measured -> above(measured, experiment))
                .cause(measured -> above(measured, experiment).not());
    }

    private static Verdict above(Measurements measured, Experiment experiment) {
        return Verdict.above("figure", measured.value(experiment, "figure"), 1);
    }

    @Test
    void everyClaimIsJudgedAndWrittenAndTheLedgerReadsBackTheSame() throws Exception {
        Claims claims = new Claims(List.of(
                small("TR-2", Experiment.of(new One()).named("one").runs(2)),
                small("TR-1", Experiment.of(new One()).named("two").needs(new Needs(0, Long.MAX_VALUE, 0, 0)))));

        Ledger ledger = run(claims);

        assertThat(heard).startsWith("3 JVMs for 2 claims")
                .contains("TR-2 one", "TR-2 effect confirmed, cause not reproduced here")
                .endsWith("TR-1 effect not testable here, cause not testable here");
        assertThat(ledger.entries()).extracting(entry -> entry.text().id()).containsExactly("TR-1", "TR-2");
        assertThat(new LedgerFiles(folder).load(Machine.here())).isEqualTo(ledger);
        assertThat(Files.readString(folder.resolve("claims.md")))
                .contains("| [TR-2](#tr-2) | It is \\| more. | confirmed | not reproduced here |")
                .contains("**Effect: confirmed.**\n  - figure: 2, claimed > 1")
                .contains("MB of free disk")
                .contains("`./birdseye claims run TR-2 --effort quick`");
    }

    @Test
    void aRunAfterAnInterruptionMeasuresOnlyTheRest() throws Exception {
        Experiment first = Experiment.of(new One()).named("one");
        run(new Claims(List.of(small("TR-1", first))));
        heard.clear();

        Ledger ledger = run(new Claims(List.of(
                small("TR-1", first), small("TR-2", first), small("TR-3", Experiment.of(new One()).named("three")))));

        assertThat(heard).startsWith("1 JVM for 3 claims").contains("TR-3 three").doesNotContain("TR-1 one");
        assertThat(ledger.entries()).hasSize(3);
    }

    @Test
    void anUnknownClaimIsNamedWithWhatIsKnown() {
        assertThatThrownBy(() -> Claims.ofAllArticles().choose(List.of("an-1", "XX-9")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("XX-9")
                .hasMessageContaining("TR-6")
                .hasMessageNotContaining("[an-1");
        assertThat(Claims.ofAllArticles().choose(List.of("an-1"))).hasSize(1);
    }

    @Test
    void twoClaimsOfTheSameIdAreRefused() {
        Claim claim = small("TR-1", Experiment.of(new One()).named("one"));

        assertThatThrownBy(() -> new Claims(List.of(claim, claim))).hasMessageContaining("TR-1");
    }

    @Test
    void theTerminalTableKeepsToItsWidth() throws Exception {
        Ledger ledger = run(new Claims(List.of(small("TR-1", Experiment.of(new One()).named("one").runs(2)))));

        assertThat(TerminalLedger.render(ledger, 100).lines()).allSatisfy(line ->
                assertThat(line.length()).isLessThan(101))
                .anySatisfy(line -> assertThat(line).contains("TR-1", "confirmed", "not reproduced here"));
        assertThat(folder.resolve("claims.md")).content().contains("## TR: " + Article.TR.title());
    }

    /** The published bounds, for two cores. */
    @ParameterizedTest
    @CsvSource({"QUICK, 45", "NORMAL, 90", "THOROUGH, 300"})
    void allClaimsTogetherKeepToTheTimeOfTheirEffort(Effort effort, int minutes) {
        ClaimsRun run = new ClaimsRun(Claims.ofAllArticles(), effort, folder);

        assertThat(run.estimate(List.of())).isLessThan(Duration.ofMinutes(minutes));
        assertThat(run.estimate(List.of("TR-5"))).isLessThan(run.estimate(List.of()).dividedBy(10));
    }

    /** With a usual limit of 10,000 or 20,000 for a process, no claim is to end as not testable. */
    @ParameterizedTest
    @EnumSource(Effort.class)
    void noExperimentNeedsMoreDescriptorsThanAProcessMayUsuallyOpen(Effort effort) {
        for (Claim claim : Claims.ofAllArticles().all()) {
            assertThat(claim.experiments(effort)).allSatisfy(experiment ->
                    assertThat(experiment.needs().descriptors()).as(experiment.name()).isLessThan(10_000));
        }
    }

    @Test
    void experimentsOfOneNameAreOneMeasurement() {
        for (Effort effort : Effort.values()) {
            Map<String, Experiment> all = new HashMap<>();
            for (Claim claim : Claims.ofAllArticles().all()) {
                for (Experiment experiment : claim.experiments(effort)) {
                    Experiment known = all.putIfAbsent(experiment.name(), experiment);
                    assertThat(known == null || known.equals(experiment)).as(experiment.name()).isTrue();
                }
            }
        }
    }

    private Ledger run(Claims claims) throws Exception {
        return new ClaimsRun(claims, Effort.QUICK, folder).run(
                List.of(), (phase, doneSeconds, totalSeconds) -> heard.add(phase));
    }
}
