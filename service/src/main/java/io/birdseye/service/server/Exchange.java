package io.birdseye.service.server;

import io.birdseye.fanout.Cancellation;
import io.birdseye.fanout.CriticalPath;
import io.birdseye.fanout.RunClock;
import io.birdseye.fanout.TaskTiming;
import jakarta.ws.rs.core.HttpHeaders;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One HTTP request from its arrival to its answer: its strategy, its times, its cancellation, and how the server that it
 * came to answers it: at any time, on any thread. A request is given up when its deadline passes or its client
 * disconnects; whoever owns it at that moment is called, once.
 */
public abstract class Exchange {

    /** The request property under which resources find their exchange. */
    public static final String PROPERTY = Exchange.class.getName();

    public static final String SERVER_TIMING = "Server-Timing";

    /** The value of {@code Cache-Control} of all answers but the page's files: the next answer is another one. */
    public static final String NOT_STORED = "no-store";

    private static final Logger LOG = LoggerFactory.getLogger(Exchange.class);

    private final long arrivedNanos = System.nanoTime();
    private final Cancellation cancellation = new Cancellation();
    private final String method;
    private final String path;
    private final TraceContext traceContext;
    private volatile long dispatchedNanos;
    private volatile @Nullable String strategy;
    private volatile @Nullable List<TaskTiming> tasks;
    private volatile @Nullable CriticalPath criticalPath;
    private @Nullable Consumer<RuntimeException> owner;
    private @Nullable RuntimeException givenUp;
    private boolean finished;
    private int answeredStatus;

    /** The client has closed its connection, so the answer can reach nobody. */
    public static final class ClientDisconnected extends RuntimeException {

        private ClientDisconnected() {
            super("the client has closed its connection", null, true, false);
        }
    }

    protected Exchange(String method, String path, TraceContext traceContext) {
        this.method = method;
        this.path = path;
        this.traceContext = traceContext;
    }

    public final String method() {
        return method;
    }

    /** The path as it was sent. */
    public final String path() {
        return path;
    }

    public final TraceContext traceContext() {
        return traceContext;
    }

    public final Cancellation cancellation() {
        return cancellation;
    }

    public final long nanosSinceArrival() {
        return System.nanoTime() - arrivedNanos;
    }

    /** Whether an HTTP thread took the request; false if it was refused or given up before. */
    public final boolean reachedThread() {
        return dispatchedNanos != 0;
    }

    final void dispatched() {
        dispatchedNanos = System.nanoTime();
    }

    /** The strategy that serves the request; null until the name in the request has been checked. */
    public final @Nullable String strategy() {
        return strategy;
    }

    public final void strategy(String name) {
        strategy = name;
    }

    /** Keeps for {@link #serverTiming()} which tasks have ended, and where the time went of a request that was answered right. */
    public final void ran(List<TaskTiming> ended, @Nullable CriticalPath walked) {
        tasks = ended;
        criticalPath = walked;
    }

    /** Makes the caller the owner, which is called with the reason when the request is given up, at once if it is. */
    public final void own(Consumer<RuntimeException> onGivenUp) {
        RuntimeException reason;
        synchronized (this) {
            owner = onGivenUp;
            reason = givenUp;
        }
        if (reason != null) {
            onGivenUp.accept(reason);
        }
    }

    /** Takes the request from its owner. Returns false if the owner has been called already. */
    final synchronized boolean claim() {
        owner = null;
        return givenUp == null;
    }

    /** Gives the request up: its upstream calls are aborted and its owner is called. */
    public final void giveUp(RuntimeException reason) {
        Consumer<RuntimeException> toCall;
        synchronized (this) {
            if (givenUp != null || finished || answeredStatus != 0) {
                return;
            }
            givenUp = reason;
            toCall = owner;
        }
        cancellation.cancel(reason);
        if (toCall != null) {
            toCall.accept(reason);
        }
    }

    /** The answer is about to be written: from now on the request cannot be given up. */
    public final synchronized void answering(int status) {
        answeredStatus = status;
    }

    /** The status of the answer, or {@code unanswered} if there was none. */
    public final synchronized int statusOr(int unanswered) {
        return answeredStatus == 0 ? unanswered : answeredStatus;
    }

    final synchronized boolean isFinished() {
        return finished;
    }

    /** The answer has been written, or never will be. Returns false if this was called before. */
    final synchronized boolean finish() {
        boolean first = !finished;
        finished = true;
        owner = null;
        return first;
    }

    /** Writes a whole answer, unless one was begun or the client has left, and ends the request. */
    public final void answer(int status, String type, Map<String, String> headers, byte[] body) {
        write(status, type, headers, body);
        end();
    }

    public final void answer(Problem problem) {
        write(problem);
        end();
    }

