package io.birdseye.cli.effort;

import io.birdseye.cli.options.BirdseyeCommand;
import io.birdseye.model.Effort;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import picocli.CommandLine.Option;

/** {@code --effort}: the one way to say how much time a measurement may take. */
public final class EffortOption {

    private static final String FLAG = "--effort";

    @Option(names = FLAG, defaultValue = "normal", paramLabel = "EFFORT",
            description = "How much to measure: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}). The command says first"
                    + " how long it takes.")
    private Effort level = Effort.NORMAL;

    @Option(names = "--quick", hidden = true)
    private boolean quick;

    @Option(names = {"--thorough", "--full"}, hidden = true)
    private boolean thorough;

    /** The effort that the user asks for, or the command's default. */
    public Effort level(BirdseyeCommand command) {
        // The flags of earlier versions stay, and no help lists them; --full is --thorough.
        List<String> given = Stream.of(FLAG, "--quick", "--thorough").filter(command::given).toList();
        if (given.size() > 1) {
            throw command.wrong(String.join(" and ", given).replace("--thorough", "--thorough (or --full)")
                    + " are mutually exclusive: give one of them");
        }
        return old().orElse(level);
    }

    private Optional<Effort> old() {
        return quick ? Optional.of(Effort.QUICK) : thorough ? Optional.of(Effort.THOROUGH) : Optional.empty();
    }
}
