package io.birdseye.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;

/** {@code ./birdseye}. */
@Command(
        name = "birdseye",
        description = "Which Java concurrency strategy should serve your fan-out, with how many threads? "
                + "Measured on your machine, not argued.",
        synopsisSubcommandLabel = "COMMAND",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
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
            BenchCommand.class,
            OverloadCommand.class,
            SoakCommand.class,
            CommandLine.HelpCommand.class
        })
public final class Birdseye {

    private Birdseye() {}

    public static void main(String[] arguments) {
        System.exit(commandLine().execute(arguments));
    }

    static CommandLine commandLine() {
        return new CommandLine(new Birdseye())
                .registerConverter(java.time.Duration.class, DurationText::parse)
                .registerConverter(Share.class, Share::parse)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setUsageHelpAutoWidth(true)
                .setExecutionExceptionHandler((failure, commandLine, parsed) -> {
                    // A user is told what went wrong; a stack trace would only hide it.
                    commandLine.getErr().println("birdseye: " + Failures.describe(failure));
                    return failure instanceof ScenarioOption.Refused
                            ? CommandLine.ExitCode.USAGE
                            : CommandLine.ExitCode.SOFTWARE;
                });
    }
}
