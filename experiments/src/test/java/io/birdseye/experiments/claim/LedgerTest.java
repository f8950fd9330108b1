package io.birdseye.experiments.claim;

import static org.assertj.core.api.Assertions.assertThat;

import io.birdseye.experiments.Claims;
import io.birdseye.experiments.Example;
import io.birdseye.experiments.RulesTest;
import io.birdseye.experiments.claim.Claim.Judgement;
import io.birdseye.experiments.claim.Verdict.Evidence;
import io.birdseye.experiments.measure.Experiment;
import io.birdseye.experiments.measure.MeasuredValue;
import io.birdseye.experiments.measure.Measurements;
import io.birdseye.model.Effort;
import io.birdseye.model.Machine;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jsoup.parser.Parser;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LedgerTest {

    private static final Machine MACHINE = new Machine(2, "a CPU", 8L << 30, "Linux", "6", "25");
    private static final Claim.Text TEXT =
            new Claim.Text("TR-1", Article.TR, "A claim", "1 < 2", "A & B.", "One.", "Above.", "Above.");
    private static final Verdict BETWEEN = Verdict.between("x", MeasuredValue.exactly(1), 0.8, 1.25);

    @TempDir
    private Path folder;

    @Test
    void theMachineAndTheEvidenceHaveTheirDocumentedNames() throws Exception {
        Ledger ledger = ledger().with(entry(Claims.ofAllArticles().texts().getLast(), BETWEEN, "def", null));
        new LedgerFiles(folder).save(ledger);

        assertThat(folder.resolve("ledger.json")).content().contains("\"cpuModel\" : ", "\"evidence\" : [");
        assertThat(folder.resolve("claims.md")).content()
                .contains("Each claim names when and where it was measured", "`run TR-1`, 1970-01-01, commit abc, 2 cores (a CPU)");
    }

    @Test
    void boundsAreKeptAsNumbersAndOfThisMachineOnly() throws Exception {
        LedgerFiles files = new LedgerFiles(folder);
        files.save(ledger());

        assertThat(files.load(MACHINE)).isEqualTo(ledger());
        assertThat(BETWEEN.evidence()).extracting(Evidence::bounds).containsExactly(List.of(0.8, 1.25));
        assertThat(files.load(Machine.here()).entries()).isEmpty();
    }

    @Test
    void thePageIsWellFormedAndHasEveryClaimBothFiguresAndItsCommand() {
        Ledger ledger = Ledger.empty(MACHINE);
        for (Example example : RulesTest.examples()) {
            var measurements = example.clear();
            ledger = ledger.with(entry(example.claim().text(), example.claim().judge(measurements), "abc",
                    example.claim().picture(measurements).orElse(null)));
        }
        String page = LedgerFiles.page(ledger);
        Document parsed = parse(page);
        assertThat(parsed.select("article")).hasSameSizeAs(Claims.ofAllArticles().all());
        for (Claim.Text text : Claims.ofAllArticles().texts()) {
            assertThat(page).contains("id=\"" + text.id().toLowerCase(Locale.ROOT) + "\"", "run " + text.id());
        }
        assertThat(page).contains("2 cores (a CPU)", "1970-01-01, commit abc, ", "16 threads at 200 ms", "claimed &gt; 1.2");
    }

    @Test
    void nothingIsFetchedAndNoScriptRuns() {
        String page = LedgerFiles.page(Ledger.empty(MACHINE));
        assertThat(page).contains("default-src &#39;none&#39;").doesNotContain("<script", "http://", "https://", "url(",
                "@import", "src=");
    }

    @Test
    void textsFromOutsideStayText() {
        Claim.Text text = new Claim.Text("TR-1", Article.TR, "<script>alert(1)</script> & \"more\"", "1 < 2", "A & B.",
                "One.", "Above.", "Above.");
        Verdict verdict = Verdict.notTestable("needs <b>2</b>");
        String page = LedgerFiles.page(Ledger.empty(MACHINE)
                .with(entry(text, new Judgement(verdict, verdict, "It <is>."), "<b>2</b>", null)));
        assertThat(page).doesNotContain("<script", "<b>2</b>");
        assertThat(parse(page).select("h3").first().text())
                .contains("<script>alert(1)</script> & \"more\"");
    }

    @Test
    void everyFigureOfAPictureIsInItsTextAlternative() {
        Picture picture = Picture.curves("By threads", "threads", "ms")
                .point("stream", 8, () -> MeasuredValue.exactly(11))
                .point("stream", 4, () -> new MeasuredValue(20, 18, 22))
                .point("one thread", 1, () -> new MeasuredValue(40, 0, Double.POSITIVE_INFINITY));
        Element chart = parse(page(Verdict.notTestable("no"), picture)).select("figure .chart").first();

        assertThat(chart.attr("role")).isEqualTo("img");
        assertThat(chart.attr("aria-label"))
                .isEqualTo("ms over threads. stream: 20 (18 to 22) at 4, 11 at 8. one thread: 40 at 1");
        assertThat(chart.attr("data-chart")).contains("\"x\":4.0,\"y\":20.0,\"low\":18.0,\"high\":22.0");
    }

    @Test
    void whatWasNotMeasuredIsNotDrawn() {
        assertThat(Picture.bars("Empty", "ms")
                .bar("one", () -> new Measurements(Map.of()).value(Experiment.of(context -> {}).named("a"), "b"))
                .series()).isEmpty();
    }

    @Test
    void anIntervalBesideItsBoundStaysOnItsLine() {
        for (MeasuredValue ours : List.of(new MeasuredValue(1, 0, Double.POSITIVE_INFINITY),
                new MeasuredValue(1e-6, 1e-9, 1e6),
                MeasuredValue.exactly(3))) {
            List<Element> marks = parse(page(Verdict.above("x", ours, 1.2), null)).select(".half:first-child .strip i");

            assertThat(marks).extracting(Element::className).containsExactly("bound", "reach", "dot");
            assertThat(marks).allSatisfy(mark -> assertThat(mark.attr("style"))
                    .matches("left:\\d+\\.\\d\\d%(;width:\\d+\\.\\d\\d%)?"));
        }
    }

    @Test
    void aFigureThatDecidesNothingHasNoLine() {
        Verdict verdict = Verdict.notTestable("no").explain("x", MeasuredValue.exactly(3));

        assertThat(parse(page(verdict, null)).select(".evidence li")).as("effect and cause").hasSize(2);
        assertThat(parse(page(verdict, null)).select(".strip")).isEmpty();
    }

    private static String page(Verdict verdict, @Nullable Picture picture) {
        return LedgerFiles.page(Ledger.empty(MACHINE).with(entry(TEXT, verdict, "abc", picture)));
    }

    private static Ledger ledger() {
        return Ledger.empty(MACHINE).with(entry(TEXT, BETWEEN, "abc", null));
    }

    /** A claim with this verdict on both halves. */
    private static Ledger.Entry entry(Claim.Text text, Verdict verdict, String commit, @Nullable Picture picture) {
        return entry(text, new Judgement(verdict, verdict, "It is."), commit, picture);
    }

    private static Ledger.Entry entry(Claim.Text text, Judgement judgement, String commit, @Nullable Picture picture) {
        return new Ledger.Entry(text, judgement, Effort.QUICK, Instant.EPOCH, "run " + text.id(), picture,
                new Ledger.Origin(commit, MACHINE));
    }

    private static Document parse(String page) {
        Parser parser = Parser.htmlParser().setTrackErrors(20);
        Document parsed = Jsoup.parse(page, "", parser);
        assertThat(parser.getErrors()).isEmpty();
        return parsed;
    }
}
