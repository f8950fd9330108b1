package io.birdseye.loadtest.generate;

import io.birdseye.loadtest.TrialFailure;
import io.birdseye.loadtest.generate.LoadListener.Stage;
import io.birdseye.loadtest.generate.Schedule.Phase;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * Offers a load from one thread: raw sockets, and the same request again and again. It holds 10,000 connections and
 * takes 50,000 answers a second on one core; a general HTTP client needs as much CPU as the server. Answers must have a
 * {@code Content-Length}.
 *
 * <p>A request of the open model leaves up to a millisecond late. A user of the closed model asks again at once, and
 * {@value #REST_MILLIS} ms after an answer that was not right, so that a service that refuses is not flooded.
 * Connections are opened when they are needed, so thousands of users need a warm-up.
 */
public final class LightClient implements AutoCloseable {

    private static final long REST_MILLIS = 100;
    private static final long REST_NANOS = TimeUnit.MILLISECONDS.toNanos(REST_MILLIS);
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(200);
    private static final long LONGEST_SELECT_MILLIS = 20;
    private static final int MAX_MISSING = 256;

    private final LightLoad load;
    private final Schedule schedule;
    private final Recording recording;
    private final ByteBuffer request;
    private final Connections connections;

    /** When users of the closed model that had no right answer ask again. */
    private final Deque<Long> resting = new ArrayDeque<>();

    private volatile boolean begun;
    private volatile boolean ended;
    private @Nullable Phase current;
    private long originNanos;
    private long lastLookNanos;
    private long nextRequest;
    private int freeUsers;
    private int inFlight;
    private int mostInFlight;

    public LightClient(LightLoad load) throws IOException {
        this.load = load;
        this.schedule = load.schedule();
        this.freeUsers = schedule.users();
        recording = new Recording(schedule, load.requestTimeout());
        byte[] head = ("GET " + load.target() + " HTTP/1.1\r\nHost: " + load.url().getAuthority() + "\r\n\r\n")
                .getBytes(StandardCharsets.US_ASCII);
        request = ByteBuffer.allocateDirect(head.length).put(head).flip();
        connections = new Connections(load.address(), load.connections(), this::ended);
    }

    /** Requests that waited for their answer at once, at most. */
    public int mostInFlight() {
        return mostInFlight;
    }

    /** Offers the whole schedule once, and waits for the answers: one summary for each measured phase. */
    public List<LoadSummary> run(LoadListener listener) throws TrialFailure, IOException, InterruptedException {
        runFrom(System.nanoTime(), listener);
        return recording.summaries();
    }

    /** What was recorded, for whoever merges it with that of other injectors. */
    public Recorded recorded() {
        return recording.exported();
    }

    /** @return how much later than the origin, a moment of {@link System#nanoTime} that lies ahead, it has begun, in nanoseconds */
    public long runFrom(long origin, LoadListener listener) throws TrialFailure, IOException, InterruptedException {
        begun = true;
        try (connections) {
            originNanos = origin;
            turnUntil(0, Stage.STARTING, listener);
            long late = now();
            for (Phase phase : schedule.phases()) {
                turnUntil(phase.startNanos(), Stage.WARMING_UP, listener);
                current = phase;
                if (phase.measured()) {
                    listener.measuring();
                }
                turnUntil(phase.endNanos(), phase.measured() ? Stage.MEASURING : Stage.WARMING_UP, listener);
                current = null;
                if (phase.measured()) {
                    listener.measured();
                }
            }
            if (!connections.everOpened() && !ended) {
                throw new IOException("no connection to " + load.url().getAuthority());
            }
            awaitLastAnswers(listener);
            return late;
        }
    }

    private long now() {
        return System.nanoTime() - originNanos;
    }

    /** Also sends what is due and was late, unless there is no connection for it. */
    private void awaitLastAnswers(LoadListener listener) throws TrialFailure, IOException, InterruptedException {
        long latest = schedule.window().endNanos() + load.requestTimeout().toNanos();
        while ((recording.unfinished() > 0 || nextRequest < schedule.requests()) && !ended) {
            if (now() > latest || connections.exhausted()) {
                nextRequest = schedule.requests();
            }
            turn(Long.MAX_VALUE, Stage.LAST_ANSWERS, listener);
        }
    }

    private void turnUntil(long nanos, Stage stage, LoadListener listener)
            throws TrialFailure, IOException, InterruptedException {
        while (now() < nanos && !ended) {
            turn(nanos, stage, listener);
        }
    }

    private void turn(long endNanos, Stage stage, LoadListener listener)
            throws TrialFailure, IOException, InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        long now = now();
        if (now - lastLookNanos > LOOK_NANOS) {
            lastLookNanos = now;
            listener.waiting(stage);
            long timeout = load.requestTimeout().toNanos();
            connections.giveUp(connection -> now - connection.timing.sentNanos() > timeout, "timeout");
        }
        if (schedule.open()) {
            sendArrivals(now);
        } else if (current != null) {
            sendUsers(now);
        }
        connections.select(pauseMillis(now, endNanos));
    }

    /** Until the next request or the end of the phase. */
    private long pauseMillis(long now, long endNanos) {
        long nanos = endNanos - now;
        if (nextRequest < schedule.requests()) {
            nanos = Math.min(nanos, schedule.arrival(nextRequest).dueNanos() - now);
        }
        return Math.clamp(TimeUnit.NANOSECONDS.toMillis(nanos), 1, LONGEST_SELECT_MILLIS);
    }

    private void sendArrivals(long now) throws IOException {
        while (nextRequest < schedule.requests()) {
            Schedule.Arrival arrival = schedule.arrival(nextRequest);
            if (arrival.dueNanos() > now) {
                return;
            }
            Connection connection = connections.take();
            if (connection == null) {
                connections.open(missing(now));
                return;
            }
            nextRequest++;
            send(connection, arrival.phase(), arrival.dueNanos());
        }
    }

    private int missing(long now) {
        return (int) LongStream.range(nextRequest, Math.min(schedule.requests(), nextRequest + MAX_MISSING))
                .takeWhile(due -> schedule.arrival(due).dueNanos() <= now)
                .count();
    }

    private void sendUsers(long now) throws IOException {
        while (!resting.isEmpty() && resting.element() <= now) {
            resting.remove();
            freeUsers++;
        }
        while (freeUsers > 0) {
            Connection connection = connections.take();
            if (connection == null) {
                connections.open(freeUsers);
                return;
            }
            freeUsers--;
            send(connection, current, now);
        }
    }

    private void send(Connection connection, @Nullable Phase phase, long dueNanos) {
        connection.timing = RequestTiming.due(phase, dueNanos).sent(now());
        inFlight++;
        mostInFlight = Math.max(mostInFlight, inFlight);
        recording.sent(connection.timing);
        connections.send(connection, request);
    }

    private void ended(Connection connection, @Nullable String error) {
        inFlight--;
        recording.ended(connection.timing, now(), error, null);
        if (error == null) {
            freeUsers++;
        } else if (!schedule.open()) {
            resting.add(now() + REST_NANOS);
        }
    }

    /** Ends the load, also while {@link #run} is at work in another thread. */
    @Override
    public void close() {
        ended = true;
        if (begun) {
            connections.wakeUp();
        } else {
            connections.close();
        }
    }
}
