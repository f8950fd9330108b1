package io.birdseye.cli.options;

import java.io.PrintWriter;
import java.util.List;
import java.util.function.Supplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** One invocation of a command: its command line, its output, and the refusal of wrong options. Mixed into every command. */
@Command(mixinStandardHelpOptions = true, sortOptions = false)
public final class Invocation {

    @Spec(Spec.Target.MIXEE)
    @SuppressWarnings("NullAway.Init") // set by picocli before the call
    private CommandSpec spec;

    /** Standard output; the caller flushes it. */
    public PrintWriter screen() {
        return spec.commandLine().getOut();
    }

    /** Prints lines, and flushes. */
    public void print(Object... lines) {
        for (Object line : lines) {
            screen().println(line);
        }
        screen().flush();
    }

    /** The command line, for results that name the command that repeats them. */
    public String commandLine() {
        return "./birdseye " + String.join(" ", spec.commandLine().getParseResult().originalArgs());
    }

    /** Whether the user has given this option. */
    public boolean given(String option) {
        return spec.commandLine().getParseResult().hasMatchedOption(option);
    }

    /** Whether the user has given positional parameters. */
    public boolean givenParameters() {
        return !spec.commandLine().getParseResult().matchedPositionals().isEmpty();
    }

    /** The exception that ends a command with its usage and exit code 2. */
    public ParameterException wrong(String message) {
        return new ParameterException(spec.commandLine(), message);
    }

    /** Computes a value from options; an {@link IllegalArgumentException} ends the command with exit code 2. */
    public <T> T check(Supplier<T> value) {
        try {
            return value.get();
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
    }

    /** Refuses options that a scenario file defines. */
    public void refuseBesideScenario(List<String> options) {
        for (String option : options) {
            if (given(option)) {
                throw wrong(option + " is said by the scenario; change it there, or leave --scenario out");
            }
        }
    }
}
