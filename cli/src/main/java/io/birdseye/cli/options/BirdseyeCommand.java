package io.birdseye.cli.options;

import io.birdseye.cli.doctor.Doctor;
import io.birdseye.cli.terminal.ProgressLine.Verbosity;
import io.birdseye.cli.terminal.ProgressLine;
import io.birdseye.cli.terminal.Terminal;
import io.birdseye.cli.terminal.TimeNeeded;
import io.birdseye.model.Exit;
import io.birdseye.model.TerminalText;
import io.birdseye.report.table.TerminalTable;
import java.io.PrintWriter;
import java.lang.reflect.Field;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;

/** What every command has: its command line, its output, and the refusal of wrong options. */
@Command(mixinStandardHelpOptions = true, sortOptions = false)
public abstract class BirdseyeCommand implements Callable<Integer> {

    static final String HELP_ALL = "--help-all";

    private static final String OUT = "--out";

    /** The project that the command works for. */
    protected final Workspace workspace = Workspace.find();

    @Option(names = HELP_ALL, help = true, description = "Show all options and exit.")
    private boolean helpAll;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before the call
    private CommandSpec spec;

    /**
     * Does what the command is for. An exception ends it with {@link Exit#BIRDSEYE_FAILED}, but for those that
     * {@code Birdseye} knows.
     */
    protected abstract Exit run() throws Exception;

    @Override
    public final Integer call() throws Exception {
        if (helpAll) {
            spec.commandLine().usage(out());
            return Exit.FINE.code();
        }
        OptionLimits.broken(parsed().matchedOptions()).ifPresent(broken -> {
            throw wrong(broken);
        });
        return run().code();
    }

    /** Prints lines of words; see {@link #words}. What would steer the terminal becomes visible: see {@link TerminalText}. */
    public void print(Object... lines) {
        for (Object line : lines) {
            printText(line + System.lineSeparator());
        }
    }

    /** Prints what is about to be done, unless the user wants the result alone. */
    public void announce(Object... lines) {
        if (verbosity() != Verbosity.QUIET) {
            print(lines);
        }
    }

    /** Says first how long the command takes: {@code Takes 28 min, until 15:42: what}. */
    protected final void announceTime(Duration time, String what) {
        announce("Takes " + TimeNeeded.of(time) + (what.isEmpty() ? "" : ": " + what));
    }

    /** Whether all is to be said that is known. */
    protected final boolean isVerbose() {
        return verbosity() == Verbosity.VERBOSE;
    }

    protected final String name() {
        return spec.name();
    }

    /** How far it has come, on standard error. */
    protected final ProgressLine progress(String task) {
        return new ProgressLine(task, verbosity());
    }

    /** Tables for the terminal: what decides, or with {@code -v} all that is known. */
    protected final TerminalTable tables() {
        return Terminal.tables(isVerbose());
    }

    private Verbosity verbosity() {
        CommandSpec root = spec.root();
        return set(root, "--quiet") ? Verbosity.QUIET : set(root, "--verbose") ? Verbosity.VERBOSE : Verbosity.NORMAL;
    }

    private static boolean set(CommandSpec root, String option) {
        return root.findOption(option) != null && Boolean.TRUE.equals(root.findOption(option).getValue());
    }

    /** Prints a text that has its own line ends; otherwise as {@link #print}. */
    protected void printText(String text) {
        printStyled(TerminalText.visible(text));
    }

    /** Prints a text with colours; the caller has made control characters of foreign text visible. */
    protected void printStyled(String text) {
        words().print(text);
        words().flush();
    }

    /** Where words for a reader go: standard output. */
    protected PrintWriter words() {
        return out();
    }

    protected final PrintWriter out() {
        return spec.commandLine().getOut();
    }

    protected final PrintWriter err() {
        return spec.commandLine().getErr();
    }

    /**
     * Looks at the machine for a second before anything is measured, and warns on standard error of what disturbs it.
     */
    protected void lookAtMachine() {
        PrintWriter err = err();
        Doctor.disturbances().forEach(finding -> err.println(TerminalText.visible(
                "Warning: " + finding.subject() + ": " + finding.detail() + "; " + finding.advice())));
        err.flush();
    }

    /**
     * The command line, for results that name the command that repeats them: without {@code --out}, since with it what is there already
     * is not measured. A container says what started it.
     */
    public String commandLine() {
        String started = System.getenv("BIRDSEYE_COMMAND_LINE");
        List<String> arguments = parsed().originalArgs();
        return started != null ? started : IntStream.range(0, arguments.size())
                .filter(i -> !arguments.get(i).matches(OUT + "(=.*)?") && (i == 0 || !arguments.get(i - 1).equals(OUT)))
                .mapToObj(i -> quoted(arguments.get(i)))
                .collect(Collectors.joining(" ", "./birdseye ", ""));
    }

    /** The command line that goes on in a folder. */
    protected final String commandLine(Path folder) {
        return commandLine() + " " + OUT + " " + quoted(folder.toString());
    }

    /** Quotes a word for a shell, which gives braces and dollars a meaning. */
    public static String quoted(String word) {
        return word.matches("[A-Za-z0-9_@%+=:,./~-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
    }

    public boolean given(String option) {
        return parsed().hasMatchedOption(option);
    }

    /** The first option that the user has given of those that these classes declare. */
    public Optional<String> given(Set<Class<?>> groups) {
        return parsed().matchedOptions().stream()
                .filter(option -> option.userObject() instanceof Field field && groups.contains(field.getDeclaringClass()))
                .map(OptionSpec::longestName)
                .findFirst();
    }

    private ParseResult parsed() {
        return spec.commandLine().getParseResult();
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

    public void refuse(Set<Class<?>> groups, String why) {
        given(groups).ifPresent(option -> {
            throw wrong(option + " " + why);
        });
    }

    /** Refuses options that a scenario file defines. */
    protected void refuseBesideScenario(Class<?> options) {
        refuse(Set.of(options), "is said by the scenario; change it there, or leave --scenario out");
    }
}
