package io.birdseye.mockapi;

import io.netty.channel.EventLoop;
import io.netty.util.concurrent.Future;
import io.vertx.core.Handler;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.http.HttpVersion;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One request for data and its answer. While it waits it is a timer of its event loop and nothing else; every method
 * runs on that loop. When the client leaves, the timer is cancelled.
 */
final class Exchange implements Runnable, Handler<Void> {

    private final MockState state;
    private final EventLoop eventLoop;
    private final Route route;
    private final HttpServerRequest request;
    private final Draws draws;
    private final @Nullable Dribble dribble;
    private final long parsedAt;

    private long askedNanos;
    private List<Buffer> chunks = List.of();
    private int nextChunk;
    private @Nullable Future<?> timer;

    Exchange(
            MockState state,
            EventLoop eventLoop,
            Route route,
            HttpServerRequest request,
            Behaviour behaviour,
            long parsedAt) {
        this.state = state;
        this.eventLoop = eventLoop;
        this.route = route;
        this.request = request;
        this.draws = route.draw(behaviour);
        this.parsedAt = parsedAt;
        Latency latency = behaviour.latency();
        boolean data = draws.status() == null && draws.fault() == null && !request.method().equals(HttpMethod.HEAD);
        this.dribble = latency != null && data ? latency.dribble() : null;
    }

    void begin() {
        route.counters().requests().increment();
        if (draws.fault() != null) {
            route.counters().faults().increment();
        } else if (draws.status() != null) {
            route.counters().errorStatuses().increment();
        }
        if (dribble != null) {
            chunks = route.resource().split(dribble.numberOfChunks());
        }
        askedNanos = draws.delayNanos() + dribbledNanos(1);
        if (askedNanos == 0 && chunks.size() <= 1) {
            answer();
        } else {
            request.response().closeHandler(this);
            state.pendingDelays().increment();
            schedule();
        }
    }

    /** The timer fired. */
    @Override
    public void run() {
        state.delayError().record(askedNanos, System.nanoTime() - parsedAt);
        if (chunks.isEmpty()) {
            settle();
            answer();
        } else {
            drip(chunks.get(nextChunk++));
        }
    }

    /** The connection closed, at the client's wish or ours. */
    @Override
    public void handle(Void closed) {
        Future<?> waiting = timer;
        if (waiting != null) {
            waiting.cancel(false);
            settle();
            state.cancelledDelays().increment();
        }
    }

    private void schedule() {
        timer = eventLoop.schedule(this, parsedAt + askedNanos - System.nanoTime(), TimeUnit.NANOSECONDS);
    }

    private void settle() {
        timer = null;
        state.pendingDelays().decrement();
    }

    private void drip(Buffer chunk) {
        HttpServerResponse response = request.response();
        if (nextChunk == 1) {
            response.putHeader(HttpHeaders.CONTENT_TYPE, Answers.JSON);
            if (request.version() == HttpVersion.HTTP_1_0) {
                // It has no chunks, but its body can come in parts all the same.
                response.putHeader(HttpHeaders.CONTENT_LENGTH, route.resource().contentLength());
            } else {
                response.setChunked(true);
            }
        }
        if (nextChunk == chunks.size()) {
            settle();
            response.end(chunk);
        } else {
            response.write(chunk);
            askedNanos = draws.delayNanos() + dribbledNanos(nextChunk + 1);
            schedule();
        }
    }

    /** From the end of the delay to the given part; reckoned from the start, so that no error adds up. */
    private long dribbledNanos(int part) {
        return dribble == null ? 0 : Math.round((double) dribble.totalNanos() * part / chunks.size());
    }

    private void answer() {
        FaultRule fault = draws.fault();
        StatusRule status = draws.status();
        HttpServerResponse response = request.response();
        if (fault != null) {
            BrokenConnection.apply(fault.fault(), request.connection(), draws.garbage());
        } else if (status != null) {
            Answers.problem(response, status.code(), "the status that mock-api was told to answer");
        } else {
            Resource resource = route.resource();
            response.putHeader(HttpHeaders.CONTENT_TYPE, Answers.JSON)
                    .putHeader(HttpHeaders.CONTENT_LENGTH, resource.contentLength());
            if (request.method().equals(HttpMethod.HEAD)) {
                response.end();
            } else {
                response.end(resource.body());
            }
        }
    }
}
