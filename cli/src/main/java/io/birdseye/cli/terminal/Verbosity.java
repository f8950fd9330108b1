package io.birdseye.cli.terminal;

/** How much a command tells beside its result. */
public enum Verbosity {
    /** The result alone. */
    QUIET,
    /** What will be done, and how far it has come. */
    NORMAL,
    /** Every step in a line of its own. */
    VERBOSE
}
