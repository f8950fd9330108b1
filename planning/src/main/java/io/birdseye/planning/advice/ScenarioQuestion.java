package io.birdseye.planning.advice;

import io.birdseye.model.Format;
import io.birdseye.model.Latency;
import io.birdseye.model.Layout;
import io.birdseye.model.Load;
import io.birdseye.planning.simulation.RequestWork;
import io.birdseye.planning.simulation.RequestWork.Call;
import io.birdseye.planning.simulation.RequestWork.Group;
import io.birdseye.scenario.CpuStage;
import io.birdseye.scenario.LoadProfile;
import io.birdseye.scenario.Scenario;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Converts a scenario into a {@link Question}. */
public final class ScenarioQuestion {

    private ScenarioQuestion() {}

    /**
     * The rate is that of the objective, or else the highest of an open load.
     *
     * @throws IllegalArgumentException if the scenario has neither; the message names what to add
     */
    public static Question of(Scenario scenario, CpuCosts costs, int cores) {
        Scenario.Objective objective = scenario.objective();
        LoadProfile load = scenario.load();
        boolean open = load != null && load.model() == Load.Model.OPEN;
        if (objective == null && !open) {
            throw new IllegalArgumentException("the scenario '" + scenario.name()
                    + "' names no rate: add 'objective: { p99: 400ms, rate: 50 }', or a load with a rate");
        }
        return new Question(
                work(scenario, costs, null),
                objective != null ? objective.rate() : load == null ? 0 : load.peak(),
                load == null || !open || load.arrivals() == LoadProfile.Arrivals.POISSON,
                cores,
                objective == null ? null : (double) objective.p99().toMillis(),
                scenario.deadline().toMillis(),
                boxed(scenario) ? work(scenario, costs, Layout.PRIMITIVE) : null,
                assumptions(scenario, costs));
    }

    /**
     * The scenario with another objective.
     *
     * @param rate requests per second; empty for the rate of the objective or of the open load
     * @param p99 empty for that of the objective
     * @throws IllegalArgumentException if only one of the two is known
     */
    public static Scenario withObjective(Scenario scenario, Optional<Double> rate, Optional<Duration> p99) {
        if (rate.isEmpty() && p99.isEmpty()) {
            return scenario;
        }
        Optional<Scenario.Objective> objective = Optional.ofNullable(scenario.objective());
        Optional<Double> perSecond = rate.or(() -> objective.map(Scenario.Objective::rate))
                .or(() -> Optional.ofNullable(scenario.load())
                        .filter(load -> load.model() == Load.Model.OPEN)
                        .map(LoadProfile::peak));
        Optional<Duration> wanted = p99.or(() -> objective.map(Scenario.Objective::p99));
        if (perSecond.isEmpty() || wanted.isEmpty()) {
            throw new IllegalArgumentException(
                    "the scenario '" + scenario.name() + "' has no objective, so both --rate and --p99 are needed");
        }
        return new Scenario(
                scenario.name(), scenario.description(), scenario.groups(), scenario.load(), scenario.budget(),
                scenario.deadline(), new Scenario.Objective(wanted.get(), perSecond.get()), scenario.strategies());
    }

    /** The work of one request. A layout that is not null replaces that of the file. */
    static RequestWork work(Scenario scenario, CpuCosts costs, @Nullable Layout layout) {
        List<Group> groups = new ArrayList<>();
        for (Scenario.Group group : scenario.groups()) {
            List<Call> calls = group.calls().stream()
                    .map(call -> new Call(
                            call.toLastByte(),
                            call.payload().megabytes() * costs.payloadMsPerMegabyte(),
                            call.failureRate()))
                    .toList();
            groups.add(new Group(calls, new Latency.Fixed(cpuMs(group.cpu(), costs, layout))));
        }
        return new RequestWork(groups, 0, 0);
    }

    private static double cpuMs(CpuStage stage, CpuCosts costs, @Nullable Layout layout) {
        return switch (stage) {
            case CpuStage.None() -> 0;
            case CpuStage.Compute(var time) -> time.toNanos() / 1e6;
            case CpuStage.Multiply(var size, var own) -> size.megabytes()
                    * switch (layout == null ? own : layout) {
                        case BOXED -> costs.boxedMsPerMegabyte();
                        case PRIMITIVE -> costs.primitiveMsPerMegabyte();
                    };
        };
    }

    private static boolean boxed(Scenario scenario) {
        return scenario.groups().stream()
                .anyMatch(group -> group.cpu() instanceof CpuStage.Multiply multiply
                        && multiply.layout() == Layout.BOXED);
    }

    private static List<String> assumptions(Scenario scenario, CpuCosts costs) {
        List<String> assumptions = new ArrayList<>();
        if (scenario.groups().stream().anyMatch(group -> group.cpu() instanceof CpuStage.Multiply)) {
            assumptions.add(Format.text(
                    "Multiplying takes %s of CPU per MB boxed and %s primitive, %s.",
                    Format.plainMs(costs.boxedMsPerMegabyte()), Format.plainMs(costs.primitiveMsPerMegabyte()), costs.origin()));
        }
        assumptions.add(Format.text(
                "Bodies take %s of CPU per MB, %s.", Format.plainMs(costs.payloadMsPerMegabyte()), costs.origin()));
        return assumptions;
    }
}
