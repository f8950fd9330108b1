package io.birdseye.cli.options;

import io.birdseye.loadtest.injectors.ControlSettings;
import io.birdseye.loadtest.program.InjectorPlaces;
import io.birdseye.loadtest.program.Programs;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Where the injectors of a load run, and how many there are. */
@OptionGroup.In(OptionGroup.MACHINES)
public final class InjectorOptions {

    @Option(names = "--injectors", paramLabel = "N",
            description = "So many injectors share the load, in JVMs of their own that begin in step (default: 1).")
    private Optional<Integer> count = Optional.empty();

    @Mixin
    private final Elsewhere elsewhere = new Elsewhere();

    /** Injectors that another machine runs. */
    static final class Elsewhere {

        @Option(names = "--injectors-at", split = ",", paramLabel = "ADDRESS",
                description = "Injectors that run elsewhere instead, such as 10.0.0.7:7400: 'birdseye inject' starts one. Their"
                        + " token is that of --injector-token or of BIRDSEYE_TOKEN (see docs/how-to/remote-injectors.md).")
        private List<String> addresses = List.of();

        @Option(names = "--injector-token", paramLabel = "FILE",
                description = "The file with the token of the injectors elsewhere.")
        private Optional<Path> tokenFile = Optional.empty();

        @Option(names = "--service-host", paramLabel = "HOST",
                description = "The address of this machine at which injectors elsewhere reach the service that Birdseye starts.")
        private Optional<String> serviceHost = Optional.empty();
    }

    /** The programs, with the injectors of the options. */
    public Programs in(BirdseyeCommand command, Programs programs) {
        return programs.withInjectors(places(command));
    }

    /** Refuses options that do not go together, before anything is done. */
    void require(BirdseyeCommand command) {
        InjectorPlaces _ = places(command);
    }

    public int count() {
        return elsewhere.addresses.isEmpty() ? count.orElse(1) : elsewhere.addresses.size();
    }

    private InjectorPlaces places(BirdseyeCommand command) {
        if (count.isPresent() && !elsewhere.addresses.isEmpty()) {
            throw command.wrong("--injectors starts injectors here, and --injectors-at names others: give one of them");
        }
        if ((elsewhere.tokenFile.isPresent() || elsewhere.serviceHost.isPresent()) && elsewhere.addresses.isEmpty()) {
            throw command.wrong("--injector-token and --service-host need --injectors-at");
        }
        return command.check(() -> elsewhere.addresses.isEmpty()
                ? new InjectorPlaces.Here(count.orElse(1))
                : new InjectorPlaces.Elsewhere(
                        elsewhere.addresses.stream().map(InjectorOptions::address).toList(), token(elsewhere.tokenFile),
                        elsewhere.serviceHost.orElse(InjectorPlaces.LOOPBACK)));
    }

    private static URI address(String text) {
        return URI.create(text.contains("://") ? text : "http://" + text);
    }

    /** The token of a file, or else of the environment; refuses one that is too short, and none. */
    public static String token(Optional<Path> file) {
        String token;
        try {
            token = file.isPresent()
                    ? Files.readString(file.get()).strip()
                    : Objects.requireNonNullElse(System.getenv(ControlSettings.TOKEN_VARIABLE), "").strip();
        } catch (IOException e) {
            throw new IllegalArgumentException("the token cannot be read: " + e.getMessage(), e);
        }
        if (token.length() < 16 || token.length() > 1_000 || !token.matches("[!-~]+")) {
            throw new IllegalArgumentException("the token of the injectors, in the file of --injector-token or in "
                    + ControlSettings.TOKEN_VARIABLE + ", must have 16 to 1000 printable characters without blanks");
        }
        return token;
    }
}
