package io.birdseye.documentation;

import io.birdseye.cli.Birdseye;
import java.util.Comparator;
import java.util.List;
import picocli.CommandLine;

/** The sections of {@code docs/reference/commands.md}: what each command prints with {@code --help}. */
final class CommandsPage {

    private static final int WIDTH = 110;

    private CommandsPage() {}

    static String text() {
        StringBuilder page = new StringBuilder();
        command(page, Birdseye.commandLine(), 2);
        return page.toString();
    }

    private static void command(StringBuilder page, CommandLine command, int level) {
        command.setUsageHelpAutoWidth(false).setUsageHelpWidth(WIDTH);
        page.append("#".repeat(Math.min(level, 4))).append(' ')
                .append(command.getCommandSpec().qualifiedName())
                .append("\n\n```text\n")
                .append(command.getUsageMessage(CommandLine.Help.Ansi.OFF).stripTrailing().replace("\r", ""))
                .append("\n```\n\n");
        List<CommandLine> below = command.getSubcommands().values().stream()
                .distinct()
                .filter(each -> !each.getCommandName().equals("help") && !each.getCommandSpec().usageMessage().hidden())
                .sorted(Comparator.comparing(CommandLine::getCommandName))
                .toList();
        below.forEach(each -> command(page, each, level + 1));
    }
}
