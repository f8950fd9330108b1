package io.birdseye.cli.command;

import io.birdseye.cli.options.BirdseyeCommand;
import io.birdseye.cli.options.ProductionOptions;
import io.birdseye.cli.options.RefusedInput;
import io.birdseye.model.Exit;
import io.birdseye.model.Format;
import io.birdseye.model.WholeFile;
import io.birdseye.planning.production.ScenarioDraft;
import io.birdseye.scenario.ScenarioFile;
import io.birdseye.scenario.Scenarios;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "init",
        description = "Write a scenario file to start from: a commented one, or one drafted from traces and metrics of a"
                + " service in production; and the schema by which editors complete it.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  ./birdseye init --from-otel traces.json --route 'GET /basket' basket.yaml",
            "  ./birdseye init --from-prometheus http://127.0.0.1:8081/metrics basket.yaml"
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:the file is written",
            "2:wrong options, a file that is there already or cannot be written, or traces or metrics that give no scenario"
        })
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

    @Mixin
    private final ProductionOptions production = new ProductionOptions();

    @Option(names = "--force", description = "Overwrite what is there.")
    private boolean force;

    @Override
    protected Exit run() throws Exception {
        if (Files.exists(file) && !force) {
            String there = file + " is there already; name another file, or overwrite it with --force";
            throw new RefusedInput(new FileAlreadyExistsException(there));
        }
        Optional<ScenarioDraft> draft = production.draft(this);
        if (draft.isPresent() && example.isPresent()) {
            throw wrong("--example is a scenario that ships, so nothing is drafted for it; leave one of them out");
        }
        if (draft.isEmpty()) {
            WholeFile.write(file, check(() -> example.map(name -> Scenarios.load(name).text()).orElseGet(Scenarios::template)));
            print("Wrote " + file + ": edit it, then './birdseye advise --scenario " + file + "'");
        } else {
            ScenarioFile scenario = draft.get().file(file.toString());
            WholeFile.write(file, scenario.text());
            draft.get().warnings().forEach(warning -> print("Warning: " + warning));
            boolean rate = draft.get().perSecond() != null;
            print("Wrote " + file + ": " + Format.count(scenario.scenario().calls().size(), "call") + " in "
                    + Format.count(scenario.scenario().groups().size(), "group")
                    + (rate ? "" : ", without a rate, which is not known"));
            print("Look at the lines with 'fill in', then './birdseye advise --scenario " + file
                    + (rate ? "" : " --rate PER_SECOND") + "'");
        }
        schema();
        return Exit.FINE;
    }

    private void schema() throws IOException {
        Path schema = file.resolveSibling(SCHEMA);
        if (!Files.exists(schema) || force) {
            WholeFile.write(schema, Scenarios.schema());
            print("Wrote " + schema + ", by which editors with a YAML language server complete and check it");
        }
    }
}
