package io.birdseye.service.scenario;

import io.birdseye.fanout.Plan;
import io.birdseye.fanout.Query;
import io.birdseye.memory.SharedList;
import io.birdseye.scenario.CpuStage;
import io.birdseye.scenario.Scenario;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Turns the tree of a scenario into a plan. Every call goes to {@code /<its name>} of the upstream. */
public final class ScenarioPlan {

    private static final int BYTES_PER_NUMBER = Integer.BYTES;

    private ScenarioPlan() {}

    /**
     * The plan. Shared lists are built now, one for each size and layout. If a group computes for a given time, the
     * speed of this core is measured first, which takes about half a second.
     */
    public static Plan of(Scenario scenario) {
        Map<CpuStage.Multiply, SharedList> lists = new HashMap<>();
        boolean computes = scenario.groups().stream().anyMatch(group -> group.cpu() instanceof CpuStage.Compute);
        Spin spin = computes ? Spin.calibrated() : new Spin(1);
        return new Plan(scenario.groups().stream()
                .map(group -> new Plan.GroupPlan(
                        group.name(),
                        calls(group),
                        new ScenarioCombiner(switch (group.cpu()) {
                            case CpuStage.None() -> query -> "";
                            case CpuStage.Compute(var time) -> compute(spin, time);
                            case CpuStage.Multiply multiply ->
                                multiply(lists.computeIfAbsent(multiply, ScenarioPlan::list));
                        })))
                .toList());
    }

    private static List<Plan.CallPlan> calls(Scenario.Group group) {
        return group.calls().stream()
                .map(call -> new Plan.CallPlan(call.name(), "/" + call.name()))
                .toList();
    }

    private static SharedList list(CpuStage.Multiply multiply) {
        int size = Math.toIntExact(multiply.multiply().bytes() / BYTES_PER_NUMBER);
        return SharedList.ofInts(size, multiply.layout());
    }

    private static Function<Query, String> multiply(SharedList list) {
        return query -> {
            SharedList.Product product = list.multiply(query.intFactor());
            return ",\"multiplied\":{\"factor\":" + product.factor() + ",\"size\":" + product.size()
                    + ",\"checksum\":" + product.checksum() + "}";
        };
    }

    /** The number of steps is fixed at the start of the service, so the work is the same for every strategy. */
    private static Function<Query, String> compute(Spin spin, Duration time) {
        String property = ",\"computed\":{\"micros\":" + time.toNanos() / 1_000 + "}";
        return query -> {
            spin.run(time);
            return property;
        };
    }
}
