package io.birdseye.cli.options;

import io.birdseye.model.Format;
import io.birdseye.report.condition.Condition;
import io.birdseye.report.condition.Conditions;
import io.birdseye.report.export.ExportFormat;
import io.birdseye.report.export.ExportFormat.Exported;
import io.birdseye.report.result.RowKey;
import io.birdseye.report.statistics.Ranking;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import picocli.CommandLine.Option;

/** What counts as slower, and what ends a command with 1. */
@OptionGroup.In(OptionGroup.VERDICT)
public final class VerdictOptions {

    @Option(names = "--margin", paramLabel = "SHARE",
            description = "Slower than the best by less than this is as good, unless it is shown to be slower by 1%% (default:"
                    + " 5%%). At least 1%%: two builds of the same code may differ by that.")
    private Optional<Percentage> margin = Optional.empty();

    @Option(names = "--fail-on", paramLabel = "CONDITION",
            description = "End with 1 if this is true, and with 3 if the blocks do not tell, such as 'p99 > 400ms',"
                    + " 'errors > 1%%', 'answered < 45/s of rx' or 'executor slower than virtual-threads by 2%%'; may be given several"
                    + " times.")
    private List<String> conditions = List.of();

    @Option(names = "--export", paramLabel = "FORMAT=FILE",
            description = "Write figures for a tracker as well: bencher, github-action-benchmark, otava (lines are added to a file that is"
                    + " there) or openmetrics; may be given several times.")
    private Map<ExportFormat, Path> exports = Map.of();

    public void export(Exported exported) throws IOException {
        for (Map.Entry<ExportFormat, Path> each : exports.entrySet()) {
            each.getKey().write(exported, each.getValue());
        }
    }

    /** Empty where the user gave none. */
    public Optional<Double> margin(BirdseyeCommand command) {
        return margin.map(share -> command.check(() -> Ranking.requireMargin(share.value())));
    }

    /**
     * The conditions, which may speak of these rows: of a strategy, or of one with its axis values.
     *
     * @param searched whether rates are searched, of which alone there are capacities
     */
    public Conditions conditions(BirdseyeCommand command, List<RowKey> rows, boolean searched) {
        List<String> known = rows.stream().flatMap(row -> Stream.of(row.strategy(), row.label(), row.fileName())).toList();
        Conditions parsed = command.check(() -> new Conditions(conditions.stream().map(Condition::parse).toList()));
        parsed.all().stream().flatMap(condition -> condition.names().stream()).forEach(name -> {
            if (!known.contains(name)) {
                throw command.wrong("--fail-on speaks of '" + name + "', which is not compared; compared: "
                        + Format.list(rows.stream().map(RowKey::fileName).toList()));
            }
        });
        parsed.all().stream().filter(condition -> condition.isOfCapacity() != searched).findFirst().ifPresent(condition -> {
            throw command.wrong("--fail-on '" + condition + "' is of " + (searched
                    ? "one load; of capacities there are 'capacity < 60/s' and 'A carries less than B'" : "a search: 'capacity' has it"));
        });
        return parsed;
    }
}
