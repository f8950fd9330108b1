package io.birdseye.cli;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Help;
import picocli.CommandLine.IHelpSectionRenderer;

/** Lists the commands in {@code --help}: those that measure Birdseye itself come last, under a heading of their own. */
final class CommandList implements IHelpSectionRenderer {

    private static final List<String> FOR_CONTRIBUTORS = List.of("claims", "bench", "soak");

    @Override
    public String render(Help help) {
        Map<String, Help> users = new LinkedHashMap<>(help.subcommands());
        Map<String, Help> contributors = new LinkedHashMap<>();
        FOR_CONTRIBUTORS.forEach(name -> contributors.put(name, users.remove(name)));
        return help.commandList(users) + help.createHeading("%nFor contributors:%n") + help.commandList(contributors);
    }
}
