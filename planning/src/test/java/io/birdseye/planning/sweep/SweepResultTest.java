package io.birdseye.planning.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import io.birdseye.model.Objective;
import io.birdseye.planning.sweep.SweepResult.SweepPoint;
import io.birdseye.report.result.RateFound;
import io.birdseye.report.result.RateFound.Kind;
import io.birdseye.report.table.Column;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

class SweepResultTest {

    private static final SweepAxis IO = new SweepAxis("io", List.of(8.0, 16.0, 32.0, 64.0));

    @TempDir
    Path folder;

    /** A pool carries io / 0.8 s, and the cores 40/s. */
    private static SweepPoint point(int index, double io, double delayMs) {
        double carried = Math.min(40, io / (4 * delayMs / 1000));
        return new SweepPoint(
                index, "rx", Map.of("io", io, "delay", delayMs),
                new SweepResult.PointFigures(40, carried, 0, 480, 200, 210, 220, 5, 0.4, null), null);
    }

    private static SweepResult sweep(List<SweepAxis> axes, List<SweepPoint> points) {
        return new SweepResult(1, "2026-01-01T00:00:00Z", "./birdseye sweep", "2 cores", "fixed", axes, points);
    }

    private static SweepResult overPools() {
        List<SweepPoint> points = new ArrayList<>(List.of(point(3, 64, 200), point(0, 8, 200), point(2, 32, 200)));
        points.add(new SweepPoint(1, "rx", Map.of("io", 16.0), null, "service died"));
        return sweep(List.of(IO), points);
    }

    @Test
    void theKneeIsWhereThePoolNoLongerLimits() {
        assertThat(overPools().knee("rx", Map.of())).hasValueSatisfying(knee -> assertThat(knee.x()).isEqualTo(32));
        assertThat(SweepFiles.text(overPools()))
                .contains("the knee is at io = 32, with 40/s")
                .contains("failed: service died")
                .contains("~220");
    }

    @Test
    void overTwoSettingsEachRowHasItsKnee() {
        List<SweepPoint> points = new ArrayList<>();
        for (double delay : List.of(100.0, 200.0)) {
            for (double io : IO.values()) {
                points.add(point(points.size(), io, delay));
            }
        }
        SweepResult sweep = sweep(List.of(new SweepAxis("delay", List.of(100.0, 200.0)), IO), points);

        assertThat(sweep.knees()).hasSize(2);
        assertThat(sweep.knees().getFirst()).contains("delay 100", "io = 16");
        assertThat(sweep.knees().getLast()).contains("delay 200", "io = 32");
        assertThat(SweepFiles.page(sweep)).contains("class=\"heat\"", "achieved/s by ");
    }

    @Test
    void curvesWithoutAKneeShareASentence() {
        List<SweepPoint> points = new ArrayList<>();
        for (String strategy : List.of("rx", "executor", "akka")) {
            for (double io : List.of(8.0, 16.0)) {
                points.add(new SweepPoint(points.size(), strategy, Map.of("io", io), point(0, io, 200).figures(), null));
            }
        }

        assertThat(sweep(List.of(new SweepAxis("io", List.of(8.0, 16.0))), points).knees()).singleElement().asString()
                .startsWith("akka, executor and rx: no knee: throughput over io");
    }

    @Test
    void filesKeepEveryFigureAndShowCurves() throws IOException {
        SweepFiles.write(overPools(), folder);

        assertThat(JsonMapper.shared().readValue(folder.resolve("sweep.json"), SweepResult.class)).isEqualTo(overPools());
        assertThat(Files.readString(folder.resolve("sweep.html")))
                .contains("data-chart=", "rx: 10 at 8, – at 16, 40 at 32", "the knee is at io = 32", "failed: service died", "./birdseye sweep");
    }

    private static SweepPoint lost(int index, String strategy, String why) {
        return new SweepPoint(index, strategy, Map.of("io", IO.values().get(index)), null, why);
    }

    /** How often a page has something, by what it is written with. */
    private static int count(String page, String written) {
        return page.split(Pattern.quote(written), -1).length - 1;
    }

