package io.birdseye.report.diff;

import io.birdseye.model.Format;
import io.birdseye.report.diff.Change.Direction;
import io.birdseye.report.diff.Change.Figure;
import io.birdseye.report.text.TerminalTable;

/** A difference for the terminal: warnings, one line for each figure of each strategy, and a sentence. */
public final class DiffTable {

    private DiffTable() {}

    /** The text, its lines ended by line feeds. */
    public static String render(Diff diff) {
        StringBuilder text = new StringBuilder();
        diff.warnings().forEach(warning -> text.append("warning: ").append(TerminalTable.clean(warning)).append('\n'));
        int width = diff.changes().stream().mapToInt(change -> change.strategy().length()).max().orElse(8);
        for (Change change : diff.changes()) {
            text.append(Format.text("%-" + width + "s  %-15s  %7s  %-16s  %s\n",
                    TerminalTable.clean(change.strategy()), change.figure().words, Format.times(change.ratio()),
                    change.interval() == null ? Format.NONE : change.interval().inWords(), inWords(change)));
        }
        return text.append(conclusion(diff)).append('\n').toString();
    }

    /** Of throughput and CPU nobody says that they are faster. */
    private static String inWords(Change change) {
        boolean time = change.figure() == Figure.P50;
        String words = switch (change.direction()) {
            case FASTER -> time ? "faster" : "better";
            case SLOWER -> time ? "SLOWER" : "WORSE";
            case NO_DIFFERENCE -> "no difference beyond noise";
            case CANNOT_TELL -> "cannot tell";
        };
        return change.reason().isEmpty() ? words : words + ": " + change.reason();
    }

    private static String conclusion(Diff diff) {
        if (diff.changes().isEmpty()) {
            return "The two results have no strategy in common.";
        }
        long unknown = count(diff, Direction.CANNOT_TELL);
        return Format.count(count(diff, Direction.SLOWER), "figure") + " got worse beyond noise, "
                + count(diff, Direction.FASTER) + " better, of " + diff.changes().size()
                + (unknown == 0 ? "." : "; " + unknown + " cannot be told.");
    }

    private static long count(Diff diff, Direction direction) {
        return diff.changes().stream().filter(change -> change.direction() == direction).count();
    }
}
