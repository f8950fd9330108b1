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
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

@Command(
        name = "strategies",
        description = "List the strategies: what each is, which thread waits, which client it uses.")
public final class StrategiesCommand extends JsonCommand {

    @Mixin
    private final PluginOption plugins = new PluginOption();

    @Override
    protected Exit run() {
        Strategies strategies = plugins.strategies(this);
        List<StrategyEntry> all = Stream.concat(strategies.all().stream(), strategies.onLaterJdks().stream()).toList();
        if (asJson()) {
            printJson(() -> all.stream().map(StrategiesCommand::json).toList());
            return Exit.FINE;
        }
        int width = all.stream().mapToInt(entry -> entry.name().length()).max().orElse(0);
        for (StrategyEntry entry : all) {
            StrategyInfo info = entry.info();
            print(
                    Format.text("%-" + width + "s  %s", entry.name(), info.summary()),
                    Format.text("%" + width + "s  %s client; waiting: %s; %s%s", "",
                            Format.label(info.waiter().client()), info.waits(), Format.label(info.origin()),
                            entry.whyNotHere().map(why -> "; " + why).orElse("")));
        }
        return Exit.FINE;
    }

    /** A strategy for other programs; its fields are those of {@link StrategyInfo}. */
    private static ObjectNode json(StrategyEntry entry) {
        StrategyInfo info = entry.info();
        ObjectNode json = JsonNodeFactory.instance.objectNode()
                .put("name", entry.name())
                .put("family", entry.family())
                .put("summary", info.summary())
                .put("waits", info.waits())
                .put("waiter", Format.label(info.waiter()))
                .put("client", Format.label(info.waiter().client()))
                .put("origin", Format.label(info.origin()))
                .put("source", info.source())
                .put("useWhen", info.takeWhen())
                .put("useAnotherWhen", info.avoidWhen());
        ArrayNode limits = json.putArray("limits");
        Arrays.stream(info.limits()).map(Format::label).forEach(limits::add);
        return json.put("leastJdk", info.leastJdk());
    }
}
