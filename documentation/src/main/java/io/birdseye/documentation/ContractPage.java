package io.birdseye.documentation;

import io.birdseye.service.contract.Situation;
import io.birdseye.service.contract.Situation.Deviation;
import io.birdseye.strategy.StrategyEntry;
import io.birdseye.strategy.StrategyInfo.Limit;
import java.util.ArrayList;
import java.util.List;

/**
 * The cells of the tables of {@code docs/reference/contract.md}: what the contract suite asserts, strategy by strategy.
 *
 * @param footnotes in the order in which cells have asked for them
 */
record ContractPage(List<StrategyEntry> strategies, List<String> footnotes) {

    private static final String HEAD_OF_LINE_BLOCKING =
            "One thread sends all answers: whoever takes one of them slowly holds up the others.";
    private static final String LOAD_SHEDDING =
            "It refuses before its max in flight is reached, when a request would have to wait; in the same way.";

    ContractPage(List<StrategyEntry> strategies) {
        this(strategies, new ArrayList<>());
    }

    String kept(StrategyEntry entry, Situation situation) {
        boolean early = situation == Situation.FULL && has(entry, Limit.LOAD_SHEDDING);
        return cell(early ? LOAD_SHEDDING : situation.deviation(entry).map(Deviation::footnote).orElse(""));
    }

    String takenSlowly(StrategyEntry entry) {
        return cell(has(entry, Limit.HEAD_OF_LINE_BLOCKING) ? HEAD_OF_LINE_BLOCKING : "");
    }

    private static boolean has(StrategyEntry entry, Limit limit) {
        return List.of(entry.info().limits()).contains(limit);
    }

    private String cell(String footnote) {
        if (footnote.isEmpty()) {
            return "✓";
        }
        if (!footnotes.contains(footnote)) {
            footnotes.add(footnote);
        }
        return "[%1$d](#note-%1$d)".formatted(footnotes.indexOf(footnote) + 1);
    }
}
