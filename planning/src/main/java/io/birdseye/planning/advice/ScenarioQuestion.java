package io.birdseye.planning.advice;

import io.birdseye.model.Arrivals;
import io.birdseye.model.Durations;
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
     * @param rate requests per second; empty for the rate of the objective, or else the highest of an open load
     * @param p99 empty for that of the scenario's objective, if it has one
     * @throws IllegalArgumentException if no rate is known; the message names what to add
     */
    public static Question of(
            Scenario scenario, Optional<Double> rate, Optional<Duration> p99, CpuCosts costs, int cores) {
        Optional<Scenario.Objective> objective = Optional.ofNullable(scenario.objective());
        Optional<LoadProfile> open =
                Optional.ofNullable(scenario.load()).filter(load -> load.model() == Load.Model.OPEN);
        Optional<Double> perSecond =
                rate.or(() -> objective.map(Scenario.Objective::rate)).or(() -> open.map(LoadProfile::peak));
        Optional<Duration> wanted = p99.or(() -> objective.map(Scenario.Objective::p99));
        return new Question(
                work(scenario, costs, null),
                perSecond.orElseThrow(() -> new IllegalArgumentException("the scenario '" + scenario.name()
                        + "' names no rate: give --rate, or add 'objective: { p99: 400ms, rate: 50 }' or a load with a rate")),
                open.map(LoadProfile::arrivals).orElse(Arrivals.POISSON),
                cores,
                wanted.map(time -> (double) time.toMillis()).orElse(null),
                scenario.deadline().toMillis(),
                hasBoxed(scenario) ? work(scenario, costs, Layout.PRIMITIVE) : null,
                assumptions(scenario, costs));
    }

    /** The work of one request. A layout that is not null replaces that of the file. */
    private static RequestWork work(Scenario scenario, CpuCosts costs, @Nullable Layout layout) {
        List<Group> groups = new ArrayList<>();
        for (Scenario.Group group : scenario.groups()) {
            List<Call> calls = group.calls().stream()
                    .map(call -> new Call(
                            call.toLastByte(),
                            0,
                            call.payload().megabytes() * costs.payloadMsPerMegabyte(),
                            call.failureRate()))
                    .toList();
            groups.add(new Group(calls, new Latency.Fixed(cpuMs(group.cpu(), costs, layout))));
        }
        return new RequestWork(groups, 0);
    }

    private static double cpuMs(CpuStage stage, CpuCosts costs, @Nullable Layout layout) {
        return switch (stage) {
            case CpuStage.None() -> 0;
            case CpuStage.Compute(var time) -> Durations.ms(time);
            case CpuStage.Multiply(var size, var own) -> size.megabytes()
                    * switch (layout == null ? own : layout) {
                        case BOXED -> costs.boxedMsPerMegabyte();
                        case PRIMITIVE -> costs.primitiveMsPerMegabyte();
                    };
        };
    }

    private static boolean hasBoxed(Scenario scenario) {
        return scenario.groups().stream().anyMatch(
                group -> group.cpu() instanceof CpuStage.Multiply(_, var layout) && layout == Layout.BOXED);
    }

    private static List<String> assumptions(Scenario scenario, CpuCosts costs) {
        String bodies = Format.text(
                "Bodies take %s of CPU per MB, %s.", Format.plainMs(costs.payloadMsPerMegabyte()), costs.origin());
        if (scenario.groups().stream().noneMatch(group -> group.cpu() instanceof CpuStage.Multiply)) {
            return List.of(bodies);
        }
        String multiplying = Format.text(
                "Multiplying takes %s of CPU per MB boxed and %s primitive, %s.",
                Format.plainMs(costs.boxedMsPerMegabyte()), Format.plainMs(costs.primitiveMsPerMegabyte()),
                costs.origin());
        return List.of(multiplying, bodies);
    }
}
