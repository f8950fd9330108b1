package io.birdseye.service.server;

import io.birdseye.fanout.DeadlineExceeded;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.IntConsumer;
import java.util.function.ObjIntConsumer;
import org.glassfish.grizzly.CloseListener;
import org.glassfish.grizzly.Closeable;
import org.glassfish.grizzly.Connection;
import org.glassfish.grizzly.ICloseType;
import org.glassfish.grizzly.filterchain.FilterChainContext;
import org.glassfish.grizzly.http.server.Request;
import org.glassfish.grizzly.http.server.RequestExecutorProvider;
import org.glassfish.grizzly.http.server.Response;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Admits requests. On the selector thread it starts the deadline of a request, watches its connection, and passes it to
 * an HTTP thread, or refuses it at once if there is no room.
 *
 * <p>A request goes to an idle HTTP thread, else to a new one, else into the queue. So there are never more HTTP
 * threads than there were requests at once. A plain {@link ThreadPoolExecutor} would start all its threads before it
 * used an idle one, or fill its queue before it started the second.
 */
final class Admission implements RequestExecutorProvider, AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Admission.class);
    private static final long IDLE_SECONDS = 30;

    private final Duration deadline;
    private final ScheduledExecutorService timer;
    private final ObjIntConsumer<Exchange> listener;
    private final HandOver queue = new HandOver();
    private final ThreadPoolExecutor threads;

    /** A permit for each request in progress; {@link #awaitEmpty} takes them all. */
    private final Semaphore inProgress = new Semaphore(Integer.MAX_VALUE);

    private volatile boolean draining;

    /** @param listener gets each request at its end, and the status: 499 if its client left before the answer */
    Admission(HttpSettings settings, ScheduledExecutorService timer, ObjIntConsumer<Exchange> listener) {
        this.deadline = settings.deadline();
        this.timer = timer;
        this.listener = listener;
        // One core thread never ends, so that a queued request always finds a thread.
        threads = new ThreadPoolExecutor(
                1, settings.threads(), IDLE_SECONDS, TimeUnit.SECONDS, queue,
                Thread.ofPlatform().name("http-", 1).factory(),
                (task, pool) -> {
                    if (pool.isShutdown() || queue.size() >= settings.queue() || !queue.enqueue(task)) {
                        throw new RejectedExecutionException("all HTTP threads are busy and their queue is full");
                    }
                });
    }

    @Override
    public Executor getExecutor(Request request) {
        return task -> admit(request, task);
    }

    /** From now on only health probes are admitted. */
    void refuseNew() {
        draining = true;
    }

    /** Waits until no request is in progress; returns false if one still is after the grace period. */
    boolean awaitEmpty(Duration grace) throws InterruptedException {
        return inProgress.tryAcquire(Integer.MAX_VALUE, grace.toNanos(), TimeUnit.NANOSECONDS);
    }

    /**
     * Runs on the selector thread. Grizzly has suspended the request; the task serves and resumes it. If this threw a
     * {@link RejectedExecutionException}, Grizzly would close the connection and log a stack trace.
     */
    private void admit(Request request, Runnable task) {
        Exchange exchange = new Exchange(request.getMethod().getMethodString());
        request.setAttribute(Exchange.PROPERTY, exchange);
        boolean probe = request.getRequestURI().startsWith("/health/");
        boolean counted = (probe || !draining) && inProgress.tryAcquire();
        follow(request, exchange, counted);
        if (!counted && !probe) {
            refuse(request, exchange, Problems.shuttingDown());
            return;
        }
        Runnable waiting = () -> {
            if (exchange.claim()) {
                exchange.dispatched();
                task.run();
            }
        };
        exchange.own(reason -> {
            queue.remove(waiting);
            refuse(request, exchange, reason);
        });
        try {
            threads.execute(waiting);
        } catch (RejectedExecutionException e) {
            if (exchange.claim()) {
                refuse(request, exchange, e);
            }
        }
    }

    /** Starts the deadline, and finishes the exchange when it is answered or its connection is closed. */
    private void follow(Request request, Exchange exchange, boolean counted) {
        ScheduledFuture<?> alarm = timer.schedule(
                () -> exchange.giveUp(new DeadlineExceeded(deadline)), deadline.toNanos(), TimeUnit.NANOSECONDS);
        IntConsumer end = status -> {
            alarm.cancel(false);
            if (exchange.finish()) {
                if (counted) {
                    inProgress.release();
                }
                listener.accept(exchange, status);
            }
        };
        CloseListener<Closeable, ICloseType> whenClosed = (connection, type) -> {
            exchange.giveUp(new ClientDisconnected());
            // A client may have read its answer and closed before this side has finished the exchange.
            end.accept(exchange.statusOr(Problems.CLIENT_CLOSED_REQUEST));
        };
        Connection<?> connection = request.getContext().getConnection();
        request.addAfterServiceListener(served -> {
            connection.removeCloseListener(whenClosed);
            end.accept(exchange.statusOr(served.getResponse().getStatus()));
        });
        connection.addCloseListener(whenClosed);
    }

    private static void refuse(Request request, Exchange exchange, RuntimeException reason) {
        FilterChainContext context = request.getContext();
        write(request, exchange, Problems.of(reason));
        context.resume();
    }

    /** Answers without Jersey. Does nothing if an answer has been started or the client has disconnected. */
    static void write(Request request, Exchange exchange, Problem problem) {
        Response response = request.getResponse();
        if (response.isCommitted()) {
            return;
        }
        exchange.answering(problem.status());
        byte[] json = problem.json(request.getRequestURI());
        try {
            response.reset();
            response.setStatus(problem.status());
            response.setContentType(Problem.MEDIA_TYPE);
            response.setContentLength(json.length);
            response.setHeader(Exchange.SERVER_TIMING, exchange.serverTiming());
            problem.headers().forEach(response::setHeader);
            response.getOutputStream().write(json);
        } catch (IOException | IllegalStateException e) {
            LOG.debug("a problem could not be written", e);
        }
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }

    /** Offers a task to idle threads only; the executor then starts another thread, and enqueues if it cannot. */
    private static final class HandOver extends LinkedTransferQueue<Runnable> {

        private static final long serialVersionUID = 1L;

        @Override
        public boolean offer(Runnable task) {
            return tryTransfer(task);
        }

        boolean enqueue(Runnable task) {
            return super.offer(task);
        }
    }
}
