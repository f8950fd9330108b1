package io.birdseye.cli.command;

import io.birdseye.cli.options.Invocation;
import io.birdseye.cli.options.PluginOption;
import io.birdseye.strategy.Strategies;
import io.birdseye.strategy.StrategyEntry;
import io.birdseye.strategy.StrategyInfo;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code birdseye strategies}. */
@Command(
        name = "strategies",
        description = "List the strategies: what each is, which thread waits, which client it uses.")
public final class StrategiesCommand implements Callable<Integer> {

    @Mixin
    private final PluginOption plugins = new PluginOption();

    @Mixin
    private final Invocation invocation = new Invocation();

    @Override
    public Integer call() {
        PrintWriter out = invocation.screen();
        Strategies strategies = plugins.strategies(invocation);
        int width = strategies.names().stream().mapToInt(String::length).max().orElse(0);
        String indent = " ".repeat(width + 2);
        for (StrategyEntry entry : strategies.all()) {
            StrategyInfo info = entry.info();
            out.printf("%-" + width + "s  %s%n", entry.name(), info.summary());
            out.printf(
                    "%s%s client; waiting: %s; %s%n",
                    indent, label(info.client()), info.waits(), label(info.origin()));
        }
        out.flush();
        return 0;
    }

    private static String label(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
