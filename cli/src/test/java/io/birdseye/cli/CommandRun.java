package io.birdseye.cli;

import io.birdseye.cli.options.BirdseyeCommand;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import picocli.CommandLine;

/** The command line, run in this JVM: how it ended, and what it wrote to standard output and standard error. */
public record CommandRun(int code, String out, String err) {

    private static final Pattern WORD = Pattern.compile("'([^']*)'|(\\S+)");

    /** @param arguments of any kind, such as paths */
    static CommandRun of(Object... arguments) {
        return of(Birdseye.commandLine(), arguments);
    }

    /** @param another is a command beside those of Birdseye */
    static CommandRun of(BirdseyeCommand another, Object... arguments) {
        return of(Birdseye.commandLine().addSubcommand(another), arguments);
    }

    private static CommandRun of(CommandLine commandLine, Object... arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int code = commandLine.setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true))
                .execute(Stream.of(arguments).map(Object::toString).toArray(String[]::new));
        return new CommandRun(code, out.toString(), err.toString());
    }

    /** The words of a line; quotes hold blanks. */
    public static List<String> words(String line) {
        return WORD.matcher(line).results().map(found -> found.group(1) == null ? found.group(2) : found.group(1)).toList();
    }
}
