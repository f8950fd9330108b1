package io.birdseye.loadtest.recipe;

import io.birdseye.loadtest.client.ServiceClient.StrategyView;
import io.birdseye.loadtest.recipe.Tracing.Traces;
import io.birdseye.report.result.Floor;
import io.birdseye.report.trace.RequestTrace;
import io.birdseye.report.trace.TraceSet.Traced;
import io.birdseye.report.trace.TraceSet.Unanswered;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The traced requests of one strategy.
 *
 * @param refusal why the last request without a trace had none
 */
record FoundTraces(List<RequestTrace> traces, String refusal) {

    /** The shortest time of each call and of each combination, whatever the strategy. */
    static Floor floor(Map<String, List<RequestTrace>> alone) {
        return new Floor(shortest(alone, "io"), shortest(alone, "combine"), 0);
    }

    private static List<Double> shortest(Map<String, List<RequestTrace>> alone, String kind) {
        Map<String, Double> byTask = alone.values().stream()
                .flatMap(List::stream)
                .flatMap(trace -> trace.tasks().stream())
                .filter(task -> task.kind().equals(kind))
                .collect(Collectors.toMap(
                        RequestTrace.Task::name, RequestTrace.Task::runMs, Math::min, LinkedHashMap::new));
        return List.copyOf(byTask.values());
    }

    /** The trace of the median request of each strategy. */
    static Traces typical(Map<String, FoundTraces> found, Floor floor, List<StrategyView> views) {
        // The floor is that of the fastest topology, here as in a comparison.
        boolean inTurn = views.stream().filter(view -> found.containsKey(view.name())).allMatch(view -> view.topology().callsInTurn());
        List<Traced> traced = new ArrayList<>();
        List<Unanswered> unanswered = new ArrayList<>();
        found.forEach((strategy, all) -> {
            if (all.traces().isEmpty()) {
                unanswered.add(new Unanswered(strategy, all.refusal()));
                return;
            }
            RequestTrace median = all.traces().stream()
                    .sorted(Comparator.comparingDouble(RequestTrace::totalMs))
                    .toList()
                    .get(all.traces().size() / 2);
            traced.add(new Traced(median, floor.latencyMs(inTurn), all.traces().size()));
        });
        return new Traces(traced, unanswered);
    }
}
