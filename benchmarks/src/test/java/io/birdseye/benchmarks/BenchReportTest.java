package io.birdseye.benchmarks;

import io.birdseye.benchmarks.Figure.Target;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.birdseye.benchmarks.BenchReport.Outcome;
import io.birdseye.model.Effort;
import io.birdseye.model.Exit;
import io.birdseye.model.Machine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BenchReportTest {

    @TempDir
    private Path folder;

    private static BenchReport report(Figure... figures) {
        return new BenchReport(Machine.here(), List.of(outcome("start", figures)));
    }

    private static Outcome outcome(String bench, Figure... figures) {
        return new Outcome(bench, "Starts fast", "2026-01-01T00:00:00Z", 0.1, 0.04, 0.02, Effort.QUICK, 3,
                List.of(figures), "");
    }

    @Test
    void aTableNamesTargetMeasuredAndVerdict() {
        String text = report(
                        Figure.median("ready", Target.atMost(1.5), List.of(1.0, 1.2, 1.1), " s", "a|b"),
                        Figure.of("answers", Target.atLeast(6), 5, " ×", ""),
                        Figure.of("told", Target.none(), 1234, "", ""))
                .markdown();

        assertThat(text)
                .contains("| ready | ≤ 1.50 s | 1.10 s (1 … 1.20) | met | a\\|b |")
                .contains("| answers | ≥ 6 × | 5 × | missed |  |")
                .contains("| told |  | 1,234 |  |  |");
    }

    @Test
    void aTableTellsWhatTheMachineGaveToOthers() {
        assertThat(report(Figure.of("answers", Target.none(), 5, "", "")).markdown())
                .contains("load before 0.100, 4 % of the cores' time stolen by other machines,"
                        + " 2 % of the cores' time taken by other programs;");
    }

    @Test
    void aFigureThatCouldNotBeHadIsMissed() {
        Figure failed = Figure.failed("p99", Target.atMost(2), "no answer");

        assertThat(failed.met()).isFalse();
        assertThat(failed.measuredText()).isEqualTo("failed");
    }

    @Test
    void aPromiseThatIsMissedEndsOtherwiseThanOneThatCouldNotBeMeasured() {
        Figure kept = Figure.of("a", Target.atMost(2), 1, "", "");
        Figure missed = Figure.of("b", Target.atMost(2), 3, "", "");
        Figure unknown = Figure.failed("c", Target.atMost(2), "no answer");

        assertThat(exit("", kept)).isEqualTo(Exit.FINE);
        assertThat(exit("", kept, unknown)).isEqualTo(Exit.CANNOT_TELL);
        assertThat(exit("it died")).isEqualTo(Exit.CANNOT_TELL);
        assertThat(exit("", unknown, missed)).isEqualTo(Exit.CONDITION_FAILED);
    }

    private static Exit exit(String failure, Figure... figures) {
        return new Outcome("mock", "", "", 0, null, null, Effort.NORMAL, 0, List.of(figures), failure).exit();
    }

    @Test
    void aFolderGathersTheBenchesOfSeveralRuns() throws IOException {
        Outcome mock = outcome("mock", Figure.of("answers", Target.atLeast(6), 7, " ×", ""));
        Outcome failed = outcome("start", Figure.failed("ready", Target.atMost(1.5), "it died"));
        Outcome again = outcome("start", Figure.of("ready", Target.none(), 1, " s", ""));
        BenchReport.in(folder, Machine.here()).with(mock).with(failed).write(folder);

        BenchReport found = BenchReport.in(folder, Machine.here());

        assertThat(found.outcomes()).containsExactly(failed, mock);
        assertThat(found.with(again).outcomes()).containsExactly(again, mock);
        Machine other = new Machine(64, "another", 1, "os", "kernel", "jdk");
        assertThat(BenchReport.in(folder, other).outcomes()).isEmpty();
    }

    @Test
    void whatFailedOrHadAnotherEffortIsMeasuredAgain() {
        BenchReport found = new BenchReport(Machine.here(), List.of(
                new Outcome("start", "", "", 0, null, null, Effort.NORMAL, 1, List.of(), ""),
                new Outcome("mock", "", "", 0, null, null, Effort.NORMAL, 1, List.of(), "it died")));

        assertThat(found.has(Bench.START, Effort.NORMAL)).isTrue();
        assertThat(found.has(Bench.START, Effort.THOROUGH)).isFalse();
        assertThat(found.has(Bench.MOCK, Effort.NORMAL)).isFalse();
        assertThat(found.has(Bench.CPU, Effort.NORMAL)).isFalse();
    }

    @Test
    void aFolderWithSomethingElseIsRefused() throws IOException {
        Files.writeString(folder.resolve("bench.json"), "[]");

        assertThatThrownBy(() -> BenchReport.in(folder, Machine.here())).hasMessageContaining("bench.json cannot be read: ");
    }
}
