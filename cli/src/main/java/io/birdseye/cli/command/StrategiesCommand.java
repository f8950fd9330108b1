package io.birdseye.cli.command;

import io.birdseye.cli.options.JsonCommand;
import io.birdseye.cli.options.StrategyOptions.PluginOption;
import io.birdseye.model.Exit;
import io.birdseye.model.Format;
import io.birdseye.strategy.Strategies;
import io.birdseye.strategy.StrategyEntry;
import io.birdseye.strategy.StrategyInfo;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code birdseye strategies}. */
@Command(
        name = "strategies",
        description = "List the strategies: what each is, which thread waits, which client it uses.")
public final class StrategiesCommand extends JsonCommand {

    @Mixin
    private final PluginOption plugins = new PluginOption();

    /** A strategy for other programs; its fields are those of {@link StrategyInfo}. */
    record Listed(
            String name,
            String family,
            String summary,
            String waits,
            String waiter,
            String client,
            String origin,
            String source,
            String useWhen,
            String useAnotherWhen,
            List<String> limits,
            int leastJdk) {

        static Listed of(StrategyEntry entry) {
            StrategyInfo info = entry.info();
            return new Listed(entry.name(), entry.family(), info.summary(), info.waits(), label(info.waiter()), label(info.client()),
                    label(info.origin()), info.source(), info.takeWhen(), info.avoidWhen(),
                    Arrays.stream(info.limits()).map(StrategiesCommand::label).toList(), info.leastJdk());
        }
    }

    @Override
    protected Exit run() {
        Strategies strategies = plugins.strategies(this);
        List<StrategyEntry> all = Stream.concat(strategies.all().stream(), strategies.onLaterJdks().stream()).toList();
        if (asJson()) {
            printJson(all.stream().map(Listed::of).toList());
            return Exit.FINE;
        }
        int width = all.stream().mapToInt(entry -> entry.name().length()).max().orElse(0);
        for (StrategyEntry entry : all) {
            StrategyInfo info = entry.info();
            print(
                    Format.text("%-" + width + "s  %s", entry.name(), info.summary()),
                    Format.text("%" + width + "s  %s client; waiting: %s; %s%s", "",
                            label(info.client()), info.waits(), label(info.origin()),
                            entry.whyNotHere().map(why -> "; " + why).orElse("")));
        }
        return Exit.FINE;
    }

    private static String label(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
