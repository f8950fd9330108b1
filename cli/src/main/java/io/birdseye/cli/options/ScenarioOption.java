package io.birdseye.cli.options;

import io.birdseye.scenario.InvalidScenario;
import io.birdseye.scenario.ScenarioFile;
import io.birdseye.strategy.Strategies;
import java.io.IOException;
import java.util.Optional;
import picocli.CommandLine.Option;

/** {@code --scenario}. */
public final class ScenarioOption {

    @Option(names = "--scenario", paramLabel = "FILE",
            description = "A scenario file, or one that ships: overview, checkout-page, search-aggregator,"
                    + " cpu-heavy-report ('birdseye init' writes a file to start from).")
    private Optional<String> scenario = Optional.empty();

    /** What the user named, if anything. */
    public Optional<String> given() {
        return scenario;
    }

    /**
     * Reads the file.
     *
     * @param known the strategies that it may name
     * @throws RefusedInput if the file cannot be read or is not valid
     */
    public Optional<ScenarioFile> load(Strategies known) {
        if (scenario.isEmpty()) {
            return Optional.empty();
        }
        try {
            return Optional.of(ScenarioFile.load(scenario.get(), known.namesOnAnyJdk()));
        } catch (IOException | InvalidScenario e) {
            throw new RefusedInput(e);
        }
    }
}
