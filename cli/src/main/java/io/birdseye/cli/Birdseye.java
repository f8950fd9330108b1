package io.birdseye.cli;

import io.birdseye.cli.command.AdviseCommand;
import io.birdseye.cli.command.BenchCommand;
import io.birdseye.cli.command.CapacityCommand;
import io.birdseye.cli.command.ClaimsCommand;
import io.birdseye.cli.command.CompareCommand;
import io.birdseye.cli.command.CompletionCommand;
import io.birdseye.cli.command.DiffCommand;
import io.birdseye.cli.command.DoctorCommand;
import io.birdseye.cli.command.InitCommand;
import io.birdseye.cli.command.InjectCommand;
import io.birdseye.cli.command.OverloadCommand;
import io.birdseye.cli.command.PredictCommand;
import io.birdseye.cli.command.ReportCommand;
import io.birdseye.cli.command.ServeCommand;
import io.birdseye.cli.command.SoakCommand;
import io.birdseye.cli.command.StrategiesCommand;
import io.birdseye.cli.command.SweepCommand;
import io.birdseye.cli.command.TraceCommand;
import io.birdseye.cli.options.CommandDefaults;
import io.birdseye.cli.options.HelpText;
import io.birdseye.cli.options.Percentage;
import io.birdseye.cli.options.RefusedInput;
import io.birdseye.loadtest.FolderRefused;
import io.birdseye.loadtest.InvalidMeasurement;
import io.birdseye.loadtest.TrialFailure;
import io.birdseye.loadtest.client.LostThreads;
import io.birdseye.model.Durations;
import io.birdseye.model.Exit;
import io.birdseye.model.Objective;
import io.birdseye.model.ParentProcess;
import io.birdseye.model.TerminalText;
import io.birdseye.model.WholeFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExecutionException;
import picocli.CommandLine.Help;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.RunLast;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.TypeConversionException;
import picocli.CommandLine.UnmatchedArgumentException;
import picocli.CommandLine;

@Command(
        name = "birdseye",
        description = "Which Java concurrency strategy should serve your fan-out, with how many threads? "
                + "Birdseye measures it on your machine.",
        synopsisSubcommandLabel = "COMMAND",
        mixinStandardHelpOptions = true)
public final class Birdseye {

    /** Set by the start script, which maps the codes of a process to those that users see. */
    private static final String PROCESS_CODES = "birdseye.process-codes";

    private static final Pattern CONSTANTS = Pattern.compile("expected one of \\[(.*)] \\(case-insensitive\\) but was '(.*)'");

    private static final List<Class<?>> COMMANDS = List.of(
            CompareCommand.class, CapacityCommand.class, TraceCommand.class, ClaimsCommand.class, StrategiesCommand.class, InitCommand.class,
            AdviseCommand.class, SweepCommand.class, PredictCommand.class, ServeCommand.class, DoctorCommand.class, DiffCommand.class,
            ReportCommand.class, BenchCommand.class, OverloadCommand.class, SoakCommand.class, InjectCommand.class, CompletionCommand.class,
            CommandLine.HelpCommand.class);

    /** Of these a command asks the others. */
    private static final Set<Class<?>> OF_ALL = Set.of(CompletionCommand.class, CommandLine.HelpCommand.class);

    private static final Set<String> ABOUT_ITSELF = Set.of("--help", "-h", "--version", "-V");

    private static final List<String> FOR_CONTRIBUTORS = List.of("claims", "bench", "soak");

    @Option(names = "--debug", scope = ScopeType.INHERIT,
            description = "Print the stack trace of a failure, too.")
    private boolean debug;

    @Option(names = {"-q", "--quiet"}, scope = ScopeType.INHERIT,
            description = "Print results only: no plan and no progress.")
    private boolean quiet;

    @Option(names = {"-v", "--verbose"}, scope = ScopeType.INHERIT,
            description = "Print every step in a line of its own.")
    private boolean verbose;

    private Birdseye() {}

