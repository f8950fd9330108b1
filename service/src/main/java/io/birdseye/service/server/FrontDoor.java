package io.birdseye.service.server;

import io.birdseye.fanout.DeadlineExceeded;
import io.birdseye.service.problem.ClientDisconnected;
import io.birdseye.service.problem.Problem;
import io.birdseye.service.problem.Problems;
import io.birdseye.service.problem.ShuttingDown;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.IntConsumer;
import org.glassfish.grizzly.CloseListener;
import org.glassfish.grizzly.Closeable;
import org.glassfish.grizzly.Connection;
import org.glassfish.grizzly.ICloseType;
import org.glassfish.grizzly.filterchain.FilterChainContext;
import org.glassfish.grizzly.http.Method;
import org.glassfish.grizzly.http.server.HttpHandler;
import org.glassfish.grizzly.http.server.Request;
import org.glassfish.grizzly.http.server.RequestExecutorProvider;
import org.glassfish.grizzly.http.server.Response;
import org.glassfish.jersey.grizzly2.httpserver.GrizzlyHttpContainer;

/**
 * Where requests come in: on a selector thread, which starts their deadline, watches their client, and hands them to
 * an HTTP thread, or refuses them at once if there is no room.
 */
final class FrontDoor extends HttpHandler {

    private final GrizzlyHttpContainer jersey;
    private final HttpWorkers workers;
    private final ScheduledExecutorService timer;
    private final Duration deadline;
    private final ExchangeListener listener;
    private final InProgress inProgress;
    private final EventStream events;
    private final RequestExecutorProvider admission = request -> task -> admit(request, task);

    FrontDoor(
            GrizzlyHttpContainer jersey,
            HttpWorkers workers,
            ScheduledExecutorService timer,
            Duration deadline,
            ExchangeListener listener,
            InProgress inProgress,
            EventStream events) {
        this.jersey = jersey;
        this.workers = workers;
        this.timer = timer;
        this.deadline = deadline;
        this.listener = listener;
        this.inProgress = inProgress;
        this.events = events;
    }

    @Override
    public RequestExecutorProvider getRequestExecutorProvider() {
        return admission;
    }

    /**
     * Runs on the selector thread. Grizzly has suspended the request; the task serves and resumes it. Grizzly's own way
     * with a full pool is to close the connection and log a stack trace.
     */
    private void admit(Request request, Runnable task) {
        Exchange exchange = new Exchange();
        request.setAttribute(Exchange.PROPERTY, exchange);
        boolean entered = inProgress.enter(request.getRequestURI().startsWith("/health/"));
        follow(request, exchange, entered);
        if (!entered) {
            refuse(request, exchange, new ShuttingDown());
            return;
        }
        Waiting waiting = new Waiting(exchange, task, new AtomicBoolean());
        exchange.own(reason -> {
            if (waiting.claim()) {
                workers.remove(waiting);
                refuse(request, exchange, reason);
            }
        });
        try {
            workers.execute(waiting);
        } catch (RejectedExecutionException e) {
            if (waiting.claim()) {
                refuse(request, exchange, e);
            }
        }
    }

    /** Starts the deadline, and has the exchange end with its answer or with its client. */
    private void follow(Request request, Exchange exchange, boolean entered) {
        ScheduledFuture<?> alarm = timer.schedule(
                () -> exchange.giveUp(new DeadlineExceeded(deadline)), deadline.toNanos(), TimeUnit.NANOSECONDS);
        String method = request.getMethod().getMethodString();
        IntConsumer end = status -> {
            alarm.cancel(false);
            if (exchange.finish()) {
                if (entered) {
                    inProgress.leave();
                }
                listener.finished(exchange, method, status);
            }
        };
        CloseListener<Closeable, ICloseType> whenGone = (connection, type) -> {
            exchange.giveUp(new ClientDisconnected());
            // A client may have read its answer and left before this side has tidied up behind it.
            end.accept(exchange.statusOr(Problems.CLIENT_CLOSED_REQUEST));
        };
        Connection<?> connection = request.getContext().getConnection();
        request.addAfterServiceListener(served -> {
            connection.removeCloseListener(whenGone);
            end.accept(exchange.statusOr(served.getResponse().getStatus()));
        });
        connection.addCloseListener(whenGone);
    }

    private static void refuse(Request request, Exchange exchange, RuntimeException reason) {
        FilterChainContext context = request.getContext();
        Refusals.write(request, exchange, Problems.of(reason));
        context.resume();
    }

    /** Runs on an HTTP thread. */
    @Override
    public void service(Request request, Response response) {
        Exchange exchange = (Exchange) request.getAttribute(Exchange.PROPERTY);
        try {
            if (request.getRequestURI().equals(EventStream.PATH)) {
                listen(request, response, exchange);
            } else {
                jersey.service(request, response);
            }
        } catch (IllegalArgumentException e) {
            // Jersey's container reads the address by java.net.URI, which is stricter than the parser before it.
            Refusals.write(request, exchange, new Problem("bad-address", "The address is no URI", 400, null));
        } catch (RuntimeException e) {
            Refusals.write(request, exchange, Problems.of(e));
        }
    }

    /** Past Jersey, whose way with events holds a thread while it writes. */
    private void listen(Request request, Response response, Exchange exchange) {
        if (request.getMethod().equals(Method.GET)) {
            events.open(request, response, exchange);
        } else {
            Problem problem = Problems.status(405);
            Refusals.write(request, exchange, new Problem(
                    problem.type(), problem.title(), 405, null, Map.of(), Map.of("Allow", "GET")));
        }
    }

    @Override
    public void start() {
        jersey.start();
    }

    @Override
    public void destroy() {
        jersey.destroy();
    }

    /** A request on its way to an HTTP thread; claimed by that thread, or by whoever gives it up first. */
    private record Waiting(Exchange exchange, Runnable task, AtomicBoolean claimed) implements Runnable {

        boolean claim() {
            return claimed.compareAndSet(false, true);
        }

        @Override
        public void run() {
            if (claim()) {
                exchange.takenUp();
                task.run();
            }
        }
    }
}
