package io.birdseye.service.overview;

import com.fasterxml.jackson.annotation.JsonRawValue;
import io.birdseye.fanout.Overview;
import io.birdseye.fanout.Plan;
import io.birdseye.fanout.TaskTiming;
import io.birdseye.model.Format;
import io.birdseye.strategy.StrategyEntry;
import io.birdseye.strategy.StrategyInfo;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/** Describes how one overview was made: which thread ran which task, and when. Created on the request's HTTP thread. */
final class Trace implements OverviewResource.Body {

    private final Plan plan;
    private final String httpThread = Thread.currentThread().getName();
    private final long startNanos = System.nanoTime();
    private volatile long heldNanos;

    Trace(Plan plan) {
        this.plan = plan;
    }

    /** The answer, as the report module reads it; its HTTP thread is released if that was before the last task. */
    record Document(
            String strategy, String summary, String waits,
            String httpThread, boolean httpThreadBlocked, @Nullable Double httpThreadReleasedMs,
            boolean callsHoldThreads, double totalMs, List<Task> tasks, @JsonRawValue String answer) {}

    /** The group is its index, or -1 of the join; a wait for a place in a pool counts from the start of the call. */
    record Task(
            String name, String kind, int group, double readyMs, double startMs, double endMs, String thread, double poolMs,
            int attempts) {}

    void threadReleased() {
        heldNanos = System.nanoTime() - startNanos;
    }

    @Override
    public byte[] of(StrategyEntry strategy, Overview overview, List<TaskTiming> timings) {
        List<Task> tasks = timings.stream().map(this::task).toList();
        double totalMs = tasks.stream().mapToDouble(Task::endMs).max().orElse(0);
        double heldMs = millis(heldNanos);
        boolean releasedBefore = !strategy.blocksHttpThread() && heldMs > 0 && heldMs <= totalMs;
        return JsonMapper.shared().writeValueAsBytes(new Document(
                strategy.name(), strategy.info().summary(), strategy.info().waits(),
                httpThread, strategy.blocksHttpThread(), releasedBefore ? heldMs : null,
                strategy.info().waiter().client() == StrategyInfo.Client.BLOCKING, totalMs, tasks,
                new String(overview.json(), StandardCharsets.UTF_8)));
    }

    private Task task(TaskTiming timing) {
        return new Task(
                timing.name(), Format.label(timing.kind()), groupOf(timing),
                millis(timing.readyNanos()), millis(timing.startNanos()), millis(timing.endNanos()), timing.thread(),
                millis(timing.attempts().poolNanos()), timing.attempts().made());
    }

    private int groupOf(TaskTiming timing) {
        List<Plan.GroupPlan> groups = plan.groups();
        return IntStream.range(0, groups.size())
                .filter(group -> switch (timing.kind()) {
                    case IO -> groups.get(group).calls().stream().flatMap(call -> call.chain().stream())
                            .anyMatch(call -> call.name().equals(timing.name()));
                    case COMBINE -> groups.get(group).name().equals(timing.name());
                    case JOIN -> false;
                })
                .findFirst()
                .orElse(-1);
    }

    private static double millis(long nanos) {
        return nanos / 1_000 / 1e3;
    }
}
