package io.birdseye.cli.options;

import io.birdseye.loadtest.TrialFailure;
import io.birdseye.loadtest.program.Programs;
import io.birdseye.strategy.Plugins;
import io.birdseye.strategy.Strategies;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** {@code --plugin}. */
public final class PluginOption {

    @Option(names = "--plugin", split = ",", paramLabel = "JAR",
            description = "Jars with strategies of your own, and what they need (see docs/how-to/own-strategy.md).")
    private List<Path> jars = List.of();

    private @Nullable Plugins loaded;

    private Plugins plugins(BirdseyeCommand command) {
        Plugins plugins = loaded == null ? command.check(() -> Plugins.load(jars)) : loaded;
        loaded = plugins;
        return plugins;
    }

    /** Birdseye's strategies and those of the plugins. */
    public Strategies strategies(BirdseyeCommand command) {
        return plugins(command).strategies();
    }

    /** The programs, with the plugins on the class path of the service. */
    public Programs programs(BirdseyeCommand command) throws TrialFailure {
        return command.workspace.programs().withPlugins(plugins(command).jars());
    }
}
