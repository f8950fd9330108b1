package io.birdseye.cli.options;

import io.birdseye.model.Format;
import io.birdseye.report.condition.Condition;
import io.birdseye.report.condition.Conditions;
import io.birdseye.report.result.RowKey;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine.Option;

/** {@code --fail-on}. */
public final class FailOnOption {

    @Option(names = "--fail-on", paramLabel = "CONDITION",
            description = "End with 1 if this is true, and with 3 if the blocks do not tell, such as 'p99 > 400ms',"
                    + " 'errors > 1%%', 'answered < 45/s of rx' or 'executor slower than virtual-threads by 2%%'; may be given several"
                    + " times.")
    private List<String> texts = List.of();

    /**
     * The conditions.
     *
     * @param known the names that they may speak of
     */
    public Conditions conditions(BirdseyeCommand command, Collection<String> known) {
        return conditions(command, known, known);
    }

    /** Conditions on rows: of a strategy, or of one with its axis values. */
    public Conditions conditions(BirdseyeCommand command, List<RowKey> rows) {
        return conditions(
                command,
                rows.stream().flatMap(row -> Stream.of(row.strategy(), row.label(), row.fileName())).toList(),
                rows.stream().map(RowKey::fileName).toList());
    }

    private Conditions conditions(BirdseyeCommand command, Collection<String> known, Collection<String> named) {
        Conditions conditions =
                command.check(() -> new Conditions(texts.stream().map(Condition::parse).toList()));
        conditions.all().stream().flatMap(condition -> condition.names().stream()).forEach(name -> {
            if (!known.contains(name)) {
                throw command.wrong("--fail-on speaks of '" + name + "', which is not compared; compared: "
                        + Format.list(List.copyOf(named)));
            }
        });
        return conditions;
    }
}
