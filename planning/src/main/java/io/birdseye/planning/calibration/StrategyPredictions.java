package io.birdseye.planning.calibration;

import io.birdseye.loadtest.trial.Budgets;
import io.birdseye.loadtest.trial.ServiceOptions;
import io.birdseye.model.Durations;
import io.birdseye.model.Load;
import io.birdseye.model.Sizing;
import io.birdseye.model.Topology;
import io.birdseye.planning.advice.Advisor;
import io.birdseye.planning.advice.PoolAdvice;
import io.birdseye.planning.advice.StrategyMenu;
import io.birdseye.planning.point.PointSettings;
import io.birdseye.planning.simulation.ServiceModel;
import io.birdseye.planning.simulation.Simulation.RunLength;
import io.birdseye.planning.simulation.Simulation;
import io.birdseye.planning.simulation.SimulationResult.Figure;
import io.birdseye.planning.simulation.SimulationResult;
import io.birdseye.planning.text.Texts;
import io.birdseye.scenario.Scenario.Call;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;

/** Predictions of all strategies for one load, on cores that injector and mock share or not. */
public record StrategyPredictions(
        CalibrationFile file, Load load, int cores, boolean shared, Budgets.Equal pools, ServiceOptions service,
        List<PoolAdvice> sharedPools, List<Predicted> strategies) {

    /** @param steady whether the simulated time was long enough for queues to fill, and for answers */
    public record Predicted(String name, SimulationResult figures, double simulatedSeconds, boolean steady) {

        public String simulated() {
            return Durations.format(simulatedSeconds < 10 ? Duration.ofMillis(Math.round(1000 * simulatedSeconds)) : Duration.ofSeconds(Math.round(simulatedSeconds)));
        }

        Predicted named(String other) {
            return new Predicted(other, figures, simulatedSeconds, steady);
        }
    }

    /**
     * Limits that are empty follow from load, upstreams and cores: those of the calibrated machine, which injector and
     * mock share, or others that the service has to itself. The run is longer where slow upstreams or queues need it.
     */
    public static StrategyPredictions of(
            CalibrationFile file, PointSettings asked, List<List<Call>> upstreams, Optional<Integer> otherCores,
            RunLength runLength, StrategyMenu menu) {
        int cores = otherCores.orElse(file.cores());
        Sizing sizing = Sizing.of(
                asked.load(),
                upstreams.stream().flatMap(List::stream).map(call -> Math.max(1, call.meanMs())).toList(),
                asked.deadline().toMillis(), cores);
        Budgets.Equal pools = asked.limits().budgets(sizing);
        ServiceOptions service = asked.limits().service(sizing, asked.deadline(), List.of());
        CalibratedCosts costs = file.calibration().onCores(file.cores(), cores);
        boolean shared = otherCores.isEmpty();
        Map<Topology, Predicted> known = new HashMap<>();
        List<Predicted> strategies = menu.with(pools.ioConcurrency(), pools.cpuConcurrency()).stream()
                .map(option -> known.computeIfAbsent(
                                option.topology().withWaiter(""), topology -> predicted(costs.model(topology, upstreams, cores, shared, service), asked.load(), runLength))
                        .named(option.name()))
                .toList();
        return new StrategyPredictions(
                file, asked.load(), cores, shared, pools, service,
                Advisor.sharedPools(costs.work(upstreams, shared), asked.load(), cores, asked.deadline().toMillis()), strategies);
    }

    private static Predicted predicted(ServiceModel model, Load load, RunLength least) {
        RunLength length = least.untilSteady(model, load);
        return new Predicted("", Simulation.run(model, load, length), length.seconds(), length.steady(model, load));
    }

    /** Each strategy for other programs. Shares are of 1, that of the cores of the whole machine. */
    ArrayNode json() {
        ArrayNode json = JsonNodeFactory.instance.arrayNode();
        for (Predicted strategy : strategies) {
            SimulationResult figures = strategy.figures();
            boolean answers = figures.p50Ms() > 0;
            json.addObject()
                    .put("strategy", strategy.name())
                    .put("achievedPerSecond", figures.achievedPerSecond())
                    .put("p50Ms", answers ? figures.p50Ms() : null)
                    .put("p99Ms", answers ? figures.p99Ms() : null)
                    .put("refusedShare", figures.mean(Figure.REFUSED_SHARE))
                    .put("failedShare", figures.mean(Figure.FAILED_SHARE))
                    .put("busyShare", figures.mean(Figure.CORES))
                    .put("simulatedSeconds", strategy.simulatedSeconds())
                    .put("steady", strategy.steady())
                    .putArray("sharedPools").addAll(figures.pools().entrySet().stream().map(pool -> (JsonNode) json.objectNode()
                            .put("name", pool.getKey().name())
                            .put("busyShare", pool.getValue().utilisation())
                            .put("waitMs", pool.getValue().waitMs())
                            .put("gaveUpShare", pool.getValue().gaveUpShare())).toList());
        }
        return json;
    }

    public String text() {
        return Texts.render("predictions.jte", this);
    }
}
