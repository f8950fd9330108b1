package io.birdseye.cli.command;

import io.birdseye.cli.options.BirdseyeCommand;
import io.birdseye.model.Exit;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

@Command(
        name = "completion",
        description = "Print a script by which bash and zsh complete commands, options and names.",
        footerHeading = "%nTo use it:%n",
        footer = {
            "  source <(./birdseye completion)",
            "in this shell, for 'birdseye' and './birdseye'; in every later one",
            "  dir=~/.local/share/bash-completion/completions",
            "  mkdir -p $dir && ./birdseye completion > $dir/birdseye"
        })
public final class CompletionCommand extends BirdseyeCommand {

    private static final String NAME = "birdseye";

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before the call
    private CommandSpec self;

    @Override
    protected Exit run() {
        CommandLine root = self.root().commandLine();
        String script = AutoComplete.bash(NAME, root);
        printText(script);
        printText("complete -F _complete_" + NAME + " -o default ./" + NAME + "\n");
        return Exit.FINE;
    }
}
