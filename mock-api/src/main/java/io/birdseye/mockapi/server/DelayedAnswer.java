package io.birdseye.mockapi.server;

import io.birdseye.mockapi.settings.ChunkedDribbleDelay;
import io.birdseye.model.Fault;
import io.birdseye.mockapi.settings.RouteSettings;
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
 * One request for data and its answer. While it waits it is only a timer of its event loop; all methods run on that
 * loop. When the client leaves, the timer is cancelled.
 */
final class DelayedAnswer implements Runnable, Handler<Void> {

    private final MockState state;
    private final EventLoop eventLoop;
    private final Route route;
    private final HttpServerRequest request;
    private final Draws draws;
    private final @Nullable ChunkedDribbleDelay dribble;
    private final List<Buffer> chunks;
    private final long parsedAt;

    private long askedNanos;
    private int nextChunk;
    private @Nullable Future<?> timer;

    /**
     * @param settings of this request, with the defaults filled in
     * @param parsedAt when the request's head had been read, by {@link System#nanoTime()}
     */
    DelayedAnswer(
            MockState state,
            EventLoop eventLoop,
            Route route,
            HttpServerRequest request,
            RouteSettings settings,
            long parsedAt) {
        this.state = state;
        this.eventLoop = eventLoop;
        this.route = route;
        this.request = request;
        this.parsedAt = parsedAt;
        draws = route.draw(settings);
        boolean body = draws.fault() == null && draws.status() == RouteSettings.OK
                && !request.method().equals(HttpMethod.HEAD);
        dribble = body ? settings.chunkedDribbleDelay() : null;
        chunks = dribble == null ? List.of() : route.body().split(dribble.numberOfChunks());
    }

    void begin() {
        route.counters().requests().increment();
        if (draws.fault() != null) {
            route.counters().faults().increment();
        } else if (draws.status() != RouteSettings.OK) {
            route.counters().errorStatuses().increment();
        }
        askedNanos = draws.delayNanos() + dribbledNanos(1);
        if (askedNanos == 0 && chunks.size() <= 1) {
            answer();
        } else {
            request.response().closeHandler(this);
            state.gauges().pendingDelays().increment();
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
            sendChunk(chunks.get(nextChunk++));
        }
    }

    /** The connection was closed, by the client or by us. */
    @Override
    public void handle(Void closed) {
        Future<?> waiting = timer;
        if (waiting != null) {
            waiting.cancel(false);
            settle();
            state.gauges().cancelledDelays().increment();
        }
    }

    private void schedule() {
        timer = eventLoop.schedule(this, parsedAt + askedNanos - System.nanoTime(), TimeUnit.NANOSECONDS);
    }

    private void settle() {
        timer = null;
        state.gauges().pendingDelays().decrement();
    }

    private void sendChunk(Buffer chunk) {
        HttpServerResponse response = request.response();
        if (nextChunk == 1) {
            response.putHeader(HttpHeaders.CONTENT_TYPE, Answers.JSON);
            if (request.version() == HttpVersion.HTTP_1_0) {
                // HTTP/1.0 has no chunks, but its body can also be sent in parts.
                response.putHeader(HttpHeaders.CONTENT_LENGTH, route.body().contentLength());
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

    /** From the end of the delay to the given part; computed from the start, so that errors do not add up. */
    private long dribbledNanos(int part) {
        return dribble == null ? 0 : Math.round(dribble.totalDuration() * 1e6 * part / chunks.size());
    }

    private void answer() {
        Fault fault = draws.fault();
        HttpServerResponse response = request.response();
        if (fault != null) {
            BrokenConnection.apply(fault, request.connection(), draws.garbage());
        } else if (draws.status() != RouteSettings.OK) {
            Answers.status(response, draws.status());
        } else {
            response.putHeader(HttpHeaders.CONTENT_TYPE, Answers.JSON)
                    .putHeader(HttpHeaders.CONTENT_LENGTH, route.body().contentLength());
            if (request.method().equals(HttpMethod.HEAD)) {
                response.end();
            } else {
                response.end(route.body().buffer());
            }
        }
    }
}
