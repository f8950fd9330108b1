package io.birdseye.service.api;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.birdseye.service.observe.ProcessUsage;
import io.birdseye.service.observe.RequestCounts;
import io.birdseye.service.observe.TaskSums;
import io.birdseye.service.pools.StrategyPools;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.Response;
import java.util.List;

/** What the process has used and where the time of its requests went, for whoever measures a window of it. */
@Path("/internal/resources")
public final class ResourcesResource {

    private final ProcessUsage process;
    private final RequestCounts counts;
    private final TaskSums tasks;
    private final StrategyPools pools;
    private volatile List<TaskSums.Total> tasksBefore;

    public ResourcesResource(ProcessUsage process, RequestCounts counts, TaskSums tasks, StrategyPools pools) {
        this.process = process;
        this.counts = counts;
        this.tasks = tasks;
        this.pools = pools;
        this.tasksBefore = tasks.totals();
    }

    /** @param tasks since the last reset; all other sums are since the start */
    record Resources(
            @JsonUnwrapped ProcessUsage.Snapshot process,
            RequestCounts.Snapshot requests,
            List<TaskSums.Total> tasks,
            List<Reached> concurrency) {}

    /**
     * @param ioPeak the most calls on the wire at once since the last reset; {@code cpuPeak} and {@code queuePeak} say
     *     the same of combinations and of requests in progress
     * @param ioRunning calls on the wire now; {@code cpuRunning} and {@code inProgress} likewise
     */
    record Reached(
            String strategy,
            int ioConcurrency,
            int cpuConcurrency,
            int maxInFlight,
            int ioPeak,
            int cpuPeak,
            int queuePeak,
            int ioRunning,
            int cpuRunning,
            int inProgress) {}

    @GET
    public Response read() {
        return Json.ok(new Resources(
                process.snapshot(),
                counts.snapshot(),
                tasks.totalsSince(tasksBefore),
                pools.reached().stream().map(ResourcesResource::reached).toList()));
    }

    private static Reached reached(StrategyPools.Reached pool) {
        return new Reached(
                pool.strategy(),
                pool.budget().ioConcurrency(),
                pool.budget().cpuConcurrency(),
                pool.budget().maxInFlight(),
                pool.concurrency().io().peak(),
                pool.concurrency().cpu().peak(),
                pool.requests().peak(),
                pool.concurrency().io().running(),
                pool.concurrency().cpu().running(),
                pool.requests().running());
    }

    /** Starts a new window: peaks and task sums begin again. */
    @POST
    @Path("reset")
    public Response reset() {
        process.resetPeaks();
        pools.resetPeaks();
        tasksBefore = tasks.totals();
        return Response.noContent().build();
    }
}
