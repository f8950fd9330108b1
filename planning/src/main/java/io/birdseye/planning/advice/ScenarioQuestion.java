package io.birdseye.planning.advice;

import io.birdseye.model.Arrivals;
import io.birdseye.model.Durations;
import io.birdseye.model.Format;
import io.birdseye.model.Latency;
import io.birdseye.model.Layout;
import io.birdseye.model.Load;
import io.birdseye.planning.simulation.RequestWork;
import io.birdseye.scenario.CpuStage;
import io.birdseye.scenario.InvalidScenario;
import io.birdseye.scenario.LoadProfile;
import io.birdseye.scenario.Scenario;
import io.birdseye.scenario.ScenarioFile;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Converts a scenario into a {@link Question}. */
public final class ScenarioQuestion {

    /** CPU time per MB: multiplying lists, and receiving, parsing and writing bodies; origin ends a sentence. */
    public record CpuCosts(
            double boxedMsPerMegabyte, double primitiveMsPerMegabyte, double payloadMsPerMegabyte, String origin) {

        /**
         * Measured on two cores with the parallel collector: 16 and 3 ms to multiply two lists of 5 MB, 12 ms for
         * bodies of 1 MB. Other machines differ; {@code advise --verify} measures by how much.
         */
        public static final CpuCosts ASSUMED =
                new CpuCosts(1.6, 0.3, 12, "as measured on a machine with two cores; --verify measures it on this machine");
    }

    private ScenarioQuestion() {}

    /** Equal parallel calls, followed by CPU work, as a file, since the services that are measured read one. */
    public static ScenarioFile equalCalls(int calls, Duration io, Duration cpu) {
        String members = IntStream.rangeClosed(1, calls)
                .mapToObj(i -> "{ name: call-" + i + ", latency: " + Durations.format(io) + ", payload: 1kB }")
                .collect(Collectors.joining(", "));
        String text = "name: from-flags\ngroups: [{ name: all, calls: [" + members + "], cpu: { time: "
                + Durations.format(cpu) + " } }]\n";
        try {
            return ScenarioFile.parse("the command line", text, List.of());
        } catch (InvalidScenario e) {
            String problems =
                    e.problems().stream().map(InvalidScenario.ScenarioProblem::message).distinct().collect(Collectors.joining("; "));
            throw new IllegalArgumentException(problems, e);
        }
    }

    /** Rate and p99 are those of the objective if they are not given; refused if no rate is known. */
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
        List<RequestWork.Group> groups = new ArrayList<>();
        for (Scenario.Group group : scenario.groups()) {
            List<RequestWork.Call> calls = group.calls().stream()
                    .map(chain -> new RequestWork.Call(
                            chain, 0, call -> call.payload().megabytes() * costs.payloadMsPerMegabyte()))
                    .toList();
            groups.add(new RequestWork.Group(calls, new Latency.Fixed(cpuMs(group.cpu(), costs, layout))));
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
