package io.birdseye.cli.effort;

import io.birdseye.cli.options.BirdseyeCommand;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import picocli.CommandLine.Option;

/** {@code --effort}: the one way to say how much time a measurement may take. */
public final class EffortOption {

    private static final String FLAG = "--effort";

    /** How much is measured. */
    public enum Level {
        /** An indication, in minutes. */
        QUICK,
        /** What a decision needs. */
        NORMAL,
        /** What can be published. */
        THOROUGH;

        /** The value for this effort. */
        public <T> T pick(T quick, T normal, T thorough) {
            return switch (this) {
                case QUICK -> quick;
                case NORMAL -> normal;
                case THOROUGH -> thorough;
            };
        }

        /** Load before a trial of a comparison, not measured. */
        public Duration warmUp() {
            return Duration.ofSeconds(pick(6, 18, 30));
        }

        /** Measured time of a trial of a comparison. */
        public Duration window() {
            return Duration.ofSeconds(pick(7, 30, 60));
        }

        /** How often a comparison measures everything. */
        public int blocks() {
            return pick(1, 3, 5);
        }

        /** As users type it. */
        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    @Option(names = FLAG, defaultValue = "normal", paramLabel = "EFFORT",
            description = "How much to measure: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}). The command says first"
                    + " how long it takes.")
    private Level level = Level.NORMAL;

    @Option(names = "--quick", hidden = true)
    private boolean quick;

    @Option(names = {"--thorough", "--full"}, hidden = true)
    private boolean thorough;

    /** The effort that the user asks for, or the command's default. */
    public Level level(BirdseyeCommand command) {
        // The flags of earlier versions stay, and no help lists them; --full is --thorough.
        List<String> given = Stream.of(FLAG, "--quick", "--thorough").filter(command::given).toList();
        if (given.size() > 1) {
            throw command.wrong(String.join(" and ", given).replace("--thorough", "--thorough (or --full)")
                    + " are mutually exclusive: give one of them");
        }
        return old().orElse(level);
    }

    private Optional<Level> old() {
        return quick ? Optional.of(Level.QUICK) : thorough ? Optional.of(Level.THOROUGH) : Optional.empty();
    }
}
