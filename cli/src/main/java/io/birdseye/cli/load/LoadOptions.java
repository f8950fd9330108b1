package io.birdseye.cli.load;

import io.birdseye.cli.options.BirdseyeCommand;
import io.birdseye.model.Format;
import io.birdseye.model.Load;
import io.birdseye.scenario.LoadProfile;
import io.birdseye.scenario.Scenario;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The load: at most one of {@code --rate} and {@code --users}; and its injectors. */
public final class LoadOptions {

    private static final double DEFAULT_RATE = 50;

    @ArgGroup
    private final Model model = new Model();

    private static final class Model {

        @Option(names = "--rate", paramLabel = "PER_SECOND",
                description = "Open model: requests per second, whether or not earlier ones are answered.")
        private Optional<Double> rate = Optional.empty();

        @Option(names = "--users", paramLabel = "N",
                description = "Closed model instead: users who send their next request when the last one is answered.")
        private Optional<Integer> users = Optional.empty();
    }

    @Mixin
    private final InjectorOptions injectors = new InjectorOptions();

    /** What offers the load. */
    public InjectorOptions injectors() {
        return injectors;
    }

    /** The load of the options; empty if there is none. */
    public Optional<Load> given(BirdseyeCommand command) {
        injectors.require(command);
        if (model.users.isPresent() && model.users.get() < injectors.count()) {
            throw command.wrong("--users " + model.users.get() + " cannot be shared by "
                    + Format.count(injectors.count(), "injector"));
        }
        return command.check(() -> model.users.map(Load::closed).or(() -> model.rate.map(Load::open)));
    }

    /** The load of the options, or else that of the scenario, or else 50 requests per second. */
    public Load load(BirdseyeCommand command, Optional<Scenario> scenario) {
        return given(command).or(() -> scenario.flatMap(LoadOptions::ofScenario)).orElseGet(() -> Load.open(DEFAULT_RATE));
    }

    /** The constant load of a trial: the highest level of a load that changes. */
    private static Optional<Load> ofScenario(Scenario scenario) {
        LoadProfile profile = scenario.load();
        if (profile == null) {
            return Optional.ofNullable(scenario.objective()).map(objective -> Load.open(objective.rate()));
        }
        return Optional.of(switch (profile.model()) {
            case OPEN -> Load.open(profile.peak());
            case CLOSED -> Load.closed((int) Math.round(profile.peak()));
        });
    }

    /** Sentences about the parts of a scenario's load that a trial does not reproduce. */
    public static List<String> notReproduced(Scenario scenario) {
        LoadProfile profile = scenario.load();
        List<String> notes = new ArrayList<>();
        if (profile != null && (profile.phases().size() > 1 || !profile.phases().getFirst().constant())) {
            notes.add(String.format(
                    "The load of the scenario changes; a trial holds its highest level, %.4g.", profile.peak()));
        }
        if (profile != null && profile.model() == Load.Model.OPEN
                && profile.arrivals() == LoadProfile.Arrivals.POISSON) {
            notes.add("The arrivals of the scenario are random; a trial sends at equal distances, with shorter queues.");
        }
        return notes;
    }
}
