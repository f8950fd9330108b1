package io.birdseye.experiments.claim;

import io.birdseye.experiments.claim.Claim.Judgement;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** The ledger as a table for a terminal of a given width. */
public final class TerminalLedger {

    private static final String ROW = "%-6s %-19s %-19s ";
    private static final String LIST_ROW = "%-6s ";
    private static final int NARROWEST_TEXT = 30;

    private TerminalLedger() {}

    /** One block of lines for each claim: verdicts, what the article says, what was measured, what it means. */
    public static String render(Ledger ledger, int width) {
        StringBuilder table = new StringBuilder();
        append(table, ROW.formatted("id", "effect", "cause"), List.of("claim, figures, meaning"), width);
        for (Ledger.Entry entry : ledger.entries()) {
            Judgement judgement = entry.judgement();
            List<String> texts = new ArrayList<>(List.of(entry.text().claim(), "article: " + entry.text().figure()));
            judgement.effect().lines().forEach(line -> texts.add("here: " + line));
            judgement.cause().lines().forEach(line -> texts.add("cause: " + line));
            texts.add("=> " + judgement.explanation());
            append(table, ROW.formatted(entry.text().id(), label(judgement.effect()), label(judgement.cause())), texts,
                    width);
        }
        return table.toString();
    }

    /** The claims without verdicts: what is claimed, and in which article. */
    public static String list(List<Claim.Text> texts, int width) {
        StringBuilder table = new StringBuilder();
        for (Claim.Text text : texts) {
            append(table, LIST_ROW.formatted(text.id()),
                    List.of(text.claim(), "article: " + text.article().title()), width);
        }
        return table.toString();
    }

    /** Texts in lines of this width, beside cells that are filled in the first line only. */
    private static void append(StringBuilder table, String cells, List<String> texts, int width) {
        int room = Math.max(NARROWEST_TEXT, width - cells.length());
        Pattern line = Pattern.compile("\\S.{0," + (room - 1) + "}(?= |$)|\\S+");
        String before = cells;
        for (String text : texts) {
            for (MatchResult part : line.matcher(text).results().toList()) {
                table.append(before).append(part.group()).append(System.lineSeparator());
                before = " ".repeat(cells.length());
            }
        }
    }

    private static String label(Verdict verdict) {
        return verdict.kind().label();
    }
}
