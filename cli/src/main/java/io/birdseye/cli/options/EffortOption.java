package io.birdseye.cli.options;

import io.birdseye.model.Effort;
import picocli.CommandLine.Option;

/** {@code --effort}: the one way to say how much time a measurement may take. */
@OptionGroup.In(OptionGroup.EFFORT)
public final class EffortOption {

    @Option(names = "--effort", defaultValue = "normal", paramLabel = "EFFORT",
            description = "How much to measure: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}). The command says first"
                    + " how long it takes.")
    private Effort level = Effort.NORMAL;

    public Effort level() {
        return level;
    }
}
