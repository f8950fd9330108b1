package io.birdseye.cli.command;

import io.birdseye.cli.options.BirdseyeCommand;
import io.birdseye.cli.options.RefusedInput;
import io.birdseye.model.Exit;
import io.birdseye.scenario.Scenarios;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code birdseye init}. */
@Command(
        name = "init",
        description = "Write a commented scenario file to start from, and the schema by which editors complete it.")
public final class InitCommand extends BirdseyeCommand {

    /** The name that the first line of every scenario gives to editors. */
    private static final String SCHEMA = "scenario.schema.json";

    @Parameters(paramLabel = "FILE", arity = "0..1", defaultValue = "scenario.yaml",
            description = "Where to (default: ${DEFAULT-VALUE}).")
    private Path file = Path.of("");

    @Option(names = "--example", paramLabel = "NAME",
            description = "One of the shipped scenarios in place of the commented one: overview, checkout-page,"
                    + " search-aggregator, cpu-heavy-report.")
    private Optional<String> example = Optional.empty();

    @Option(names = "--force", description = "Overwrite what is there.")
    private boolean force;

    @Override
    protected Exit run() throws IOException {
        String text = check(() -> example.map(name -> Scenarios.load(name).text()).orElseGet(Scenarios::template));
        if (Files.exists(file) && !force) {
            throw new RefusedInput(new FileAlreadyExistsException(
                    file + " is there already; name another file, or overwrite it with --force"));
        }
        Path schema = file.resolveSibling(SCHEMA);
        if (file.toAbsolutePath().getParent() != null) {
            Files.createDirectories(file.toAbsolutePath().getParent());
        }
        Files.writeString(file, text);
        print("Wrote " + file + ": edit it, then './birdseye advise --scenario " + file + "'");
        if (!Files.exists(schema) || force) {
            Files.writeString(schema, Scenarios.schema());
            print("Wrote " + schema + ", by which editors with a YAML language server complete and check it");
        }
        return Exit.FINE;
    }
}
