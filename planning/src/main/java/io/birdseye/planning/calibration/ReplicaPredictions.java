package io.birdseye.planning.calibration;

import io.birdseye.model.Load;
import io.birdseye.planning.advice.PoolAdvice;
import io.birdseye.planning.point.PointSettings;
import io.birdseye.planning.point.ServiceLimits;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Predictions for instances that share a load evenly, and for each that is left when one is lost, null for a single
 * one. Limits that are not given are those for the load after the loss.
 */
public record ReplicaPredictions(
        Load whole, int count, StrategyPredictions usual, @Nullable StrategyPredictions afterLoss) {

    /** @throws IllegalArgumentException if there are more instances than users */
    public static ReplicaPredictions of(
            PointSettings asked, int count, Function<PointSettings, StrategyPredictions> predict) {
        if (count < 1 || count > 100_000) {
            throw new IllegalArgumentException("replicas must be 1 to 100000, but are " + count);
        }
        if (count == 1) {
            return new ReplicaPredictions(asked.load(), 1, predict.apply(asked), null);
        }
        StrategyPredictions afterLoss = predict.apply(shared(asked, count - 1, asked.limits()));
        ServiceLimits limits = ServiceLimits.of(
                afterLoss.pools().ioConcurrency(), afterLoss.pools().cpuConcurrency(),
                afterLoss.service().maxInFlight(), afterLoss.service().httpThreads());
        return new ReplicaPredictions(asked.load(), count, predict.apply(shared(asked, count, limits)), afterLoss);
    }

    private static PointSettings shared(PointSettings asked, int instances, ServiceLimits limits) {
        Load load = asked.load();
        Load share = switch (load.model()) {
            case OPEN -> load.at(load.ratePerSecond() / instances);
            case CLOSED -> {
                if (load.users() < instances) {
                    throw new IllegalArgumentException(
                            "replicas must be at most as many as the users, which are " + load.users());
                }
                yield Load.closed(Math.ceilDiv(load.users(), instances));
            }
        };
        return new PointSettings(asked.strategy(), share, asked.work(), limits, asked.deadline());
    }

    /** For other programs; docs/reference/json-output.md explains it. */
    public ObjectNode json() {
        Accuracy accuracy = usual.file().accuracy();
        ObjectNode json = JsonNodeFactory.instance.objectNode()
                .put("load", usual.load().describe())
                .put("cores", usual.cores())
                .put("shared", usual.shared())
                .put("ioConcurrency", usual.pools().ioConcurrency())
                .put("cpuConcurrency", usual.pools().cpuConcurrency())
                .put("maxInFlight", usual.service().maxInFlight())
                .put("accuracy", accuracy.sentence())
                .put("hits", accuracy.hits())
                .put("nullHits", accuracy.nullHits())
                .put("points", accuracy.points().size());
        json.putArray("sharedPools").addAll(usual.sharedPools().stream().map(PoolAdvice::json).toList());
        json.set("strategies", usual.json());
        json.put("replicas", count);
        json.set("afterLoss", afterLoss == null ? null : afterLoss.json());
        return json;
    }

    public String text() {
        return afterLoss == null
                ? usual.text()
                : "Each of " + count + " replicas, which share " + whole.describe() + ":\n" + usual.text()
                        + "\nEach of the other " + (count - 1) + " when one is lost:\n" + afterLoss.text();
    }
}
