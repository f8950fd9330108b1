package io.birdseye.experiments;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.birdseye.experiments.claim.Article;
import io.birdseye.experiments.claim.Claim;
import io.birdseye.experiments.claim.ClaimText;
import io.birdseye.experiments.claim.Verdict;
import io.birdseye.experiments.ledger.Entry;
import io.birdseye.experiments.ledger.Ledger;
import io.birdseye.experiments.ledger.LedgerFiles;
import io.birdseye.experiments.ledger.Machine;
import io.birdseye.experiments.ledger.MarkdownLedger;
import io.birdseye.experiments.ledger.TerminalLedger;
import io.birdseye.experiments.measure.Effort;
import io.birdseye.experiments.measure.Measurements;
import io.birdseye.experiments.measure.Needs;
import io.birdseye.experiments.measure.Point;
import io.birdseye.experiments.measure.Probe;
import io.birdseye.experiments.measure.Recorder;
import io.birdseye.experiments.measure.Run;
import io.birdseye.experiments.measure.Settings;
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
    public static final class One implements Probe {
        @Override
        public void measure(Settings settings, Recorder recorder) {
            recorder.record("figure", 2);
        }
    }

    /** A claim that its figure is above one. */
    private record Small(String id, Point point) implements Claim {

        @Override
        public ClaimText text() {
            return new ClaimText(id, Article.TR, "It is | more.", "1", "A cause.", "One.", "Above.", "Above.");
        }

        @Override
        public List<Point> points(Effort effort) {
            return List.of(point);
        }

        @Override
        public Verdict effect(Measurements measurements) {
            return Verdict.above("figure", measurements.value(point.name(), "figure"), 1);
        }

        @Override
        public Verdict cause(Measurements measurements) {
            return effect(measurements).not();
        }

        @Override
        public String explanation(Verdict.Kind effect, Verdict.Kind cause) {
            return "Explained.";
        }
    }

    @Test
    void everyClaimIsJudgedAndWrittenAndTheLedgerReadsBackTheSame() throws Exception {
        Claims claims = new Claims(List.of(
                new Small("TR-2", Point.of("one", One.class).runs(2)),
                new Small("TR-1", Point.of("two", One.class).needs(new Needs(0, Long.MAX_VALUE, 0, 0)))));

        Ledger ledger = run(claims);

        assertThat(heard).startsWith("2 claims, 3 runs").contains("run one FINISHED", "TR-2 CONFIRMED REFUTED")
                .endsWith("TR-1 NOT_TESTABLE NOT_TESTABLE");
        assertThat(ledger.entries()).extracting(entry -> entry.text().id()).containsExactly("TR-1", "TR-2");
        assertThat(new LedgerFiles(folder).load(Machine.here())).isEqualTo(ledger);
        assertThat(Files.readString(folder.resolve("claims.md")))
                .contains("| [TR-2](#tr-2) | It is \\| more. | confirmed | refuted |")
                .contains("**Effect: confirmed.**\n  - figure: 2, claimed > 1")
                .contains("MB of free disk")
                .contains("`./birdseye claims run TR-2 --quick`");
    }

    @Test
    void aRunAfterAnInterruptionMeasuresOnlyTheRest() throws Exception {
        Point first = Point.of("one", One.class);
        run(new Claims(List.of(new Small("TR-1", first))));
        heard.clear();

        Ledger ledger = run(new Claims(List.of(
                new Small("TR-1", first), new Small("TR-2", first), new Small("TR-3", Point.of("three", One.class)))));

        assertThat(heard).startsWith("3 claims, 1 runs").contains("run three FINISHED").doesNotContain("run one "
                + "FINISHED");
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
        Claim claim = new Small("TR-1", Point.of("one", One.class));

        assertThatThrownBy(() -> new Claims(List.of(claim, claim))).hasMessageContaining("TR-1");
    }

    @Test
    void theTerminalTableKeepsToItsWidth() throws Exception {
        Ledger ledger = run(new Claims(List.of(new Small("TR-1", Point.of("one", One.class).runs(2)))));

        assertThat(TerminalLedger.render(ledger, 100).lines()).allSatisfy(line ->
                assertThat(line.length()).isLessThan(101))
                .anySatisfy(line -> assertThat(line).contains("TR-1", "confirmed", "refuted"));
        assertThat(MarkdownLedger.render(ledger)).contains("## TR: " + Article.TR.title());
    }

    /** The published bounds, for two cores. */
    @ParameterizedTest
    @CsvSource({"QUICK, 25", "FULL, 120"})
    void allClaimsTogetherKeepToTheTimeOfTheirEffort(Effort effort, int minutes) {
        Map<String, Duration> points = new HashMap<>();
        for (Claim claim : Claims.ofAllArticles().all()) {
            claim.points(effort).forEach(point -> points.put(point.name(),
                    point.expected().multipliedBy(point.runs())));
        }

        assertThat(points.values().stream().reduce(Duration.ZERO, Duration::plus))
                .isLessThan(Duration.ofMinutes(minutes));
    }

    /** With a usual limit of 10,000 or 20,000 for a process, no claim is to end as not testable. */
    @ParameterizedTest
    @EnumSource(Effort.class)
    void noPointNeedsMoreDescriptorsThanAProcessMayUsuallyOpen(Effort effort) {
        for (Claim claim : Claims.ofAllArticles().all()) {
            assertThat(claim.points(effort)).allSatisfy(point ->
                    assertThat(point.needs().descriptors()).as(point.name()).isLessThan(10_000));
        }
    }

    @Test
    void thePointsOfOneNameAreOneMeasurement() {
        for (Effort effort : Effort.values()) {
            Map<String, Point> points = new HashMap<>();
            for (Claim claim : Claims.ofAllArticles().all()) {
                for (Point point : claim.points(effort)) {
                    Point known = points.putIfAbsent(point.name(), point);
                    assertThat(known == null || known.equals(point)).as(point.name()).isTrue();
                }
            }
        }
    }

    private Ledger run(Claims claims) throws Exception {
        return new ClaimsRun(claims).run(RunRequest.of(List.of(), Effort.QUICK, folder), new Hearing());
    }

    private final class Hearing implements RunListener {

        @Override
        public void started(int claims, int runs, Duration expected) {
            heard.add(claims + " claims, " + runs + " runs");
        }

        @Override
        public void claimStarted(ClaimText claim) {}

        @Override
        public void runStarted(Point point) {}

        @Override
        public void runFinished(Point point, Run run, int runsLeft, Duration timeLeft) {
            heard.add("run " + point.name() + " " + run.outcome());
        }

        @Override
        public void claimFinished(Entry entry) {
            heard.add(entry.text().id() + " " + entry.judgement().effect().kind() + " "
                    + entry.judgement().cause().kind());
        }
    }
}
