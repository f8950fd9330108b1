package io.birdseye.cli.options;

import io.birdseye.model.Format;
import io.birdseye.report.condition.Condition;
import io.birdseye.report.condition.Conditions;
import java.util.Collection;
import java.util.List;
import picocli.CommandLine.Option;

/** {@code --fail-on}. */
public final class FailOnOption {

    @Option(names = "--fail-on", paramLabel = "CONDITION",
            description = "End with 1 if this is true, and with 3 if the blocks do not tell, such as 'p99 > 400ms',"
                    + " 'errors > 1%%', 'answered < 45/s of rx' or 'executor slower than virtual-threads'; may be given several"
                    + " times.")
    private List<String> texts = List.of();

    /**
     * The conditions.
     *
     * @param known the names that they may speak of
     */
    public Conditions conditions(BirdseyeCommand command, Collection<String> known) {
        Conditions conditions =
                command.check(() -> new Conditions(texts.stream().map(Condition::parse).toList()));
        conditions.all().stream().flatMap(condition -> condition.names().stream()).forEach(name -> {
            if (!known.contains(name)) {
                throw command.wrong("--fail-on speaks of '" + name + "', which is not compared; compared: "
                        + Format.list(List.copyOf(known)));
            }
        });
        return conditions;
    }
}
