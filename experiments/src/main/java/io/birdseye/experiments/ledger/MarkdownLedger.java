package io.birdseye.experiments.ledger;

import io.birdseye.experiments.claim.Article;
import io.birdseye.experiments.claim.ClaimText;
import io.birdseye.experiments.claim.Claim.Judgement;
import io.birdseye.experiments.claim.Verdict;
import java.util.List;

/** The ledger as one Markdown page: a table of verdicts, then each claim with its figures and rules. */
public final class MarkdownLedger {

    private MarkdownLedger() {}

    /** The page. */
    public static String render(Ledger ledger) {
        StringBuilder page = new StringBuilder("# The claims ledger\n\n")
                .append(ledger.measured())
                .append("\n\n| id | claim | effect | cause |\n|---|---|---|---|\n");
        for (Entry entry : ledger.entries()) {
            page.append("| [%s](#%s) | %s | %s | %s |\n".formatted(entry.text().id(), entry.anchor(),
                    entry.text().claim().replace("|", "\\|"), entry.judgement().effect().kind().label(),
                    entry.judgement().cause().kind().label()));
        }
        for (Article article : Article.values()) {
            List<Entry> own = ledger.of(article);
            if (!own.isEmpty()) {
                page.append("\n## ").append(article).append(": ").append(article.title()).append('\n');
                article.address().ifPresent(address ->
                        page.append("\n[").append(article.source()).append("](").append(address).append(")\n"));
                page.append('\n').append(article.measuredOn()).append('\n');
                own.forEach(entry -> page.append(claim(entry)));
            }
        }
        return page.toString();
    }

    private static String claim(Entry entry) {
        ClaimText text = entry.text();
        Judgement judgement = entry.judgement();
        return "\n### " + text.id() + "\n\n" + text.claim() + "\n\n"
                + item("The article's figure", text.figure())
                + (text.publishedCause() == null ? "" : item("Its explanation", text.publishedCause()))
                + item("Tested by", text.test())
                + item("Rule for the effect", text.effectRule())
                + item("Rule for the cause", text.causeRule())
                + verdict("Effect", judgement.effect())
                + verdict("Cause", judgement.cause())
                + item("In one sentence", judgement.explanation())
                + item("Measured with", entry.effort() + ", `" + entry.command() + "`, " + entry.measured());
    }

    private static String item(String what, String text) {
        return "- **" + what + ":** " + text + "\n";
    }

    private static String verdict(String half, Verdict verdict) {
        return "- **" + half + ": " + verdict.kind().label() + ".**\n"
                + String.join("", verdict.lines().stream().map(line -> "  - " + line + "\n").toList());
    }
}
