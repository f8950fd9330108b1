package io.birdseye.experiments.ledger;

import io.birdseye.experiments.claim.Article;
import io.birdseye.experiments.claim.ClaimText;
import io.birdseye.experiments.claim.Verdict.Evidence;
import io.birdseye.experiments.claim.Verdict.Kind;
import io.birdseye.experiments.claim.Verdict;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * The ledger as one page that opens from disk, an e-mail or a build artefact: no script, no request to anywhere, which
 * its content security policy enforces.
 */
public final class PageLedger {

    private PageLedger() {}

    /** The whole page. */
    public static String render(Ledger ledger) {
        Markup page = new Markup().raw("<!DOCTYPE html>\n").open("html", "lang", "en").open("head")
                .empty("meta", "charset", "utf-8")
                .empty("meta", "http-equiv", "Content-Security-Policy", "content",
                        "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'")
                .empty("meta", "name", "viewport", "content", "width=device-width, initial-scale=1")
                .empty("meta", "name", "color-scheme", "content", "light dark")
                .element("title", "Birdseye: the claims ledger")
                .open("style").raw(styleSheet()).close("style").close("head").open("body");
        header(page, ledger);
        page.open("main");
        overview(page, ledger);
        for (Article article : Article.values()) {
            List<Entry> own = of(ledger, article);
            if (!own.isEmpty()) {
                page.open("section").element("h2", article.title());
                own.forEach(entry -> claim(page, entry));
                page.close("section");
            }
        }
        return page.close("main").close("body").close("html").toString();
    }

    private static List<Entry> of(Ledger ledger, Article article) {
        return ledger.entries().stream().filter(entry -> entry.text().article() == article).toList();
    }

    private static void header(Markup page, Ledger ledger) {
        page.open("header")
                .open("p", "class", "brand").element("b", "Birdseye").text(" the claims ledger").close("p")
                .element("h1", "What five articles say of Java concurrency, re-run here")
                .element("p", "Every claim gets two verdicts: does it happen, and is the published reason right? The "
                        + "rule of each was written down before measuring; ratios, orders and mechanisms are tested, "
                        + "never the times of another machine. Beside a figure that decides, a line shows its 95 % "
                        + "interval, and dashes the bound of the rule.", "class", "lead")
                .open("dl", "class", "counts");
        count(page, "Does it happen?", ledger.entries().stream().map(entry -> entry.judgement().effect()));
        count(page, "Is the reason right?", ledger.entries().stream()
                .filter(entry -> entry.text().publishedCause() != null)
                .map(entry -> entry.judgement().cause()));
        page.close("dl")
                .element("p", "Measured on " + ledger.machine().line()
                        + (ledger.days().isEmpty() ? "" : ", " + ledger.days()) + ".", "class", "machine")
                .close("header");
    }

    private static void count(Markup page, String question, Stream<Verdict> verdicts) {
        List<Kind> kinds = verdicts.map(Verdict::kind).toList();
        page.open("div").element("dt", question).open("dd");
        for (Kind kind : Kind.values()) {
            long count = kinds.stream().filter(kind::equals).count();
            if (count > 0) {
                page.open("span", "class", "badge " + style(kind)).text(count + " " + kind.label()).close("span");
            }
        }
        page.close("dd").close("div");
    }

    private static void overview(Markup page, Ledger ledger) {
        page.open("nav", "aria-label", "All claims").open("ol", "class", "overview");
        for (Entry entry : ledger.entries()) {
            page.open("li").open("a", "href", "#" + anchor(entry))
                    .element("b", entry.text().id())
                    .element("span", entry.text().claim(), "class", "what")
                    .close("a")
                    .open("span", "class", "pair");
            badge(page, "effect", entry.judgement().effect());
            if (entry.text().publishedCause() != null) {
                badge(page, "cause", entry.judgement().cause());
            }
            page.close("span").close("li");
        }
        page.close("ol").close("nav");
    }

    private static void badge(Markup page, String half, Verdict verdict) {
        page.open("span", "class", "badge " + style(verdict.kind()))
                .text(half + " " + verdict.kind().label())
                .close("span");
    }

    private static void claim(Markup page, Entry entry) {
        ClaimText text = entry.text();
        page.open("article", "id", anchor(entry))
                .open("h3").element("span", text.id(), "class", "id").text(" " + text.claim()).close("h3")
                .element("p", entry.judgement().explanation(), "class", "meaning")
                .open("div", "class", "body").open("div", "class", "halves");
        half(page, "Effect", "The article: " + text.figure(), entry.judgement().effect());
        if (text.publishedCause() != null) {
            half(page, "Cause", "The article: " + text.publishedCause(), entry.judgement().cause());
        }
        page.close("div");
        if (entry.picture() != null) {
            page.open("figure").raw(PictureSvg.draw(entry.picture(), anchor(entry)))
                    .open("figcaption").text(entry.picture().title() + "; " + entry.picture().y()).close("figcaption")
                    .close("figure");
        }
        page.close("div").open("details").element("summary", "How it was tested and judged").open("dl");
        item(page, "Test", text.test());
        item(page, "Rule for the effect", text.effectRule());
        if (text.publishedCause() != null) {
            item(page, "Rule for the cause", text.causeRule());
        }
        page.close("dl").close("details")
                .open("p", "class", "command").text("Repeat it: ").element("code", entry.command()).close("p")
                .close("article");
    }

    private static void item(Markup page, String what, String text) {
        page.element("dt", what).element("dd", text);
    }

    private static void half(Markup page, String half, String published, Verdict verdict) {
        page.open("section", "class", "half").open("h4").text(half + " ")
                .element("span", verdict.kind().label(), "class", "badge " + style(verdict.kind()))
                .close("h4")
                .element("p", published, "class", "published");
        List<Evidence> evidence = verdict.evidence();
        if (verdict.lines().stream().noneMatch(line -> evidence.stream().anyMatch(e -> e.line().equals(line)))
                || !decided(verdict)) {
            page.element("p", verdict.reason(), "class", "reason");
        }
        if (!evidence.isEmpty()) {
            page.open("ul", "class", "evidence");
            evidence.forEach(figure -> evidence(page, figure));
            page.close("ul");
        }
        verdict.notes().forEach(note -> page.element("p", note, "class", "note"));
        page.close("section");
    }

    private static void evidence(Markup page, Evidence figure) {
        page.open("li").element("span", figure.what(), "class", "what")
                .element("b", figure.ours().text());
        if (!figure.expected().isEmpty()) {
            page.element("span", "claimed " + figure.expected(), "class", "expected");
        }
        IntervalSvg.draw(figure).ifPresent(page::raw);
        page.close("li");
    }

    private static boolean decided(Verdict verdict) {
        return verdict.kind() == Kind.CONFIRMED || verdict.kind() == Kind.REFUTED;
    }

    private static String anchor(Entry entry) {
        return entry.text().id().toLowerCase(Locale.ROOT);
    }

    private static String style(Kind kind) {
        return kind.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static String styleSheet() {
        try (InputStream file = PageLedger.class.getResourceAsStream("claims.css")) {
            if (file == null) {
                throw new IllegalStateException("claims.css is missing from the program");
            }
            return new String(file.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
