package io.birdseye.service.server;

import io.birdseye.fanout.DeadlineExceeded;
import jakarta.ws.rs.NotAllowedException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;
import java.util.function.ObjIntConsumer;
import org.glassfish.grizzly.CloseListener;
import org.glassfish.grizzly.Closeable;
import org.glassfish.grizzly.Connection;
import org.glassfish.grizzly.Grizzly;
import org.glassfish.grizzly.ICloseType;
import org.glassfish.grizzly.attributes.Attribute;
import org.glassfish.grizzly.filterchain.FilterChainContext;
import org.glassfish.grizzly.http.Method;
import org.glassfish.grizzly.http.server.Request;
import org.glassfish.grizzly.http.server.RequestExecutorProvider;
import org.glassfish.grizzly.http.server.Response;
import org.glassfish.grizzly.nio.NIOConnection;
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
    private static final String LIVE = "/health/live";
    private static final String READY = "/health/ready";

    /** Not written by a JSON library, so that the first probe does not wait for one to be loaded. */
    private static final byte[] UP = "{\"status\":\"UP\"}".getBytes(StandardCharsets.US_ASCII);

    /** How many answers a connection has got. */
    private static final Attribute<AtomicInteger> ANSWERS = Grizzly.DEFAULT_ATTRIBUTE_BUILDER.createAttribute(
            Admission.class.getName(), () -> new AtomicInteger());

    /** More requests for metrics than may come at once. */
    private static final int OPERATIONS_QUEUE = 16;

    private final Duration deadline;
    private final Duration answerTime;
    private final ScheduledExecutorService timer;
    private final ObjIntConsumer<Exchange> listener;
    private final HttpServing.Readiness readiness;
    private final HandOver queue = new HandOver();
    private final ThreadPoolExecutor threads;

    /** One thread for metrics and resources, which are asked for most of all when the other threads are busy. */
    private final ThreadPoolExecutor operations = new ThreadPoolExecutor(
            1, 1, 0, TimeUnit.SECONDS, new ArrayBlockingQueue<>(OPERATIONS_QUEUE),
            Thread.ofPlatform().name("operations").factory());

    /** A permit for each request in progress; {@link #awaitEmpty} takes them all. */
    private final Semaphore inProgress = new Semaphore(Integer.MAX_VALUE);

    private volatile boolean draining;

    /** @param listener gets each request at its end, and the status: 499 if its client left before the answer */
    Admission(
            HttpSettings settings, ScheduledExecutorService timer, ObjIntConsumer<Exchange> listener,
            HttpServing.Readiness readiness) {
        this.deadline = settings.deadline();
        this.answerTime = settings.answerTime();
        this.readiness = readiness;
        operations.prestartCoreThread();
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
        return task -> {
            try {
                admit(request, task);
            } catch (RuntimeException | Error e) {
                // Grizzly would leave the request without an answer.
                refuse(request, new Exchange(request.getMethod().getMethodString()), e);
            }
        };
    }

    /** From now on only health probes are answered. */
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
        if (ReadAhead.of(request.getContext().getConnection()).expectsNoMore()) {
            // Grizzly knows "Connection: close" only where it stands alone.
            request.getRequest().getProcessingState().setKeepAlive(false);
        }
        String path = request.getRequestURI();
        if (path.equals(LIVE) || path.equals(READY)) {
            follow(request, exchange, false);
            probe(request, exchange, path);
            return;
        }
        boolean counted = !draining && inProgress.tryAcquire();
        follow(request, exchange, counted);
        if (!counted) {
            refuse(request, exchange, Problems.shuttingDown());
            return;
        }
        Runnable waiting = () -> {
            if (exchange.claim()) {
                exchange.dispatched();
                task.run();
            }
        };
        ThreadPoolExecutor pool = path.equals("/metrics") || path.startsWith("/internal/") ? operations : threads;
        exchange.own(reason -> {
            pool.remove(waiting);
            refuse(request, exchange, reason);
        });
        try {
            execute(pool, waiting);
        } catch (RejectedExecutionException e) {
            if (exchange.claim()) {
                refuse(request, exchange, e);
            }
        }
    }

    /**
     * Where the system gives the service no more threads, a task waits for one of those that there are.
     *
     * @throws RejectedExecutionException if there is none, or no room to wait
     */
    static void execute(ThreadPoolExecutor pool, Runnable task) {
        try {
            pool.execute(task);
        } catch (OutOfMemoryError noThread) {
            // Thread.start throws it. This is the selector thread, which must go on.
            if (pool.getPoolSize() == 0) {
                throw new RejectedExecutionException("the system gives the service no threads", noThread);
            }
            pool.getRejectedExecutionHandler().rejectedExecution(task, pool);
        }
    }

    /**
     * Answers on the selector thread, because a service that is merely busy must not look dead or unable to serve: an
     * orchestrator would end it, or send it no requests.
     */
    private void probe(Request request, Exchange exchange, String path) {
        boolean read = request.getMethod() == Method.GET || request.getMethod() == Method.HEAD;
        Problem problem = read
                ? path.equals(READY) ? readiness.refusal() : null
                : Problems.of(new NotAllowedException("GET", new String[] {"HEAD"}));
        if (problem != null) {
            write(request, exchange, problem);
        } else {
            write(request, exchange, 200, "application/json", Map.of(), UP);
        }
        request.getContext().resume();
    }

    /** Starts the deadline, and finishes the exchange when it is answered or its connection is closed. */
    private void follow(Request request, Exchange exchange, boolean counted) {
        Connection<?> connection = request.getContext().getConnection();
        boolean endless = request.getRequestURI().equals(EventStream.PATH);
        ScheduledFuture<?> alarm = timer.schedule(
                () -> {
                    exchange.giveUp(new DeadlineExceeded(deadline));
                    if (!endless && !exchange.isFinished()) {
                        closeUnlessFinished(exchange, connection);
                    }
                },
                deadline.toNanos(), TimeUnit.NANOSECONDS);
        IntConsumer end = status -> {
            alarm.cancel(false);
            if (exchange.finish()) {
                if (counted) {
                    inProgress.release();
                }
                listener.accept(exchange, status);
            }
        };
        CloseListener<Closeable, ICloseType> whenClosed = (closing, type) -> {
            exchange.giveUp(new ClientDisconnected());
            // A client may have read its answer and closed before this side has finished the exchange.
            end.accept(exchange.statusOr(Problems.CLIENT_CLOSED_REQUEST));
        };
        request.addAfterServiceListener(served -> {
            connection.removeCloseListener(whenClosed);
            end.accept(exchange.statusOr(served.getResponse().getStatus()));
            closeUnlessTaken(exchange, (NIOConnection) connection);
        });
        connection.addCloseListener(whenClosed);
    }

    /** A thread that writes to a client which does not read waits until the connection is closed. */
    private void closeUnlessFinished(Exchange exchange, Connection<?> connection) {
        var _ = timer.schedule(
                () -> {
                    if (!exchange.isFinished()) {
                        connection.terminateSilently();
                    }
                },
                answerTime.toNanos(), TimeUnit.NANOSECONDS);
    }

    /** A smaller answer waits for its client without a thread, in the queue of the connection. */
    private void closeUnlessTaken(Exchange exchange, NIOConnection connection) {
        int answer = ANSWERS.get(connection).incrementAndGet();
        if (connection.getAsyncWriteQueue().spaceInBytes() > 0) {
            long time = Math.max(0, deadline.toNanos() - exchange.nanosSinceArrival()) + answerTime.toNanos();
            var _ = timer.schedule(
                    () -> {
                        // If another answer is behind this one, that one is looked at when its own time has passed.
                        if (connection.getAsyncWriteQueue().spaceInBytes() > 0
                                && ANSWERS.get(connection).get() == answer) {
                            connection.terminateSilently();
                        }
                    },
                    time, TimeUnit.NANOSECONDS);
        }
    }

    private static void refuse(Request request, Exchange exchange, Throwable reason) {
        FilterChainContext context = request.getContext();
        write(request, exchange, Problems.of(reason));
        context.resume();
    }

    /** Answers without Jersey. Does nothing if an answer has been started or the client has disconnected. */
    static void write(Request request, Exchange exchange, Problem problem) {
        byte[] json = problem.json(request.getRequestURI());
        write(request, exchange, problem.status(), Problem.MEDIA_TYPE, problem.headers(), json);
    }

    private static void write(
            Request request, Exchange exchange, int status, String type, Map<String, String> headers, byte[] body) {
        Response response = request.getResponse();
        if (response.isCommitted()) {
            return;
        }
        exchange.answering(status);
        try {
            response.reset();
            response.setStatus(status);
            response.setContentType(type);
            response.setContentLength(body.length);
            response.setHeader(Exchange.SERVER_TIMING, exchange.serverTiming());
            headers.forEach(response::setHeader);
            response.getOutputStream().write(body);
        } catch (IOException | IllegalStateException e) {
            LOG.debug("an answer could not be written", e);
        }
    }

    @Override
    public void close() {
        threads.shutdownNow();
        operations.shutdownNow();
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
