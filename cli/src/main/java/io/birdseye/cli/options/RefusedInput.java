package io.birdseye.cli.options;

import io.birdseye.report.StoredResults;
import io.birdseye.report.table.ComparisonTable;
import java.io.IOException;
import java.nio.file.Path;

/** A file that is refused: its problems are printed one per line, without the usage of the command. Exit code 2. */
public final class RefusedInput extends RuntimeException {

    private static final long serialVersionUID = 1;

    public RefusedInput(Exception cause) {
        super(cause.getMessage(), cause);
    }

    /** Reads results of the user. */
    public static StoredResults results(Path path) {
        try {
            return StoredResults.read(path);
        } catch (IOException e) {
            throw new RefusedInput(e);
        }
    }

    /** Draws results of the user together. */
    public static ComparisonTable table(Path path) {
        try {
            return StoredResults.read(path).table();
        } catch (IOException e) {
            throw new RefusedInput(e);
        }
    }
}
