package io.birdseye.mockapi;

import io.birdseye.mockapi.RouteSettings.ChunkedDribbleDelay;
import io.netty.channel.EventLoop;
import io.netty.util.concurrent.Future;
import io.vertx.core.Handler;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.http.HttpVersion;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One request for data and its answer, in one part or, where it dribbles, in several. While it waits it is only a timer
 * of its event loop; all methods run on that loop. When the client leaves, the timer is cancelled.
 */
final class DelayedAnswer implements Runnable, Handler<Void> {

    private final MockState state;
    private final EventLoop eventLoop;
    private final Route route;
    private final HttpServerRequest request;
    private final Route.Draws draws;
    private final double dribbleNanos;
    private final int parts;
    private final long parsedAt;

    private int part = 1;
    private @Nullable Future<?> timer;

    /** @param parsedAt when the request's head had been read, by {@link System#nanoTime()} */
    DelayedAnswer(
            MockState state, EventLoop eventLoop, Route route, HttpServerRequest request, RouteSettings settings,
            long parsedAt) {
        this.state = state;
        this.eventLoop = eventLoop;
        this.route = route;
        this.request = request;
        this.parsedAt = parsedAt;
        draws = route.draw(settings);
        boolean body = draws.fault() == null && draws.status() == RouteSettings.OK
                && !request.method().equals(HttpMethod.HEAD);
        ChunkedDribbleDelay dribble = body ? settings.chunkedDribbleDelay() : null;
        dribbleNanos = dribble == null ? 0 : dribble.totalDuration() * 1e6;
        parts = dribble == null ? 1 : route.body().parts(dribble.numberOfChunks());
    }

    /** When the last part is to be sent, by {@link System#nanoTime()}. */
    long dueNanos() {
        return parsedAt + draws.delayNanos() + Math.round(dribbleNanos);
    }

    void begin() {
        route.counters().requests().increment();
        if (draws.fault() != null) {
            route.counters().faults().increment();
        } else if (draws.status() != RouteSettings.OK) {
            route.counters().errorStatuses().increment();
        }
        if (askedNanos() == 0 && parts == 1) {
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
        state.delayError().record(askedNanos(), System.nanoTime() - parsedAt);
        if (part == parts) {
            settle();
            answer();
        } else {
            answer();
            part++;
            schedule();
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

    /** From the request to the next part; computed from the start, so that errors do not add up. */
    private long askedNanos() {
        return draws.delayNanos() + Math.round(dribbleNanos * part / parts);
    }

    private void schedule() {
        timer = eventLoop.schedule(this, parsedAt + askedNanos() - System.nanoTime(), TimeUnit.NANOSECONDS);
    }

    private void settle() {
        timer = null;
        state.gauges().pendingDelays().decrement();
    }

    private void answer() {
        if (draws.fault() != null) {
            BrokenConnection.apply(draws.fault(), request.connection(), draws.garbage());
        } else if (draws.status() != RouteSettings.OK) {
            Answers.status(request.response(), draws.status());
        } else {
            send(request.response());
        }
    }

    private void send(HttpServerResponse response) {
        if (part == 1) {
            response.putHeader(HttpHeaders.CONTENT_TYPE, Answers.JSON);
            // HTTP/1.0 has no chunks, but its body can also be sent in parts.
            if (parts == 1 || request.version() == HttpVersion.HTTP_1_0) {
                response.putHeader(HttpHeaders.CONTENT_LENGTH, route.body().contentLength());
            } else {
                response.setChunked(true);
            }
        }
        if (request.method().equals(HttpMethod.HEAD)) {
            response.end();
        } else if (part == parts) {
            response.end(route.body().part(part, parts));
        } else {
            response.write(route.body().part(part, parts));
        }
    }
}
