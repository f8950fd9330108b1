package io.birdseye.cli.options;

import io.birdseye.model.Arrivals;
import io.birdseye.model.Format;
import io.birdseye.model.Load;
import io.birdseye.scenario.LoadProfile;
import io.birdseye.scenario.Scenario;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The load: at most one of {@code --rate} and {@code --users}; and its injectors. */
@OptionGroup.In(OptionGroup.LOAD)
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

    @Option(names = "--arrivals", paramLabel = "poisson|constant|bursts",
            description = "Open model: requests arrive at random, at equal distances, which meet shorter queues, or in bursts, one every two"
                    + " seconds (default: the scenario's, or poisson).")
    private Optional<Arrivals> arrivals = Optional.empty();

    @Option(names = "--burst", paramLabel = "TIMES",
            description = "Arrivals in bursts: how many times the rate comes while one lasts; then none (default: 4).")
    private Optional<Double> burst = Optional.empty();

    @Mixin
    private final InjectorOptions injectors = new InjectorOptions();

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
        if (model.users.isPresent() && arrivals.isPresent()) {
            throw command.wrong("--arrivals is only for rates: a user asks again when the answer has arrived");
        }
        return command.check(() -> model.users.map(Load::closed)
                .or(() -> model.rate.map(rate -> bursting(Load.open(rate, arrivals.orElse(Arrivals.POISSON))))));
    }

    private Load bursting(Load load) {
        return burst.map(load::withBurst).orElse(load);
    }

    /** The load of the options, or else that of the scenario, or else 50 requests per second. */
    public Load load(BirdseyeCommand command, Optional<Scenario> scenario) {
        return over(command, scenario.flatMap(LoadOptions::ofScenario));
    }

    /** Whether neither options nor scenario say a load, so that 50 requests per second are only a proposal. */
    public boolean isProposed(BirdseyeCommand command, Optional<Scenario> scenario) {
        return given(command).isEmpty() && scenario.flatMap(LoadOptions::ofScenario).isEmpty();
    }

    /** The load of the options, or else that of a file, or else 50 requests per second; {@code --arrivals} holds for each. */
    public Load over(BirdseyeCommand command, Optional<Load> ofFile) {
        Optional<Load> given = given(command);
        if (given.isPresent()) {
            return given.get();
        }
        Load load = ofFile.orElseGet(() -> Load.open(DEFAULT_RATE));
        if (arrivals.isPresent() && load.model() == Load.Model.CLOSED) {
            throw command.wrong("--arrivals is only for rates, but the load of the file has users");
        }
        return command.check(() -> bursting(arrivals.map(other -> Load.open(load.ratePerSecond(), other)).orElse(load)));
    }

    /** The load of a trial, of one level: the highest level of a load that changes. */
    private static Optional<Load> ofScenario(Scenario scenario) {
        LoadProfile profile = scenario.load();
        if (profile == null) {
            return Optional.ofNullable(scenario.objective()).map(objective -> Load.open(objective.rate()));
        }
        return Optional.of(switch (profile.model()) {
            case OPEN -> Load.open(profile.peak(), profile.arrivals());
            case CLOSED -> Load.closed((int) Math.round(profile.peak()));
        });
    }

    /** Sentences about the parts of a scenario's load that a trial does not reproduce. */
    public static List<String> notReproduced(Scenario scenario) {
        LoadProfile profile = scenario.load();
        return profile != null && (profile.phases().size() > 1 || !profile.phases().getFirst().constant())
                ? List.of(String.format(
                        "The load of the scenario changes; a trial holds its highest level, %.4g.", profile.peak()))
                : List.of();
    }
}
