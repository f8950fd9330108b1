package io.birdseye.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.birdseye.benchmarks.BenchReport.Noise;
import io.birdseye.benchmarks.BenchReport.Outcome;
import io.birdseye.benchmarks.CapacityBench.DataPoint;
import io.birdseye.benchmarks.Figure.Target;
import io.birdseye.model.Effort;
import io.birdseye.model.Exit;
import io.birdseye.model.Machine;
import io.birdseye.model.ParentProcess;
import java.io.File;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BenchTest {

    private static DataPoint point(double perSecond, double cpuMs) {
        return new DataPoint(perSecond, cpuMs, 0.1, 0);
    }

    private static List<Figure> figures(Map<Integer, List<DataPoint>> trials) {
        return CapacityBench.figures("executor", new TreeMap<>(trials), 2);
    }

    @Test
    void theTopIsHeldAgainstWhatTheCoresCanCarryAndTheWorstBeyondAgainstTheTop() {
        List<Figure> figures = figures(Map.of(
                10, List.of(point(40, 20)), 20, List.of(point(90, 20)), 40, List.of(point(95, 20)),
                60, List.of(point(76, 25)), 80, List.of(point(93, 20))));

        assertThat(figures).extracting(Figure::measured).satisfiesExactly(
                share -> assertThat(share).isCloseTo(0.95, within(1e-9)),
                fall -> assertThat(fall).isCloseTo(0.2, within(1e-9)));
        assertThat(figures).extracting(Figure::met).containsExactly(true, false);
        assertThat(figures.getFirst().note()).contains("95.0/s of 100.0/s at 20.0 ms").doesNotContain("stolen");
    }

    @Test
    void aCurveThatRisesToItsEndHasNoFallAndKeepsNoPromiseAboutIt() {
        Figure unseen = figures(Map.of(10, List.of(point(40, 20)), 20, List.of(point(90, 20)))).getLast();
        assertThat(unseen.target()).isEqualTo(Target.none());
        assertThat(unseen.note()).endsWith("nothing beyond was measured");

        Figure seen = figures(Map.of(10, List.of(point(60, 20)), 20, List.of(point(50, 20)))).getLast();
        assertThat(seen.met()).isFalse();
        assertThat(seen.note()).doesNotContain("nothing beyond");
    }

    @Test
    void aLuckyTrialIsNotTheTop() {
        List<Figure> figures = figures(Map.of(
                20, List.of(point(90, 20)),
                40, List.of(point(140, 12), point(128, 14), point(126, 14.2)),
                80, List.of(point(115, 15), point(124, 14.5), point(126, 14.4))));

        assertThat(figures).extracting(Figure::measured).satisfiesExactly(
                share -> assertThat(share).isCloseTo(128 / (2 / 0.014), within(1e-9)),
                fall -> assertThat(fall).isCloseTo(1 - 124.0 / 128, within(1e-9)));
        assertThat(figures.getFirst().low()).isCloseTo(140 / (2 / 0.012), within(1e-9));
        assertThat(figures.getFirst().high()).isCloseTo(128 / (2 / 0.014), within(1e-9));
        assertThat(figures.getLast().note()).contains("40 users 140.0, 128.0, 126.0/s; 80 users 115.0, 124.0, 126.0/s");
    }

    @Test
    void coresThatAHypervisorGaveAwayCarryNothing() {
        List<Figure> figures = figures(Map.of(40, List.of(new DataPoint(57, 28, 0.2, 0.2))));

        assertThat(figures.getFirst().measured()).isCloseTo(57 / (1.6 / 0.028), within(1e-9));
        assertThat(figures.getFirst().note()).contains("(20 % stolen)");
    }

    private static Figure best(Map<String, Double> overFloor) {
        return StandardBench.best("boxed: p99", Target.atMost(1.5), overFloor, "floor 200 ms");
    }

    @Test
    void thePromiseIsAboutTheBestStrategyOfAPercentile() {
        Figure best = best(Map.of("executor", 1.7, "http-async", 1.4));

        assertThat(best.met()).isTrue();
        assertThat(best.measured()).isEqualTo(1.4);
    }

    @Test
    void whereNoStrategyAnsweredEverythingThePromiseIsMissedAndTheReasonTold() {
        assertThat(best(Map.of()).met()).isFalse();
        assertThat(best(Map.of()).note()).contains("no strategy answered all requests");
    }

    @Test
    void aRunTooShortForItsTailSaysSo() {
        Figure unknown = best(Map.of("executor", Double.NaN));

        assertThat(unknown.met()).isFalse();
        assertThat(unknown.note()).contains("too few requests for a percentile this high").doesNotContain("NaN");
    }

    /** The name of our jar has changed once, and the bench could no longer start it. */
    @Test
    void itsClassPathHasTheClassThatStartsIt() throws Exception {
        String[] places = MockBench.wireMockClassPath(Path.of("wiremock.jar")).split(File.pathSeparator);

        assertThat(places).hasSize(2).startsWith("wiremock.jar");
        try (URLClassLoader alone = new URLClassLoader(
                new URL[] {Path.of(places[1]).toUri().toURL()}, ClassLoader.getPlatformClassLoader())) {
            assertThat(alone.loadClass(ParentProcess.class.getName()).getMethod("main", String[].class)).isNotNull();
        }
    }

    @TempDir
    private Path folder;

    private static BenchReport report(Figure... figures) {
        return new BenchReport(Machine.here(), List.of(outcome("start", figures)));
    }

    private static Outcome outcome(String bench, Figure... figures) {
        return new Outcome(bench, "Starts fast", "2026-01-01T00:00:00Z", new Noise(0.1, 0.04, 0.02), Effort.QUICK, 3,
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
        return new Outcome("mock", "", "", new Noise(0, null, null), Effort.NORMAL, 0, List.of(figures), failure).exit();
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
                new Outcome("start", "", "", new Noise(0, null, null), Effort.NORMAL, 1, List.of(), ""),
                new Outcome("mock", "", "", new Noise(0, null, null), Effort.NORMAL, 1, List.of(), "it died")));

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
