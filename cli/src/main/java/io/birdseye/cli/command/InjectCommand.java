package io.birdseye.cli.command;

import io.birdseye.cli.options.BirdseyeCommand;
import io.birdseye.cli.options.InjectorOptions;
import io.birdseye.cli.options.TemporaryFolder;
import io.birdseye.loadtest.injectors.ControlSettings;
import io.birdseye.loadtest.injectors.Injectors;
import io.birdseye.loadtest.program.Launch;
import io.birdseye.loadtest.program.Launcher;
import io.birdseye.loadtest.program.Program;
import io.birdseye.loadtest.program.Programs;
import io.birdseye.model.Exit;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
        name = "inject",
        description = {
            "Run an injector for a measurement on another machine, until Ctrl-C.",
            "After each load it starts anew, so that every trial has a fresh JVM."
        },
        footerHeading = "%nExample, on the machine that sends the load, and then on the one that measures:%n",
        footer = {
            "  ./birdseye inject --listen 10.0.0.7:7400 --injector-token token.txt",
            "  ./birdseye compare --injectors-at 10.0.0.7:7400 --injector-token token.txt \\",
            "    --service-host 10.0.0.5"
        },
        exitCodeList = "1:the injector cannot listen at this address")
public final class InjectCommand extends BirdseyeCommand {

    private static final Duration FOREVER = Duration.ofDays(365);

    /** Its exit codes: told to end, and left by its coordinator. */
    private static final int ENDED = 0;

    private static final int ABANDONED = 3;

    @Option(names = "--listen", defaultValue = "127.0.0.1:7400", paramLabel = "ADDRESS",
            description = "Where the coordinator reaches it (default: ${DEFAULT-VALUE}).")
    private String listen = "";

    @Option(names = "--injector-token", paramLabel = "FILE",
            description = "The file with the token that the coordinator must show (default: that of BIRDSEYE_TOKEN).")
    private Optional<Path> token = Optional.empty();

    @Override
    protected Exit run() throws Exception {
        String secret = check(() -> InjectorOptions.token(token));
        Programs programs = workspace.programs();
        lookAtMachine();
        return TemporaryFolder.use(this, "inject", folder -> {
            try (Launcher launcher = new Launcher()) {
                while (true) {
                    Launch launch = Launch.inherited("injector", Injectors.command(programs, listen, folder))
                            .withEnvironment(Map.of(ControlSettings.TOKEN_VARIABLE, secret, "BIRDSEYE_IDLE", "8760h"));
                    try (Program injector = launcher.start(launch)) {
                        int code = injector.awaitExit(FOREVER, () -> {});
                        if (code != ENDED && code != ABANDONED) {
                            return Exit.CONDITION_FAILED;
                        }
                    }
                }
            }
        });
    }
}
