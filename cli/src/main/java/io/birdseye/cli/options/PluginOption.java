package io.birdseye.cli.options;

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
            description = "Jars with strategies of your own, and what they need (see docs/adding-a-strategy.md).")
    private List<Path> jars = List.of();

    private @Nullable Plugins loaded;

    private Plugins plugins(Invocation invocation) {
        Plugins plugins = loaded == null ? invocation.check(() -> Plugins.load(jars)) : loaded;
        loaded = plugins;
        return plugins;
    }

    /** Birdseye's strategies and those of the plugins. */
    public Strategies strategies(Invocation invocation) {
        return plugins(invocation).strategies();
    }

    /** The programs, with the plugins on the class path of the service. */
    public Programs on(Programs programs, Invocation invocation) {
        return programs.withPlugins(plugins(invocation).jars());
    }
}
