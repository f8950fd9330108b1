package io.birdseye.cli;

import io.birdseye.model.Load;
import io.birdseye.scenario.InvalidScenario;
import io.birdseye.scenario.LoadProfile;
import io.birdseye.scenario.Scenario;
import io.birdseye.scenario.ScenarioFile;
import io.birdseye.strategy.Strategies;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** {@code --scenario}, the same for every command that takes one. */
final class ScenarioOption {

    @Option(names = "--scenario", paramLabel = "FILE",
            description = "A scenario file, or one that ships: overview, checkout-page, search-aggregator,"
                    + " cpu-heavy-report ('birdseye init' writes a file to start from).")
    private Optional<String> scenario = Optional.empty();

    /** A scenario that is refused: told line by line, with exit code 2. */
    static final class Refused extends RuntimeException {

        private static final long serialVersionUID = 1;

        Refused(Exception cause) {
            super(cause.getMessage(), cause);
        }
    }

    /** @throws Refused if the file cannot be read or something in it is not allowed */
    Optional<ScenarioFile> load() {
        if (scenario.isEmpty()) {
            return Optional.empty();
        }
        try {
            return Optional.of(ScenarioFile.load(scenario.get(), Strategies.load().names()));
        } catch (IOException | InvalidScenario e) {
            throw new Refused(e);
        }
    }

    /** As it was written, for the programs; only a name that ships or an existing file gets so far. */
    Optional<String> text() {
        return scenario;
    }

    /** Refuses flags that say what a scenario says. */
    static void refuseBeside(CommandSpec spec, List<String> flags) {
        for (String flag : flags) {
            if (spec.commandLine().getParseResult().hasMatchedOption(flag)) {
                throw new ParameterException(
                        spec.commandLine(),
                        flag + " is said by the scenario; change it there, or leave --scenario out");
            }
        }
    }

    /** Whether the user has given this flag. */
    static boolean given(CommandSpec spec, String flag) {
        return spec.commandLine().getParseResult().hasMatchedOption(flag);
    }

    /** The load of a trial: of a load that changes, its highest level. */
    static Optional<Load> trialLoad(Scenario scenario) {
        LoadProfile load = scenario.load();
        if (load == null) {
            return Optional.ofNullable(scenario.objective()).map(objective -> Load.open(objective.rate()));
        }
        return Optional.of(switch (load.model()) {
            case OPEN -> Load.open(load.peak());
            case CLOSED -> Load.closed((int) Math.round(load.peak()));
        });
    }

    /** What a trial does not do of what the scenario asks for; to be said before it is measured. */
    static List<String> notReplayed(Scenario scenario) {
        LoadProfile load = scenario.load();
        if (load == null) {
            return List.of();
        }
        boolean changes = load.phases().size() > 1 || !load.phases().getFirst().constant();
        boolean random = load.model() == Load.Model.OPEN
                && load.arrivals() == LoadProfile.Arrivals.POISSON;
        List<String> notes = new ArrayList<>();
        if (changes) {
            notes.add(String.format(Locale.ROOT,
                    "The load of the scenario changes; a trial holds its highest level, %.4g.", load.peak()));
        }
        if (random) {
            notes.add("The scenario's arrivals are random; a trial sends at equal distances, which queues less.");
        }
        return notes;
    }
}
