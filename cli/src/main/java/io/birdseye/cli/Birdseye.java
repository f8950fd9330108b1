package io.birdseye.cli;

import io.birdseye.cli.command.AdviseCommand;
import io.birdseye.cli.command.BenchCommand;
import io.birdseye.cli.command.ClaimsCommand;
import io.birdseye.cli.command.CompareCommand;
import io.birdseye.cli.command.DiffCommand;
import io.birdseye.cli.command.DoctorCommand;
import io.birdseye.cli.command.InitCommand;
import io.birdseye.cli.command.OverloadCommand;
import io.birdseye.cli.command.PredictCommand;
import io.birdseye.cli.command.ReportCommand;
import io.birdseye.cli.command.ServeCommand;
import io.birdseye.cli.command.SoakCommand;
import io.birdseye.cli.command.StrategiesCommand;
import io.birdseye.cli.command.SweepCommand;
import io.birdseye.cli.command.TraceCommand;
import io.birdseye.cli.options.CommandDefaults;
import io.birdseye.cli.options.Percentage;
import io.birdseye.cli.options.RefusedInput;
import io.birdseye.loadtest.FolderRefused;
import io.birdseye.loadtest.client.LostThreads;
import io.birdseye.model.Durations;
import io.birdseye.model.TerminalText;
import java.io.PrintWriter;
import java.time.Duration;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.TypeConversionException;
import picocli.CommandLine.UnmatchedArgumentException;

/** {@code ./birdseye}. */
@Command(
        name = "birdseye",
        description = "Which Java concurrency strategy should serve your fan-out, with how many threads? "
                + "Birdseye measures it on your machine.",
        synopsisSubcommandLabel = "COMMAND",
        mixinStandardHelpOptions = true,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:all went well",
            "1:something that was asked for could not be done, or a trial failed",
            "2:the command line is wrong",
            "3:the machine lacks something (written by the start script)"
        },
        subcommands = {
            CompareCommand.class,
            TraceCommand.class,
            ClaimsCommand.class,
            StrategiesCommand.class,
            InitCommand.class,
            AdviseCommand.class,
            SweepCommand.class,
            PredictCommand.class,
            ServeCommand.class,
            DoctorCommand.class,
            DiffCommand.class,
            ReportCommand.class,
            BenchCommand.class,
            OverloadCommand.class,
            SoakCommand.class,
            CommandLine.HelpCommand.class
        })
public final class Birdseye {

    private Birdseye() {}

    public static void main(String[] arguments) {
        LostThreads.remember(System.err);
        System.exit(commandLine().execute(arguments));
    }

    static CommandLine commandLine() {
        CommandLine commandLine = new CommandLine(new Birdseye());
        String version = Birdseye.class.getPackage().getImplementationVersion();
        commandLine.getCommandSpec().version("birdseye " + (version == null ? "(not packaged)" : version));
        return commandLine
                .registerConverter(Duration.class, converter(Durations::parse))
                .registerConverter(Percentage.class, converter(Percentage::parse))
                .setDefaultValueProvider(new CommandDefaults())
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setUsageHelpAutoWidth(true)
                .setParameterExceptionHandler((wrong, arguments) -> refuse(wrong))
                .setExecutionExceptionHandler((failure, command, parsed) -> {
                    // One line: a stack trace would not help a user.
                    String message = failure.getMessage();
                    command.getErr().println("birdseye: " + TerminalText.visible(
                            message == null || message.isBlank() ? failure.getClass().getSimpleName() : message));
                    return failure instanceof RefusedInput || failure instanceof FolderRefused
                            ? CommandLine.ExitCode.USAGE
                            : CommandLine.ExitCode.SOFTWARE;
                });
    }

    /** As picocli does it, but what was typed cannot steer the terminal: a script may have put it there. */
    private static int refuse(ParameterException wrong) {
        CommandLine command = wrong.getCommandLine();
        PrintWriter err = command.getErr();
        err.println(command.getColorScheme().errorText(TerminalText.visible(String.valueOf(wrong.getMessage()))));
        if (!UnmatchedArgumentException.printSuggestions(wrong, err)) {
            command.usage(err, command.getColorScheme());
        }
        return CommandLine.ExitCode.USAGE;
    }

    /**
     * A converter whose refusals keep their messages; picocli would print those of other exceptions as internal errors.
     */
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