    public static void main(String[] arguments) {
        ParentProcess.endWithParent();
        LostThreads.remember(System.err);
        Exit exit = Exit.BIRDSEYE_FAILED;
        try {
            int code = commandLine(arguments).execute(arguments);
            for (Exit each : Exit.values()) {
                exit = each.code() == code ? each : exit;
            }
        } catch (Throwable e) {
            // Java itself would end with 1, which means that something got worse.
            System.err.println("birdseye: " + TerminalText.visible(e.toString()));
        }
        System.exit(Boolean.getBoolean(PROCESS_CODES) ? exit.processCode() : exit.code());
    }

    /** All commands, as {@code main} runs them. */
    public static CommandLine commandLine() {
        return of(COMMANDS);
    }

    /** With what these arguments need: to read the options of all commands takes longer than most commands. */
    static CommandLine commandLine(String... arguments) {
        String first = arguments.length == 0 ? "" : arguments[0];
        if (arguments.length == 1 && ABOUT_ITSELF.contains(first)) {
            return of(COMMANDS.stream().map(Birdseye::listed).toList());
        }
        return of(COMMANDS.stream()
                .filter(type -> named(type).name().equals(first) && !OF_ALL.contains(type)).findFirst()
                .<List<?>>map(List::of).orElse(COMMANDS));
    }

    private static Command named(Class<?> type) {
        return type.getAnnotation(Command.class);
    }

    /** A command with nothing but what the list of commands says of it. */
    private static CommandSpec listed(Class<?> type) {
        return CommandSpec.create().name(named(type).name()).usageMessage(new UsageMessageSpec().header(named(type).header()).description(named(type).description()));
    }

