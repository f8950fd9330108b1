package io.birdseye.cli.options;

/** A file that is refused: its problems are printed one per line, without the usage of the command. Exit code 2. */
public final class RefusedInput extends RuntimeException {

    private static final long serialVersionUID = 1;

    public RefusedInput(Exception cause) {
        super(cause.getMessage(), cause);
    }
}
