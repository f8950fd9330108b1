package io.birdseye.experiments.ledger;

import io.birdseye.experiments.claim.Article;
import io.birdseye.experiments.claim.ClaimText;
import io.birdseye.experiments.claim.Verdict;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The ledger as one Markdown page: a table of verdicts, then each claim with its figures and rules. */
public final class MarkdownLedger {

    private MarkdownLedger() {}

    /** The page. */
    public static String render(Ledger ledger) {
        StringBuilder page = new StringBuilder("# The claims ledger\n\nMeasured on ")
                .append(ledger.machine().line())
                .append(ledger.days().isEmpty() ? "" : ", " + ledger.days())
                .append(".\n\n| id | claim | effect | cause |\n|---|---|---|---|\n");
        for (Entry entry : ledger.entries()) {
            page.append("| [%s](#%s) | %s | %s | %s |%n".formatted(entry.text().id(), anchor(entry),
                    cell(entry.text().claim()), entry.judgement().effect().kind().label(),
                    entry.judgement().cause().kind().label()));
        }
        for (Article article : Article.values()) {
            List<Entry> own = ledger.entries().stream().filter(e -> e.text().article() == article).toList();
            if (!own.isEmpty()) {
                page.append("\n## ").append(article).append(": ").append(article.title()).append('\n');
                own.forEach(entry -> append(page, entry));
            }
        }
        return page.toString().replace("\r", "");
    }

    private static String anchor(Entry entry) {
        return entry.text().id().toLowerCase(Locale.ROOT);
    }

    private static void append(StringBuilder page, Entry entry) {
        ClaimText text = entry.text();
        page.append("\n### ").append(text.id()).append("\n\n").append(text.claim()).append("\n\n");
        item(page, "The article's figure", text.figure());
        item(page, "Its explanation", text.publishedCause());
        item(page, "Tested by", text.test());
        item(page, "Rule for the effect", text.effectRule());
        item(page, "Rule for the cause", text.causeRule());
        verdict(page, "Effect", entry.judgement().effect());
        verdict(page, "Cause", entry.judgement().cause());
        item(page, "In one sentence", entry.judgement().explanation());
        item(page, "Measured with", entry.effort() + ", `" + entry.command() + "`");
    }

    private static void item(StringBuilder page, String what, @Nullable String text) {
        if (text != null) {
            page.append("- **").append(what).append(":** ").append(text).append('\n');
        }
    }

    private static void verdict(StringBuilder page, String half, Verdict verdict) {
        page.append("- **").append(half).append(": ").append(verdict.kind().label()).append(".**\n");
        verdict.lines().forEach(line -> page.append("  - ").append(line).append('\n'));
    }

    private static String cell(String text) {
        return text.replace("|", "\\|");
    }
}
