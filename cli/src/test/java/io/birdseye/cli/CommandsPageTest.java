package io.birdseye.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** {@code docs/reference/commands.md}: what each command prints with {@code --help}. */
class CommandsPageTest {

    private static final Path PAGE = Path.of("..", "docs", "reference", "commands.md");
    private static final int WIDTH = 110;
    private static final String COMMAND =
            "mvn verify -pl cli -am -Dtest=CommandsPageTest -Dsurefire.failIfNoSpecifiedTests=false"
                    + " -Dbirdseye.docs.write=true";

    @Test
    void theCommittedPageIsWhatTheCommandsPrint() throws IOException {
        String page = page();
        if (Boolean.getBoolean("birdseye.docs.write")) {
            Files.writeString(PAGE, page);
        }

        assertThat(PAGE).as("stale; write it anew with: " + COMMAND).hasContent(page);
    }

    private static String page() {
        StringBuilder page = new StringBuilder("""
                # Commands

                <!-- Generated from the commands. Do not edit; CommandsPageTest in cli says how to write it anew. -->

                What `./birdseye COMMAND --help` prints. [Exit codes](exit-codes.md) and [`--json`](json-output.md) have pages of
                their own.

                """);
        CommandLine all = Birdseye.commandLine();
        command(page, all, 2);
        return page.toString().stripTrailing() + "\n";
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
