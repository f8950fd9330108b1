package io.birdseye.service.server;

import io.birdseye.fanout.DeadlineExceeded;
import io.birdseye.service.problem.ClientDisconnected;
import io.birdseye.service.problem.Problems;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;
import org.glassfish.grizzly.CloseListener;
import org.glassfish.grizzly.Closeable;
import org.glassfish.grizzly.Connection;
import org.glassfish.grizzly.ICloseType;
import org.glassfish.grizzly.filterchain.FilterChainContext;
import org.glassfish.grizzly.http.server.Request;
import org.glassfish.grizzly.http.server.RequestExecutorProvider;

/**
 * Admits requests. On the selector thread it starts the deadline of a request, watches its connection, and passes it to
 * an HTTP thread, or refuses it at once if there is no room.
 *
 * <p>A request goes to an idle HTTP thread, else to a new one, else into the queue. So there are never more HTTP
 * threads than there were requests at once. A plain {@link ThreadPoolExecutor} would start all its threads before it
 * used an idle one, or fill its queue before it started the second.
 */
final class Admission implements RequestExecutorProvider, AutoCloseable {

    private static final long IDLE_SECONDS = 30;

    private final HttpSettings settings;
    private final ScheduledExecutorService timer;
    private final Exchange.Listener listener;
    private final HandOver queue = new HandOver();
    private final ThreadPoolExecutor threads;

    /** A permit for each request in progress; {@link #awaitEmpty} takes them all. */
    private final Semaphore inProgress = new Semaphore(Integer.MAX_VALUE);

    private volatile boolean draining;

    Admission(HttpSettings settings, ScheduledExecutorService timer, Exchange.Listener listener) {
        this.settings = settings;
        this.timer = timer;
        this.listener = listener;
        AtomicInteger number = new AtomicInteger();
        // One core thread never ends, so that a queued request always finds a thread.
        threads = new ThreadPoolExecutor(
                1,
                settings.threads(),
                IDLE_SECONDS,
                TimeUnit.SECONDS,
                queue,
                task -> Thread.ofPlatform().name("http-" + number.incrementAndGet()).unstarted(task),
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
        Exchange exchange = new Exchange();
        request.setAttribute(Exchange.PROPERTY, exchange);
        boolean probe = request.getRequestURI().startsWith("/health/");
        boolean counted = (probe || !draining) && inProgress.tryAcquire();
        follow(request, exchange, counted);
        if (!counted && !probe) {
            refuse(request, exchange, Problems.shuttingDown());
            return;
        }
        Waiting waiting = new Waiting(exchange, task, new AtomicBoolean());
        exchange.own(reason -> {
            if (waiting.claim()) {
                queue.remove(waiting);
                refuse(request, exchange, reason);
            }
        });
        try {
            threads.execute(waiting);
        } catch (RejectedExecutionException e) {
            if (waiting.claim()) {
                refuse(request, exchange, e);
            }
        }
    }

    /** Starts the deadline, and finishes the exchange when it is answered or its connection is closed. */
    private void follow(Request request, Exchange exchange, boolean counted) {
        Duration deadline = settings.deadline();
        ScheduledFuture<?> alarm = timer.schedule(
                () -> exchange.giveUp(new DeadlineExceeded(deadline)), deadline.toNanos(), TimeUnit.NANOSECONDS);
        String method = request.getMethod().getMethodString();
        IntConsumer end = status -> {
            alarm.cancel(false);
            if (exchange.finish()) {
                if (counted) {
                    inProgress.release();
                }
                listener.finished(exchange, method, status);
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
        Refusals.write(request, exchange, Problems.of(reason));
        context.resume();
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }

    /** A request on its way to an HTTP thread; claimed by that thread or by whoever gives it up first. */
    private record Waiting(Exchange exchange, Runnable task, AtomicBoolean claimed) implements Runnable {

        boolean claim() {
            return claimed.compareAndSet(false, true);
        }

        @Override
        public void run() {
            if (claim()) {
                exchange.dispatched();
                task.run();
            }
        }
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
