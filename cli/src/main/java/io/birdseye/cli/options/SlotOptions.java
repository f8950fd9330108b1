package io.birdseye.cli.options;

import picocli.CommandLine.Option;

/** {@link ClusterOptions} of a command whose blocks may be measured at once. */
public final class SlotOptions extends ClusterOptions {

    @Option(names = "--slots", defaultValue = "1", paramLabel = "K",
            description = "With --on kubernetes: so many blocks are measured at once, each on nodes of its own (default:"
                    + " ${DEFAULT-VALUE}).")
    private int slots;

    @Override
    int slotsAsked() {
        return slots;
    }

    /** How many blocks are measured at once. */
    public int slots() {
        return given() ? Math.max(1, slots) : 1;
    }
}