    @Test
    void whereEveryPointFailedThePageHasNoChartButTheWholeReasons() {
        String slow = "not valid: " + "the injector was late, and other programs took 46 % of the processors; ".repeat(9).strip();
        SweepResult sweep = sweep(List.of(IO), List.of(
                lost(0, "rx", slow), lost(1, "rx", slow), lost(2, "rx", "it died."), lost(0, "executor", slow)));

        String page = SweepFiles.page(sweep);

        assertThat(page).doesNotContain("data-chart=", "<h2>Throughput", "<script")
                .contains("<h1>A sweep over io: no point could be measured</h1>",
                        "<p>No point could be measured, so there is no chart and no knee.</p>",
                        "<p>4 of 4 points have no figures: the table says why.</p>",
                        "<td class=\"words\" colspan=\"8\">failed: it died.</td>");
        assertThat(count(page, "<td class=\"words\" colspan=\"8\">" + slow + "</td>")).isEqualTo(3);
        assertThat(SweepFiles.text(sweep)).contains(slow, "No point could be measured").doesNotContain("nearly straight");
    }

    @Test
    void aStrategyWithoutAPointHasNoCurveAndNoMap() {
        List<SweepPoint> points = new ArrayList<>(overPools().points());
        points.add(lost(0, "executor", "it died"));

        String curves = SweepFiles.page(sweep(List.of(IO), points));
        assertThat(count(curves, "&#34;name&#34;:&#34;rx&#34;")).isEqualTo(4);
        assertThat(curves).doesNotContain("&#34;executor&#34;")
                .contains("<p>executor: no point could be measured</p>", "<p>2 of 5 points have no figures: the table says why.</p>");

        SweepAxis delays = new SweepAxis("delay", List.of(200.0, 400.0));
        String maps = SweepFiles.page(sweep(List.of(delays, IO), List.of(
                point(0, 8, 200), new SweepPoint(0, "executor", Map.of("io", 8.0, "delay", 200.0), null, "it died"))));
        assertThat(count(maps, "class=\"heat\"")).isEqualTo(2);
        assertThat(maps).contains("<caption>rx: ").doesNotContain("<caption>executor: ");
    }

    private static SweepPoint carries(String strategy, double io, double perSecond, double times) {
        return new SweepPoint((int) io, strategy, Map.of("io", io), new SweepResult.PointFigures(
                40, 40, 0, 480, 200, 210, 220, 5, 0.4, new RateFound(
                        new Objective(99, 400), Kind.FOUND, perSecond, perSecond / times, perSecond * times, List.of(), carriedToo(perSecond), null)), null);
    }

    /** Beyond it everything was late, but at 50/s. */
    private static RateFound.Beyond carriedToo(double perSecond) {
        return new RateFound.Beyond(new RateFound.Window(false, 1.2 * perSecond, 4, 100, perSecond == 50 ? 0 : 100, 0, 400), 0);
    }

    private static SweepPoint carriesNone(String strategy, double io) {
        return new SweepPoint((int) io, strategy, Map.of("io", io), null, RateFound.NOWHERE + "p99 < 400ms at no rate");
    }

    @Test
    void theMapTellsApartWhatDoesNotMeetAndWhatDoesNotCarryMoreThanItWasOffered() {
        SweepResult sweep = sweep(List.of(IO), List.of(
                carries("rx", 8, 100, 1.2), carries("executor", 8, 81, 1.2), carriesNone("sequential", 8),
                carries("rx", 16, 100, 1.1), carries("executor", 16, 81, 1.1), carries("sequential", 16, 40, 1.1),
                carries("rx", 32, 97, 1.05), carries("executor", 32, 98, 1.05), carries("sequential", 32, 94, 1.05),
                lost(3, "rx", "it died"), carries("executor", 64, 100, 1.1), carries("sequential", 64, 50, 1.1)));

        assertThat(sweep.mapColumns()).extracting(Column::title).containsExactly("io", "the best carries", "which do", "which carry less");
        assertThat(sweep.map()).containsExactly(
                List.of("8", "100.0/s", "rx, executor", "sequential none"),
                List.of("16", "100.0/s", "rx", "executor −19 %, sequential −60 %"),
                List.of("32", "98.0/s", "any", "–"),
                List.of("64", "100.0/s", "executor, sequential", "–"));
        assertThat(SweepFiles.text(sweep)).contains("\n8   ", SweepResult.MAP, "it meets p99 < 400ms at no rate").doesNotContain("failed: it meets", "knee");
        assertThat(SweepFiles.page(sweep)).contains("sequential −60 %", "<p>1 of 12 points have no figures: the table says why.</p>", "carries/s over io",
                "sequential: 0 at 8, 40 at 16, 94 at 32, 50 at 64");
    }
}
