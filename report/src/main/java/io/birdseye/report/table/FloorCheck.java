package io.birdseye.report.table;

import io.birdseye.model.Format;
import io.birdseye.report.result.Settings;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Whether a floor was measured on a machine that was as quiet as in the trials. The floor comes first, and no bound tells
 * whether something disturbed it; that trials under load took less time than a request alone does tell.
 */
public final class FloorCheck {

    private FloorCheck() {}

    /**
     * What is wrong with the floor, in one sentence; empty where nothing is known to be. A scenario may end the longest
     * combination before its slowest call, so only equal delays are judged.
     */
    public static Optional<String> sentence(ComparisonTable comparison) {
        Settings settings = comparison.results().settings();
        if (settings.scenario() != null || settings.target() != null) {
            return Optional.empty();
        }
        List<Row> kept = comparison.rows().stream().filter(row -> row.standing().keptUp() && row.excessMs() != null).toList();
        List<Row> below = kept.stream().filter(row -> excess(row) < 0).toList();
        return below.stream().min(Comparator.comparing(FloorCheck::excess)).map(lowest -> below.size() + " of "
                + kept.size() + " " + settings.comparedMany() + " took less time under load than a request alone (" + lowest.name()
                + ": median " + Format.ms(lowest.floorMs() + excess(lowest)) + ", floor " + Format.ms(lowest.floorMs())
                + "), so something disturbed the machine while the floor was measured: what they add to it, and what they can"
                + " carry, is more than is shown.");
    }

    private static double excess(Row row) {
        Double excess = row.excessMs();
        return excess == null ? 0 : excess;
    }
}
