package io.birdseye.cli.command;

import io.birdseye.cli.options.BirdseyeCommand;
import io.birdseye.cli.options.PluginOption;
import io.birdseye.model.Format;
import io.birdseye.strategy.Strategies;
import io.birdseye.strategy.StrategyEntry;
import io.birdseye.strategy.StrategyInfo;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code birdseye strategies}. */
@Command(
        name = "strategies",
        description = "List the strategies: what each is, which thread waits, which client it uses.")
public final class StrategiesCommand extends BirdseyeCommand {

    @Mixin
    private final PluginOption plugins = new PluginOption();

    @Override
    public Integer call() {
        Strategies strategies = plugins.strategies(this);
        int width = strategies.names().stream().mapToInt(String::length).max().orElse(0);
        for (StrategyEntry entry : strategies.all()) {
            StrategyInfo info = entry.info();
            print(
                    Format.text("%-" + width + "s  %s", entry.name(), info.summary()),
                    Format.text("%" + width + "s  %s client; waiting: %s; %s", "",
                            label(info.client()), info.waits(), label(info.origin())));
        }
        return 0;
    }

    private static String label(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
