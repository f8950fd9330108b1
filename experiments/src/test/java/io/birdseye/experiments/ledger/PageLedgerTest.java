package io.birdseye.experiments.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import io.birdseye.experiments.Claims;
import io.birdseye.experiments.Example;
import io.birdseye.experiments.RulesTest;
import io.birdseye.experiments.claim.Article;
import io.birdseye.experiments.claim.ClaimText;
import io.birdseye.experiments.claim.Evidence;
import io.birdseye.experiments.claim.Judgement;
import io.birdseye.experiments.claim.Picture;
import io.birdseye.experiments.claim.Verdict;
import io.birdseye.experiments.measure.Effort;
import io.birdseye.experiments.measure.Experiment;
import io.birdseye.experiments.measure.MeasuredValue;
import io.birdseye.experiments.measure.Measurements;
import io.birdseye.experiments.measure.Probe;
import io.birdseye.model.Machine;
import java.io.StringReader;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.xml.sax.InputSource;

class PageLedgerTest {

    private static final Machine MACHINE = new Machine(2, "a CPU", 8L << 30, "Linux", "6", "25");

    @Test
    void thePageIsWellFormedAndHasEveryClaimBothFiguresAndItsCommand() throws Exception {
        Ledger ledger = Ledger.empty(MACHINE);
        for (Example example : RulesTest.examples()) {
            var measurements = example.made().clear();
            ledger = ledger.with(new Entry(example.claim().text(), example.claim().judge(measurements), Effort.QUICK,
                    Instant.EPOCH, "./birdseye claims run " + example.claim().text().id() + " --quick",
                    example.claim().picture(measurements).orElse(null)));
        }
        String page = PageLedger.render(ledger);
        Document parsed = parse(page);
        assertThat(parsed.getElementsByTagName("article").getLength()).isEqualTo(Claims.ofAllArticles().all().size());
        for (ClaimText text : Claims.ofAllArticles().texts()) {
            assertThat(page).contains("id=\"" + text.id().toLowerCase(java.util.Locale.ROOT) + "\"",
                    "./birdseye claims run " + text.id() + " --quick");
        }
        assertThat(page).contains("2 cores (a CPU)", "1970-01-01", "16 threads at 200 ms", "claimed &gt; 1.2");
    }

    @Test
    void nothingIsFetchedAndNoScriptRuns() {
        String page = PageLedger.render(Ledger.empty(MACHINE));
        assertThat(page).contains("default-src 'none'").doesNotContain("<script", "http://", "https://", "url(",
                "@import", "src=");
    }

    @Test
    void textsFromOutsideStayText() throws Exception {
        ClaimText text = new ClaimText("TR-1", Article.TR, "<script>alert(1)</script> & \"more\"", "1 < 2", "A & B.",
                "One.", "Above.", "Above.");
        Verdict verdict = Verdict.notTestable("needs <b>2</b>");
        String page = PageLedger.render(Ledger.empty(MACHINE).with(new Entry(text,
                new Judgement(verdict, verdict, "It <is>."), Effort.QUICK, Instant.EPOCH, "run \"x\"", null)));
        assertThat(page).doesNotContain("<script", "<b>2</b>");
        assertThat(parse(page).getElementsByTagName("h3").item(0).getTextContent())
                .contains("<script>alert(1)</script> & \"more\"");
    }

    @Test
    void everyFigureOfAPictureIsInItsTextAlternative() throws Exception {
        Picture picture = Picture.curves("By threads", "threads", "ms")
                .point("stream", 4, () -> new MeasuredValue(20, 18, 22))
                .point("stream", 8, () -> MeasuredValue.exactly(11))
                .point("one thread", 1, () -> new MeasuredValue(40, 0, Double.POSITIVE_INFINITY))
                .picture()
                .orElseThrow();
        Document svg = parse(PictureSvg.draw(picture, "x"));
        assertThat(svg.getElementsByTagName("desc").item(0).getTextContent())
                .contains("stream at 4 threads: 20 (18 to 22)", "stream at 8 threads: 11", "one thread at 1 threads");
        assertThat(svg.getElementsByTagName("circle").getLength()).isEqualTo(3);
        assertThat(svg.getDocumentElement().getAttribute("role")).isEqualTo("img");
    }

    @Test
    void whatWasNotMeasuredIsNotDrawn() {
        assertThat(Picture.bars("Empty", "ms")
                .bar("one", () -> new Measurements(Map.of()).value(Experiment.of("a", Probe.class), "b"))
                .picture()).isEmpty();
    }

    @Test
    void anIntervalBesideItsBoundStaysOnItsLine() throws Exception {
        for (MeasuredValue ours : List.of(new MeasuredValue(1, 0, Double.POSITIVE_INFINITY),
                new MeasuredValue(1e-6, 1e-9, 1e6),
                MeasuredValue.exactly(3))) {
            String svg = IntervalSvg.draw(new Evidence("x", ours, "> 1.2", List.of(1.2))).orElseThrow();
            assertThat(parse(svg).getElementsByTagName("line").getLength()).isEqualTo(3);
            assertThat(svg).doesNotContain("NaN", "Infinity", "\"-");
        }
        assertThat(IntervalSvg.draw(Evidence.beside("x", MeasuredValue.exactly(3)))).isEmpty();
    }

    /** The page is XML but for its doctype, so that a parser finds what is not closed. */
    private static Document parse(String markup) throws Exception {
        String xml = markup.replace("<!DOCTYPE html>", "");
        return DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new InputSource(new StringReader(xml)));
    }
}
