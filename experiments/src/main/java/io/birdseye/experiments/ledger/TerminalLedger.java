package io.birdseye.experiments.ledger;

import io.birdseye.experiments.claim.ClaimText;
import io.birdseye.experiments.claim.Verdict;
import java.util.ArrayList;
import java.util.List;

/** The ledger as a table for a terminal of a given width. */
public final class TerminalLedger {

    private static final String ROW = "%-6s %-17s %-17s %s%n";
    private static final int BEFORE_TEXT = 6 + 1 + 17 + 1 + 17 + 1;
    private static final int LIST_INDENT = 7;
    private static final int NARROWEST_TEXT = 30;

    private TerminalLedger() {}

    /** One block of lines for each claim: verdicts, what the article says, what was measured, what it means. */
    public static String render(Ledger ledger, int width) {
        int room = Math.max(NARROWEST_TEXT, width - BEFORE_TEXT);
        StringBuilder table = new StringBuilder(ROW.formatted("id", "effect", "cause", "claim, figures, meaning"));
        for (Entry entry : ledger.entries()) {
            List<String> lines = new ArrayList<>(wrap(entry.text().claim(), room));
            lines.addAll(wrap("article: " + entry.text().figure(), room));
            lines.addAll(ours("here: ", entry.judgement().effect(), room));
            lines.addAll(ours("cause: ", entry.judgement().cause(), room));
            lines.addAll(wrap("=> " + entry.judgement().explanation(), room));
            table.append(ROW.formatted(entry.text().id(), entry.judgement().effect().kind().label(),
                    entry.judgement().cause().kind().label(), lines.getFirst()));
            lines.stream().skip(1).forEach(line -> table.append(ROW.formatted("", "", "", line)));
        }
        return table.toString();
    }

    /** The claims without verdicts: what is claimed, and in which article. */
    public static String list(List<ClaimText> texts, int width) {
        int room = Math.max(NARROWEST_TEXT, width - LIST_INDENT);
        StringBuilder table = new StringBuilder();
        for (ClaimText text : texts) {
            List<String> lines = new ArrayList<>(wrap(text.claim(), room));
            lines.addAll(wrap("article: " + text.article().title(), room));
            for (int i = 0; i < lines.size(); i++) {
                table.append("%-6s %s%n".formatted(i == 0 ? text.id() : "", lines.get(i)));
            }
        }
        return table.toString();
    }

    private static List<String> ours(String label, Verdict verdict, int room) {
        return verdict.lines().stream().flatMap(line -> wrap(label + line, room).stream()).toList();
    }

    private static List<String> wrap(String text, int room) {
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder();
        for (String word : text.split(" ", -1)) {
            if (!line.isEmpty() && line.length() + 1 + word.length() > room) {
                lines.add(line.toString());
                line.setLength(0);
            }
            line.append(line.isEmpty() ? "" : " ").append(word);
        }
        lines.add(line.toString());
        return lines;
    }
}
