package io.birdseye.service.server;

import io.birdseye.fanout.DeadlineExceeded;
import jakarta.ws.rs.NotAllowedException;
import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.ObjIntConsumer;
import java.util.function.Supplier;

/**
 * Admits requests. On the thread that has read a request it starts the deadline, has its connection watched, and passes
 * it to an HTTP thread, or refuses it at once if there is no room.
 *
 * <p>A request goes to an idle HTTP thread, else to a new one, else into the queue. So there are never more HTTP
 * threads than there were requests at once. A plain {@link ThreadPoolExecutor} would start all its threads before it
 * used an idle one, or fill its queue before it started the second.
 */
public final class Admission implements AutoCloseable {

    private static final long IDLE_SECONDS = 30;
    private static final String LIVE = "/health/live";
    private static final String READY = "/health/ready";

    /** More requests for metrics than may come at once. */
    private static final int OPERATIONS_QUEUE = 16;

    private final HttpHost.Settings settings;
    private final ScheduledExecutorService timer;
    private final ObjIntConsumer<Exchange> listener;
    private final Supplier<Health> readiness;
    private final EventStream events;
    private final HandOver queue = new HandOver();
    private final ThreadPoolExecutor threads;

    /** One thread for metrics and resources, which are asked for most of all when the other threads are busy. */
    private final ThreadPoolExecutor operations = new ThreadPoolExecutor(
            1, 1, 0, TimeUnit.SECONDS, new ArrayBlockingQueue<>(OPERATIONS_QUEUE),
            Thread.ofPlatform().name("operations").factory());

    /** A permit for each request in progress; {@link #awaitEmpty} takes them all. */
    private final Semaphore inProgress = new Semaphore(Integer.MAX_VALUE);

    private volatile boolean draining;

    public Admission(HttpHost.Behind behind) {
        settings = behind.settings();
        timer = behind.timer();
        listener = behind.listener();
        readiness = behind.readiness();
        events = new EventStream(timer, behind.live());
        operations.prestartCoreThread();
        // One core thread never ends, so that a queued request always finds a thread.
        threads = new ThreadPoolExecutor(
                1, settings.threads().http(), IDLE_SECONDS, TimeUnit.SECONDS, queue,
                Thread.ofPlatform().name("http-", 1).factory(),
                (task, pool) -> {
                    if (pool.isShutdown() || queue.size() >= settings.threads().queue() || !queue.enqueue(task)) {
                        throw new RejectedExecutionException("all HTTP threads are busy and their queue is full");
                    }
                });
    }

    /**
     * From now on only probes are answered; waits, and returns false if a request is in progress after the grace
     * period.
     */
    public boolean drain(Duration grace) throws InterruptedException {
        draining = true;
        events.close();
        return inProgress.tryAcquire(Integer.MAX_VALUE, grace.toNanos(), TimeUnit.NANOSECONDS);
    }

    /** Must be quick enough for a thread that reads requests. The task serves the request, on an HTTP thread. */
    public void admit(Exchange exchange, Runnable task) {
        try {
            pass(exchange, task);
        } catch (RuntimeException | Error e) {
            // A server would leave the request without an answer.
            exchange.answer(Problem.of(e));
        }
    }

    private void pass(Exchange exchange, Runnable task) {
        String path = exchange.path();
        if (path.equals(LIVE) || path.equals(READY)) {
            follow(exchange, false);
            probe(exchange);
            return;
        }
        boolean counted = !draining && inProgress.tryAcquire();
        follow(exchange, counted);
        if (!counted) {
            exchange.answer(Problem.shuttingDown());
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
            exchange.answer(Problem.of(reason));
        });
        try {
            execute(pool, waiting);
        } catch (RejectedExecutionException e) {
            if (exchange.claim()) {
                exchange.answer(Problem.of(e));
            }
        }
    }

    /**
     * Serves a request on the HTTP thread that runs it. Events are sent from here, since Jersey would hold a thread for
     * them. It throws an {@link IllegalArgumentException} if the address is no URI, which the servers' parsers allow.
     */
    public void serve(Exchange exchange, Runnable jersey, Consumer<Problem> refuse) {
        try {
            if (!exchange.path().equals(EventStream.PATH)) {
                jersey.run();
            } else if (exchange.method().equals("GET")) {
                events.open(exchange);
            } else {
                throw new NotAllowedException("GET");
            }
        } catch (IllegalArgumentException e) {
            refuse.accept(Problem.badAddress());
        } catch (RuntimeException | Error e) {
            refuse.accept(Problem.of(e));
        }
    }

    /**
     * Where the system gives no more threads, a task waits for one of those that there are; throws if there is no
     * room.
     */
    static void execute(ThreadPoolExecutor pool, Runnable task) {
        try {
            pool.execute(task);
        } catch (OutOfMemoryError noThread) {
            // Thread.start throws it. This is a thread that reads requests, which must go on.
            if (pool.getPoolSize() == 0) {
                throw new RejectedExecutionException("the system gives the service no threads", noThread);
            }
            pool.getRejectedExecutionHandler().rejectedExecution(task, pool);
        }
    }

    /**
     * Answers on the thread that reads requests: an orchestrator would end a service that is merely busy and looks
     * dead.
     */
    private void probe(Exchange exchange) {
        String method = exchange.method();
        if (!method.equals("GET") && !method.equals("HEAD")) {
            exchange.answer(Problem.of(new NotAllowedException("GET", new String[] {"HEAD"})));
            return;
        }
        Health health = exchange.path().equals(READY) ? readiness.get() : Health.LIVE;
        exchange.answer(health.isUp() ? 200 : 503, "application/json", health.headers(), health.json());
    }

    /** Starts the deadline, and finishes the exchange when it is answered or its connection is closed. */
    private void follow(Exchange exchange, boolean counted) {
        boolean endless = exchange.path().equals(EventStream.PATH);
        ScheduledFuture<?> alarm = timer.schedule(
                () -> {
                    exchange.giveUp(new DeadlineExceeded(settings.times().deadline()));
                    if (!endless && !exchange.isFinished()) {
                        cutUnlessFinished(exchange);
                    }
                },
                settings.times().deadline().toNanos(), TimeUnit.NANOSECONDS);
        exchange.whenEnded(status -> {
            alarm.cancel(false);
            if (exchange.finish()) {
                if (counted) {
                    inProgress.release();
                }
                listener.accept(exchange, status);
            }
        });
    }

    /** So a client learns that its request has no end, whatever holds it up. */
    private void cutUnlessFinished(Exchange exchange) {
        var _ = timer.schedule(
                () -> {
                    if (!exchange.isFinished()) {
                        exchange.cut();
                    }
                },
                settings.times().answer().toNanos(), TimeUnit.NANOSECONDS);
    }

    /** Ends the requests of those that listen to events, which would hold up the end of a server. */
    public void closeEvents() {
        events.close();
    }

    @Override
    public void close() {
        threads.shutdownNow();
        operations.shutdownNow();
    }

    /** Offers a task to idle threads only; the executor then starts another thread, and enqueues if it cannot. */
    private static final class HandOver extends LinkedTransferQueue<Runnable> {

        @Override
        public boolean offer(Runnable task) {
            return tryTransfer(task);
        }

        boolean enqueue(Runnable task) {
            return super.offer(task);
        }
    }
}
