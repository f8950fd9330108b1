package io.birdseye.service.scenario;

import io.birdseye.fanout.Plan.CallPlan;
import io.birdseye.fanout.Plan.GroupPlan;
import io.birdseye.fanout.Plan;
import io.birdseye.memory.SharedList;
import io.birdseye.scenario.CpuStage.Multiply;
import io.birdseye.scenario.CpuStage;
import io.birdseye.scenario.Scenario;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Turns a scenario's tree into a plan. Every call goes to {@code /<its name>} of the upstream. */
public final class ScenarioPlan {

    /** An int. */
    private static final int BYTES_PER_NUMBER = 4;

    private ScenarioPlan() {}

    /**
     * The plan. Shared lists are built now, one for each size and layout; where some group computes for a time, this
     * core is measured first, which takes a good half second.
     */
    public static Plan of(Scenario scenario) {
        Map<Multiply, SharedList> lists = new HashMap<>();
        boolean computes = scenario.groups().stream().anyMatch(group -> group.cpu() instanceof CpuStage.Compute);
        Spin spin = computes ? Spin.calibrated() : new Spin(1);
        return new Plan(scenario.groups().stream()
                .map(group -> new GroupPlan(
                        group.name(),
                        calls(group),
                        new ScenarioCombiner(switch (group.cpu()) {
                            case CpuStage.None() -> CpuWork.NONE;
                            case CpuStage.Compute(var time) -> CpuWork.compute(spin, time);
                            case Multiply multiply ->
                                CpuWork.multiply(lists.computeIfAbsent(multiply, ScenarioPlan::list));
                        })))
                .toList());
    }

    private static List<CallPlan> calls(Scenario.Group group) {
        return group.calls().stream()
                .map(call -> new CallPlan(call.name(), "/" + call.name()))
                .toList();
    }

    private static SharedList list(Multiply multiply) {
        int size = Math.toIntExact(multiply.multiply().bytes() / BYTES_PER_NUMBER);
        return SharedList.ofInts(size, multiply.layout());
    }
}
