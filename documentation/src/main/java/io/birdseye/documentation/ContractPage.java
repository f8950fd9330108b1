package io.birdseye.documentation;

import io.birdseye.service.contract.Situation;
import io.birdseye.service.contract.Situation.Deviation;
import io.birdseye.strategy.StrategyEntry;
import io.birdseye.strategy.StrategyInfo.Limit;
import java.util.ArrayList;
import java.util.List;

/** The tables of {@code docs/reference/contract.md}: what the contract suite asserts, strategy by strategy. */
final class ContractPage {

    private static final String HEAD_OF_LINE_BLOCKING =
            "One thread sends all answers: whoever takes one of them slowly holds up the others.";
    private static final String LOAD_SHEDDING =
            "It refuses before its max in flight is reached, when a request would have to wait; in the same way.";

    private final StringBuilder page = new StringBuilder();
    private final List<String> footnotes = new ArrayList<>();

    private ContractPage() {}

    static String of(List<StrategyEntry> strategies) {
        ContractPage page = new ContractPage();
        page.situations();
        page.table(strategies);
        page.footnotes();
        return page.page.toString();
    }

    private void situations() {
        page.append("| situation | what has to come of it |\n|---|---|\n");
        for (Situation situation : Situation.values()) {
            page.append("| %s | %s |\n".formatted(situation.title(), situation.promise()));
        }
        page.append("| answer taken slowly | it holds up no other answer (suite without HTTP) |\n");
        page.append("| within its budget | never more calls or combinations at once than it was given; just the threads"
                + " that it declares (suite without HTTP) |\n\n");
    }

    private void table(List<StrategyEntry> strategies) {
        page.append("✓ keeps the promise; a number is a deviation that is explained below.\n\n| strategy |");
        for (Situation situation : Situation.values()) {
            page.append(' ').append(situation.title()).append(" |");
        }
        page.append(" answer taken slowly | within its budget |\n|---|");
        page.append(":-:|".repeat(Situation.values().length + 2)).append('\n');
        for (StrategyEntry entry : strategies) {
            page.append("| [`%s`](strategies.md#%s) |".formatted(entry.name(), entry.name()));
            for (Situation situation : Situation.values()) {
                boolean early = situation == Situation.FULL && has(entry, Limit.LOAD_SHEDDING);
                cell(early ? LOAD_SHEDDING : situation.deviation(entry).map(Deviation::footnote).orElse(""));
            }
            cell(has(entry, Limit.HEAD_OF_LINE_BLOCKING) ? HEAD_OF_LINE_BLOCKING : "");
            cell("");
            page.append('\n');
        }
        page.append('\n');
    }

    private static boolean has(StrategyEntry entry, Limit limit) {
        return List.of(entry.info().limits()).contains(limit);
    }

    private void cell(String footnote) {
        if (footnote.isEmpty()) {
            page.append(" ✓ |");
            return;
        }
        if (!footnotes.contains(footnote)) {
            footnotes.add(footnote);
        }
        page.append(" [%1$d](#note-%1$d) |".formatted(footnotes.indexOf(footnote) + 1));
    }

    private void footnotes() {
        for (int i = 0; i < footnotes.size(); i++) {
            page.append("<a id=\"note-%1$d\"></a>%1$d. %2$s\n".formatted(i + 1, footnotes.get(i)));
        }
    }
}
