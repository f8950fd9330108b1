package io.birdseye.experiments.ledger;

import io.birdseye.experiments.claim.Article;
import io.birdseye.experiments.claim.ClaimText;
import io.birdseye.experiments.claim.Estimate;
import io.birdseye.experiments.claim.Picture;
import io.birdseye.experiments.claim.Verdict;
import io.birdseye.experiments.claim.Verdict.Evidence;
import io.birdseye.experiments.claim.Verdict.Kind;
import io.birdseye.report.page.Chart;
import io.birdseye.report.page.Html;
import io.birdseye.report.page.Page;
import io.birdseye.report.page.Track;
import java.util.List;
import java.util.Locale;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/** The ledger as one self-contained page. */
public final class PageLedger {

    /** Room beside the outermost value of an interval's line. */
    private static final double MARGIN = 1.35;

    /** An interval may reach so many times beyond the outermost value; what is farther stands at the edge. */
    private static final double FARTHEST = 4;

    private final Page page = new Page("Birdseye: the claims ledger").style(PageLedger.class, "claims.css");
    private final Html html = page.html();

    private PageLedger() {}

    /** The whole page. */
    public static String render(Ledger ledger) {
        return new PageLedger().write(ledger);
    }

    private String write(Ledger ledger) {
        header(ledger);
        page.main();
        overview(ledger);
        for (Article article : Article.values()) {
            List<Entry> own = ledger.entries().stream().filter(entry -> entry.text().article() == article).toList();
            if (!own.isEmpty()) {
                html.section(article.name().toLowerCase(Locale.ROOT), article.title(), "");
                own.forEach(this::claim);
                html.close();
            }
        }
        return page.render();
    }

    private void header(Ledger ledger) {
        page.header("Skip to the claims", "main", "the claims ledger",
                "What five articles say of Java concurrency, re-run here");
        html.element("p", "Every claim gets two verdicts: does it happen, and is the published reason right? The rule"
                + " of each was written down before measuring; ratios, orders and mechanisms are tested, never the"
                + " times of another machine. Beside a figure that decides, a line shows its 95 % interval, and dashes"
                + " the bound of the rule.", "class", "lead");
        html.open("dl", "class", "counts");
        count("Does it happen?", ledger.entries().stream().map(entry -> entry.judgement().effect()));
        count("Is the reason right?", ledger.entries().stream()
                .filter(entry -> entry.text().publishedCause() != null)
                .map(entry -> entry.judgement().cause()));
        html.close().element("p", "Measured on " + ledger.machine().line()
                + (ledger.days().isEmpty() ? "" : ", " + ledger.days()) + ".", "class", "machine");
    }

    private void count(String question, Stream<Verdict> verdicts) {
        List<Kind> kinds = verdicts.map(Verdict::kind).toList();
        html.open("div").element("dt", question).open("dd");
        for (Kind kind : Kind.values()) {
            long count = kinds.stream().filter(kind::equals).count();
            if (count > 0) {
                badge(count + " ", kind);
            }
        }
        html.close().close();
    }

    private void badge(String before, Kind kind) {
        html.element("span", before + kind.label(), "class",
                "badge " + kind.name().toLowerCase(Locale.ROOT).replace('_', '-'));
    }

    private void overview(Ledger ledger) {
        html.open("nav", "aria-label", "All claims").open("ol", "class", "overview");
        for (Entry entry : ledger.entries()) {
            html.open("li").open("a", "href", "#" + anchor(entry)).element("b", entry.text().id());
            html.element("span", entry.text().claim(), "class", "what").close().open("span", "class", "pair");
            badge("effect ", entry.judgement().effect().kind());
            if (entry.text().publishedCause() != null) {
                badge("cause ", entry.judgement().cause().kind());
            }
            html.close().close();
        }
        html.close().close();
    }

    private void claim(Entry entry) {
        ClaimText text = entry.text();
        html.open("article", "id", anchor(entry));
        html.open("h3").element("span", text.id(), "class", "id").text(" " + text.claim()).close();
        html.element("p", entry.judgement().explanation(), "class", "meaning");
        html.open("div", "class", "body").open("div", "class", "halves");
        half("Effect", "The article: " + text.figure(), entry.judgement().effect());
        if (text.publishedCause() != null) {
            half("Cause", "The article: " + text.publishedCause(), entry.judgement().cause());
        }
        html.close();
        if (entry.picture() != null) {
            page.chart(chart(entry.picture()));
        }
        html.close().open("details").element("summary", "How it was tested and judged").open("dl");
        html.fact("Test", text.test()).fact("Rule for the effect", text.effectRule());
        if (text.publishedCause() != null) {
            html.fact("Rule for the cause", text.causeRule());
        }
        html.close().close();
        html.open("p", "class", "repeat").text("Repeat it: ").element("code", entry.command()).close().close();
    }

    private void half(String half, String published, Verdict verdict) {
        html.open("div", "class", "half").open("h4").text(half + " ");
        badge("", verdict.kind());
        html.close().element("p", published, "class", "published");
        if (!verdict.reasonIsEvidence()) {
            html.element("p", verdict.reason(), "class", "reason");
        }
        if (!verdict.evidence().isEmpty()) {
            html.open("ul", "class", "evidence");
            verdict.evidence().forEach(this::evidence);
            html.close();
        }
        verdict.notes().forEach(note -> html.element("p", note, "class", "note"));
        html.close();
    }

    private void evidence(Evidence figure) {
        html.open("li").element("span", figure.what(), "class", "what").element("b", figure.ours().text());
        if (!figure.expected().isEmpty()) {
            html.element("span", "claimed " + figure.expected(), "class", "expected");
        }
        interval(figure);
        html.close();
    }

    /** The figure's interval on a line beside its bounds, which only repeats what the text says. */
    private void interval(Evidence figure) {
        Estimate ours = figure.ours();
        List<Double> bounds = figure.bounds().stream().filter(bound -> bound > 0).toList();
        if (bounds.isEmpty() || !(ours.value() > 0) || Double.isInfinite(ours.value())) {
            return;
        }
        double[] values = DoubleStream.concat(DoubleStream.of(ours.value()),
                bounds.stream().mapToDouble(Double::doubleValue)).sorted().toArray();
        double low = values[0];
        double high = values[values.length - 1];
        Track track = new Track(Math.clamp(ours.low(), low / FARTHEST, low) / MARGIN,
                Math.clamp(ours.high(), high, high * FARTHEST) * MARGIN);
        track.open(html);
        bounds.forEach(bound -> track.mark(html, "bound", bound));
        track.reach(html, ours.low(), ours.high());
        track.dot(html, ours.value());
        html.close();
    }

    private static Chart chart(Picture picture) {
        return switch (picture.kind()) {
            case BARS -> Chart.bars(picture.title(), picture.y(),
                    picture.series().stream().flatMap(series -> points(series).stream()).toList());
            case CURVES -> {
                Chart chart = Chart.lines(picture.title(), picture.x(), picture.y());
                picture.series().forEach(series -> chart.measured(series.name(), points(series)));
                yield chart;
            }
        };
    }

    private static List<Chart.Point> points(Picture.Series series) {
        return series.spots().stream()
                .map(spot -> new Chart.Point(spot.label(), spot.x(), spot.ours().value(), spot.ours().low(),
                        spot.ours().high()))
                .sorted((a, b) -> Double.compare(a.x(), b.x()))
                .toList();
    }

    private static String anchor(Entry entry) {
        return entry.text().id().toLowerCase(Locale.ROOT);
    }
}