    /** Like {@link #answer(Problem)}, but the caller ends the request. */
    public final void write(Problem problem) {
        write(problem.status(), Problem.MEDIA_TYPE, problem.headers(), problem.json(path));
    }

    private void write(int status, String type, Map<String, String> headers, byte[] body) {
        if (!mayBegin()) {
            return;
        }
        answering(status);
        Map<String, String> all = new LinkedHashMap<>();
        all.put(HttpHeaders.CONTENT_TYPE, type);
        all.put(HttpHeaders.CONTENT_LENGTH, Integer.toString(body.length));
        all.put(HttpHeaders.CACHE_CONTROL, NOT_STORED);
        all.put(SERVER_TIMING, serverTiming());
        all.putAll(headers);
        try {
            write(status, all, body);
        } catch (IOException | IllegalStateException e) {
            LOG.debug("an answer could not be written", e);
        }
    }

    /**
     * The connection was closed, or the server has ended the request. A client that has no answer has left; one that has may
     * close before this side has finished the exchange.
     */
    protected final void left(IntConsumer end) {
        giveUp(new ClientDisconnected());
        end.accept(statusOr(Problem.CLIENT_CLOSED_REQUEST));
    }

    protected abstract boolean mayBegin();

    /** Writes an answer, in place of what has not been sent yet of another. */
    protected abstract void write(int status, Map<String, String> headers, byte[] body) throws IOException;

    /** Begins a stream of events, for which the request stays open and holds no thread. */
    protected abstract void beginEvents(Map<String, String> headers) throws IOException;

    /**
     * Writes an event without waiting for the client; returns false if that takes nothing now, throws if it has left.
     */
    protected abstract boolean writeEvent(byte[] event) throws IOException;

    protected abstract boolean isConnected();

    /**
     * Watches the request: if the client leaves, the server calls {@link #left}. The end is called with the status
     * when the answer has been written or never will be, perhaps more than once.
     */
    protected abstract void whenEnded(IntConsumer end);

    /** Ends the request; does nothing if it has ended. */
    public abstract void end();

    /** Ends the connection, whatever is still to be written. */
    protected abstract void cut();

    /**
     * Where the time of this request went, in milliseconds, as W3C's Server Timing writes it. A request that ran a
     * strategy has two entries for each task that has ended, {@code <task>-queue} and {@code <task>-io} or
     * {@code <task>-cpu}, and one that went through a pool {@code <task>-pool}, its part of the queueing; then {@code dispatch}, the wait for an HTTP thread. If it was answered right, the parts of its
     * {@link CriticalPath} follow, {@code path-wait} (with that for an HTTP thread), {@code path-wire},
     * {@code path-run}, {@code path-core} where it is known, and {@code path-gc}. The last entry is {@code total}.
     */
    public final String serverTiming() {
        StringBuilder header = new StringBuilder(512);
        List<TaskTiming> ended = tasks;
        if (ended != null) {
            for (TaskTiming timing : ended) {
                // A call and a combination may have the same name.
                String prefix = timing.kind() == TaskTiming.Kind.COMBINE ? "combine-" : "";
                entry(header, prefix, timing.name(), "-queue", timing.queueNanos());
                String phase = timing.kind() == TaskTiming.Kind.IO ? "-io" : "-cpu";
                entry(header, prefix, timing.name(), phase, timing.runNanos());
                if (timing.attempts().poolNanos() > 0) {
                    entry(header, prefix, timing.name(), "-pool", timing.attempts().poolNanos());
                }
            }
            long dispatch = dispatchedNanos - arrivedNanos;
            entry(header, "", "dispatch", "", dispatch);
            CriticalPath walked = criticalPath;
            if (walked != null) {
                entry(header, "", "path", "-wait", dispatch + walked.queueNanos());
                entry(header, "", "path", "-wire", walked.ioNanos());
                entry(header, "", "path", "-run", walked.cpuNanos());
                if (walked.coreNanos() != RunClock.UNKNOWN) {
                    entry(header, "", "path", "-core", walked.coreNanos());
                }
                entry(header, "", "path", "-gc", walked.stoppedNanos());
            }
        }
        entry(header, "", "total", "", nanosSinceArrival());
        return header.toString();
    }

    private static void entry(StringBuilder header, String prefix, String name, String phase, long nanos) {
        if (!header.isEmpty()) {
            header.append(", ");
        }
        long micros = Math.max(0, nanos) / 1_000;
        int fraction = (int) (micros % 1_000);
        header.append(prefix).append(name).append(phase).append(";dur=").append(micros / 1_000).append('.');
        header.append((char) ('0' + fraction / 100)).append((char) ('0' + fraction / 10 % 10));
        header.append((char) ('0' + fraction % 10));
    }
}
