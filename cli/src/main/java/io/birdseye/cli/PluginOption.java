package io.birdseye.cli;

import io.birdseye.loadtest.program.Programs;
import io.birdseye.strategy.Plugins;
import io.birdseye.strategy.Strategies;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code --plugin}, for every command that knows strategies. */
final class PluginOption {

    @Option(names = "--plugin", split = ",", paramLabel = "JAR",
            description = "Jars with strategies of your own, and what they need (see docs/adding-a-strategy.md).")
    private List<Path> jars = List.of();

    @Spec(Spec.Target.MIXEE)
    @SuppressWarnings("NullAway.Init") // set by picocli before the call
    private CommandSpec spec;

    private @Nullable Plugins loaded;

    /** @throws ParameterException if one of them cannot be used */
    private Plugins plugins() {
        if (loaded == null) {
            try {
                loaded = Plugins.load(jars);
            } catch (IllegalArgumentException e) {
                throw new ParameterException(spec.commandLine(), e.getMessage(), e);
            }
        }
        return loaded;
    }

    /** Birdseye's own, and those of the plugins. */
    Strategies strategies() {
        return plugins().strategies();
    }

    /** The programs, with the plugins on the service's class path. */
    Programs on(Programs programs) {
        return programs.withPlugins(plugins().jars());
    }
}
