package io.birdseye.cli.options;

import io.birdseye.report.result.ResultsFile;
import java.io.PrintWriter;
import java.util.function.Supplier;
import picocli.CommandLine.Option;

/** A command that can print its result as JSON. Then standard output has that alone, and words go to standard error. */
public abstract class JsonCommand extends BirdseyeCommand {

    /** The last of the command's own options in its help. */
    private static final int LAST = 100;

    @Option(names = "--json", order = LAST,
            description = "Print the result as JSON (see docs/reference/json-output.md); words go to standard error.")
    private boolean json;

    @Override
    protected final PrintWriter words() {
        return json ? err() : out();
    }

    protected final boolean asJson() {
        return json;
    }

    protected final void printJson(Supplier<?> result) {
        if (json) {
            out().println(ResultsFile.JSON.writeValueAsString(result.get()));
            out().flush();
        }
    }
}
