package io.birdseye.service.overview;

import com.fasterxml.jackson.annotation.JsonRawValue;
import io.birdseye.fanout.Overview;
import io.birdseye.fanout.Plan;
import io.birdseye.fanout.TaskTiming;
import io.birdseye.service.problem.ClientDisconnected;
import io.birdseye.service.problem.Problems;
import io.birdseye.service.server.Exchange;
import io.birdseye.strategy.StrategyEntry;
import io.birdseye.strategy.StrategyInfo;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.container.AsyncResponse;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.Suspended;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/** Serves an overview like any other, and answers with how it came about: which thread ran which task, and when. */
@Path("/trace/{strategy}")
public final class TraceResource {

    private static final JsonMapper JSON = new JsonMapper();

    private final Overviews overviews;

    public TraceResource(Overviews overviews) {
        this.overviews = overviews;
    }

    /**
     * The names are those of the report module, which draws them.
     *
     * @param httpThreadReleasedMs null if the HTTP thread was held, or was not free before the answer was there
     * @param answer what {@code /overview} would have answered
     */
    private record Trace(
            String strategy,
            String summary,
            String waits,
            String httpThread,
            boolean httpThreadBlocked,
            @Nullable Double httpThreadReleasedMs,
            boolean callsHoldThreads,
            double totalMs,
            List<Task> tasks,
            @JsonRawValue String answer) {}

    private record Task(
            String name, String kind, int group, double readyMs, double startMs, double endMs, String thread) {}

    @GET
    public void trace(
            @PathParam("strategy") String strategy,
            @Context ContainerRequestContext context,
            @Suspended AsyncResponse response) {
        Exchange exchange = (Exchange) context.getProperty(Exchange.PROPERTY);
        OverviewRequest request =
                overviews.read(strategy, context.getUriInfo().getQueryParameters(), exchange);
        TracingAnswer answer = new TracingAnswer(
                overviews.plan(), request.strategy(), new HttpThread(Thread.currentThread().getName()), response);
        overviews.start(request, exchange, answer);
        answer.httpThread().released();
    }

    /** The thread that took a request in, and how long it was needed for that. */
    private static final class HttpThread {

        private final String name;
        private final long takenNanos = System.nanoTime();
        private volatile long heldNanos;

        HttpThread(String name) {
            this.name = name;
        }

        void released() {
            heldNanos = System.nanoTime() - takenNanos;
        }

        /** Null if it was still at it when the last task ended. */
        @Nullable Double releasedMs(double totalMs) {
            double held = millis(heldNanos);
            return held == 0 || held > totalMs ? null : held;
        }
    }

    private static double millis(long nanos) {
        return nanos / 1_000 / 1e3;
    }

    private record TracingAnswer(Plan plan, StrategyEntry entry, HttpThread httpThread, AsyncResponse response)
            implements OverviewRun.Answer {

        @Override
        public void send(Overview overview, List<TaskTiming> timings) {
            List<Task> tasks = new ArrayList<>();
            for (TaskTiming timing : timings) {
                tasks.add(new Task(
                        timing.name(),
                        timing.kind().name().toLowerCase(Locale.ROOT),
                        groupOf(timing),
                        millis(timing.readyNanos()),
                        millis(timing.startNanos()),
                        millis(timing.endNanos()),
                        timing.thread()));
            }
            double totalMs = tasks.stream().mapToDouble(Task::endMs).max().orElse(0);
            Trace trace = new Trace(
                    entry.name(),
                    entry.info().summary(),
                    entry.info().waits(),
                    httpThread.name,
                    entry.blocksHttpThread(),
                    entry.blocksHttpThread() ? null : httpThread.releasedMs(totalMs),
                    entry.info().client() == StrategyInfo.Client.BLOCKING,
                    totalMs,
                    tasks,
                    new String(overview.json(), StandardCharsets.UTF_8));
            response.resume(Response.ok(JSON.writeValueAsBytes(trace), MediaType.APPLICATION_JSON_TYPE)
                    .build());
        }

        @Override
        public void fail(Throwable failure, List<TaskTiming> timings) {
            if (!(failure instanceof ClientDisconnected)) {
                response.resume(
                        Response.status(500).entity(Problems.of(failure)).build());
            }
        }

        private int groupOf(TaskTiming timing) {
            for (int group = 0; group < plan.groups().size(); group++) {
                Plan.GroupPlan candidate = plan.groups().get(group);
                boolean mine = switch (timing.kind()) {
                    case IO -> candidate.calls().stream().anyMatch(call -> call.name().equals(timing.name()));
                    case COMBINE -> candidate.name().equals(timing.name());
                    case JOIN -> false;
                };
                if (mine) {
                    return group;
                }
            }
            return -1;
        }
    }
}