    private static CommandLine of(List<?> commands) {
        Birdseye birdseye = new Birdseye();
        CommandLine commandLine = new CommandLine(birdseye);
        commands.forEach(commandLine::addSubcommand);
        String version = Birdseye.class.getPackage().getImplementationVersion();
        commandLine.getCommandSpec().version("birdseye " + (version == null ? "(not packaged)" : version));
        commandLine
                .registerConverter(Duration.class, converter(Durations::parse))
                .registerConverter(Percentage.class, converter(Percentage::parse))
                .registerConverter(Objective.class, converter(Objective::parse))
                .setDefaultValueProvider(new CommandDefaults())
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setUsageHelpAutoWidth(true)
                .setParameterExceptionHandler((wrong, arguments) -> refuse(wrong))
                .setExecutionStrategy(parsed -> {
                    try {
                        return new RunLast().execute(parsed);
                    } catch (Error e) {
                        // picocli takes care of exceptions only.
                        throw new ExecutionException(parsed.commandSpec().commandLine(), e.toString(), e);
                    }
                })
                .setExecutionExceptionHandler((failure, command, parsed) -> failed(failure, command, birdseye.debug));
        commandLine.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_COMMAND_LIST, Birdseye::commandList);
        HelpText.install(commandLine);
        exitCodes(commandLine, true);
        return commandLine;
    }

    /** Those that measure Birdseye itself come last, under a heading of their own. */
    private static String commandList(Help help) {
        Map<String, Help> users = new LinkedHashMap<>(help.subcommands());
        Map<String, Help> contributors = new LinkedHashMap<>();
        FOR_CONTRIBUTORS.forEach(name -> contributors.put(name, users.remove(name)));
        return help.commandList(users) + help.createHeading("%nFor contributors:%n") + help.commandList(contributors);
    }

    /** Says in one line what failed: a stack trace would not help a user, and comes with {@code --debug} only. */
    private static int failed(Exception failure, CommandLine command, boolean debug) {
        Throwable cause = failure instanceof ExecutionException && failure.getCause() != null ? failure.getCause() : failure;
        command.getErr().println("birdseye: " + TerminalText.visible(inWords(cause)));
        if (debug) {
            StringWriter trace = new StringWriter();
            cause.printStackTrace(new PrintWriter(trace));
            command.getErr().print(TerminalText.visible(trace.toString()));
        }
        command.getErr().flush();
        return switch (cause) {
            case RefusedInput _, FolderRefused _ -> Exit.WRONG_INPUT.code();
            case FileSystemException refused when isNamed(refused, command) -> Exit.WRONG_INPUT.code();
            case InvalidMeasurement _ -> Exit.CANNOT_TELL.code();
            default -> Exit.BIRDSEYE_FAILED.code();
        };
    }

    /** Whether the user named what refused, what lies in it, or a file as its folder: another name helps. */
    private static boolean isNamed(FileSystemException refused, CommandLine command) {
        Path file = Path.of(refused.getFile() == null ? "?" : refused.getFile()).toAbsolutePath();
        return command.getCommandSpec().args().stream()
                .flatMap(argument -> argument.stringValues().stream())
                .map(text -> Path.of(text.substring(text.indexOf('=') + 1)).toAbsolutePath())
                .anyMatch(path -> path.startsWith(file) || file.startsWith(path) && Files.isRegularFile(path));
    }

    private static String inWords(Throwable cause) {
        String message = cause.getMessage() == null ? "" : cause.getMessage().strip();
        return switch (cause) {
            case FileSystemException refused when refused.getFile() != null && refused.getReason() == null ->
                refused.getFile() + " cannot be read or written: " + WholeFile.reason(refused);
            case RefusedInput _, TrialFailure _, IOException _ when !message.isEmpty() -> message;
            default -> cause.getClass().getSimpleName()
                    + message.lines().findFirst().map(line -> ": " + line).orElse("")
                    + " (--debug prints where)";
        };
    }

    /**
     * Sets what picocli itself ends with when a handler fails, and completes the exit codes in the help: a command says
     * itself what 1 and 3 mean for it, if it can end with them, and every command can end with the others.
     *
     * @param all whether to list also those that the command does not name
     */
    private static void exitCodes(CommandLine command, boolean all) {
        command.getCommandSpec().exitCodeOnInvalidInput(Exit.WRONG_INPUT.code());
        command.getCommandSpec().exitCodeOnExecutionException(Exit.BIRDSEYE_FAILED.code());
        UsageMessageSpec usage = command.getCommandSpec().usageMessage();
        Map<String, String> codes = new TreeMap<>(usage.exitCodeList());
        for (Exit exit : Exit.values()) {
            if (all || exit != Exit.CONDITION_FAILED && exit != Exit.CANNOT_TELL) {
                codes.putIfAbsent(String.valueOf(exit.code()), exit.words());
            }
        }
        usage.exitCodeListHeading("%nExit codes:%n").exitCodeList(codes);
        command.getSubcommands().values().forEach(subcommand -> exitCodes(subcommand, false));
    }

    /**
     * As picocli does it, but what was typed cannot steer the terminal: a script may have put it there. And the help of a
     * command does not follow: a hundred lines of options would hide the one that says what is wrong.
     */
    private static int refuse(ParameterException wrong) {
        CommandLine command = wrong.getCommandLine();
        PrintWriter err = command.getErr();
        err.println(command.getColorScheme().errorText(TerminalText.visible(inWords(wrong, command))));
        err.println("'./" + command.getCommandSpec().qualifiedName() + " --help' lists what is allowed.");
        return Exit.WRONG_INPUT.code();
    }

    /** Picocli's words for what users get wrong most are those of programmers. */
    private static String inWords(ParameterException wrong, CommandLine command) {
        if (wrong instanceof UnmatchedArgumentException unmatched) {
            String word = unmatched.getUnmatched().getFirst();
            // Of commands the whole line.
            String meant = unmatched.getSuggestions().stream().findFirst().map(line -> line.substring(line.lastIndexOf(' ') + 1)).orElse("");
            return "'" + word + "' is no " + (word.startsWith("-") || command.getSubcommands().isEmpty() ? "option of " + command.getCommandName() : "command")
                    + (meant.isEmpty() ? "." : "; did you mean '" + meant + "'?");
        }
        String message = String.valueOf(wrong.getMessage())
                .replaceFirst("^Invalid value for option '(--[a-z0-9-]+)'[^:]*: ", "$1: ")
                .replaceFirst("is not an? (double|int|long)$", "is not a number");
        Matcher constants = CONSTANTS.matcher(message);
        return constants.find()
                ? constants.replaceFirst("'$2' is none of " + constants.group(1).toLowerCase(Locale.ROOT).replace('_', '-'))
                : message;
    }

    /** A converter whose refusals keep their messages; picocli would print those of other exceptions as internal errors. */
    private static <T> ITypeConverter<T> converter(ITypeConverter<T> parser) {
        return text -> {
            try {
                return parser.convert(text);
            } catch (IllegalArgumentException e) {
                throw new TypeConversionException(e.getMessage());
            }
        };
    }
}
