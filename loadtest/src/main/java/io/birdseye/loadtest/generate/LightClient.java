package io.birdseye.loadtest.generate;

import io.birdseye.loadtest.TrialFailure;
import io.birdseye.loadtest.generate.Connection.State;
import io.birdseye.loadtest.generate.LoadListener.Stage;
import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Offers a load from one thread: raw sockets, and the same request again and again. It holds 10,000 connections and
 * takes 50,000 answers a second on one core, where a general HTTP client needs as much CPU as the server that is measured.
 * In exchange it knows one address only, and answers must have a {@code Content-Length}, which those of the service and
 * of mock-api have.
 *
 * <p>A request of the open model leaves up to a millisecond after it is due; response times count from when it was due. A
 * user of the closed model asks again at once, and {@value #REST_MILLIS} ms after an answer that was not right: a service
 * that refuses at once would otherwise be asked thousands of times a second. Connections are opened when they are needed,
 * so thousands of users need a warm-up.
 */
public final class LightClient implements LoadGenerator {

    private static final int CONNECTING_AT_ONCE = 256;
    private static final long REST_MILLIS = 100;
    private static final long REST_NANOS = TimeUnit.MILLISECONDS.toNanos(REST_MILLIS);
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(200);
    private static final long LONGEST_SELECT_MILLIS = 20;

    private final LightLoad load;
    private final Schedule schedule;
    private final Map<Schedule.Phase, Recording> recordings = new LinkedHashMap<>();
    private final AnswerCounter answers;
    private final Selector selector;
    private final ByteBuffer request;
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(256 * 1024);
    private final Deque<Connection> idle = new ArrayDeque<>();
    /** When users of the closed model that had no right answer ask again. */
    private final Deque<Long> resting = new ArrayDeque<>();

    private volatile boolean begun;
    private volatile boolean ended;
    private Schedule.@Nullable Phase current;
    private long originNanos;
    private long lastLookNanos;
    private long connectAgainNanos;
    private long nextRequest;
    private int freeUsers;
    private boolean everConnected;
    private int opened;
    private int connecting;
    private int inFlight;
    private int measuredInFlight;
    private int mostInFlight;

    public LightClient(LightLoad load) throws IOException {
        this.load = load;
        this.schedule = load.schedule();
        this.freeUsers = schedule.users();
        schedule.phases().stream()
                .filter(Schedule.Phase::measured)
                .forEach(phase -> recordings.put(phase, new Recording(phase)));
        answers = new AnswerCounter(
                schedule.window().endNanos() + load.requestTimeout().plusSeconds(1).toNanos());
        byte[] head = ("GET " + load.target() + " HTTP/1.1\r\nHost: " + load.url().getAuthority() + "\r\n\r\n")
                .getBytes(StandardCharsets.US_ASCII);
        request = ByteBuffer.allocateDirect(head.length).put(head).flip();
        selector = Selector.open();
    }

    /** Requests that waited for their answer at once, at most. */
    public int mostInFlight() {
        return mostInFlight;
    }

    /** For each measured phase the right answers that took no longer than so, counted from when they were due. */
    public List<Long> answeredWithin(double millis) {
        return recordings.values().stream()
                .map(recording -> recording.answeredWithin(millis))
                .toList();
    }

    @Override
    public List<LoadSummary> run(LoadListener listener) throws TrialFailure, IOException, InterruptedException {
        begun = true;
        try {
            originNanos = System.nanoTime();
            long originEpochMillis = System.currentTimeMillis();
            for (Schedule.Phase phase : schedule.phases()) {
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
            if (!everConnected && !ended) {
                throw new IOException("no connection to " + load.url().getAuthority());
            }
            awaitLastAnswers(listener);
            return recordings.values().stream()
                    .map(recording -> recording.summary(originEpochMillis, schedule.open(), answers))
                    .toList();
        } finally {
            closeAll();
        }
    }

    private long now() {
        return System.nanoTime() - originNanos;
    }

    /** Also sends what is due and was late, unless there is no connection for it. */
    private void awaitLastAnswers(LoadListener listener) throws TrialFailure, IOException, InterruptedException {
        long latest = schedule.window().endNanos() + load.requestTimeout().toNanos();
        while ((measuredInFlight > 0 || nextRequest < schedule.requests()) && !ended) {
            if (now() > latest || idle.isEmpty() && opened >= load.connections()) {
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
            expire(now);
        }
        sendDue(now);
        selector.select(this::ready, pauseMillis(now, endNanos));
    }

    /** Until the next request or the end of the phase. */
    private long pauseMillis(long now, long endNanos) {
        long nanos = endNanos - now;
        if (nextRequest < schedule.requests()) {
            nanos = Math.min(nanos, schedule.arrival(nextRequest).dueNanos() - now);
        }
        return Math.clamp(TimeUnit.NANOSECONDS.toMillis(nanos), 1, LONGEST_SELECT_MILLIS);
    }

    private void sendDue(long now) throws IOException {
        if (schedule.open()) {
            sendArrivals(now);
        } else if (current != null) {
            sendUsers(recordings.get(current), now);
        }
    }

    private void sendArrivals(long now) throws IOException {
        while (nextRequest < schedule.requests()) {
            Schedule.Arrival arrival = schedule.arrival(nextRequest);
            if (arrival.dueNanos() > now) {
                return;
            }
            Connection connection = idle.poll();
            if (connection == null) {
                connect(dueWithoutConnection(now), now);
                return;
            }
            nextRequest++;
            send(connection, recordings.get(arrival.phase()), arrival.dueNanos());
        }
    }

    private int dueWithoutConnection(long now) {
        int due = 0;
        while (due < CONNECTING_AT_ONCE
                && nextRequest + due < schedule.requests()
                && schedule.arrival(nextRequest + due).dueNanos() <= now) {
            due++;
        }
        return due;
    }

    private void sendUsers(@Nullable Recording recording, long now) throws IOException {
        while (!resting.isEmpty() && resting.element() <= now) {
            resting.remove();
            freeUsers++;
        }
        while (freeUsers > 0) {
            Connection connection = idle.poll();
            if (connection == null) {
                connect(freeUsers, now);
                return;
            }
            freeUsers--;
            send(connection, recording, now);
        }
    }

    /** Opens connections until so many are being opened. */
    private void connect(int wanted, long now) throws IOException {
        while (connecting < Math.min(wanted, CONNECTING_AT_ONCE)
                && opened < load.connections()
                && now >= connectAgainNanos) {
            SocketChannel channel = SocketChannel.open();
            channel.configureBlocking(false);
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            // A reset at the end leaves no port behind that must rest for a minute.
            channel.setOption(StandardSocketOptions.SO_LINGER, 0);
            Connection connection = new Connection(channel);
            opened++;
            connecting++;
            channel.register(selector, SelectionKey.OP_CONNECT, connection);
            try {
                channel.connect(load.address());
            } catch (IOException e) {
                lost(connection, e.toString());
            }
        }
    }

    private void send(Connection connection, @Nullable Recording recording, long dueNanos) {
        connection.recording = recording;
        connection.timing.due(recording != null, dueNanos);
        connection.timing.sent(now());
        inFlight++;
        mostInFlight = Math.max(mostInFlight, inFlight);
        if (recording != null) {
            measuredInFlight++;
            recording.sent(connection.timing);
        }
        try {
            connection.send(request);
        } catch (IOException e) {
            lost(connection, reason(e));
        }
    }

    private void ready(SelectionKey key) {
        Connection connection = (Connection) key.attachment();
        try {
            if (connection.state == State.CONNECTING) {
                connection.channel().finishConnect();
                key.interestOps(SelectionKey.OP_READ);
                connection.state = State.IDLE;
                everConnected = true;
                connecting--;
                idle.add(connection);
            } else if (connection.receive(buffer)) {
                answered(connection);
            }
        } catch (IOException e) {
            lost(connection, reason(e));
        }
    }

    private static String reason(IOException cause) {
        return String.valueOf(cause.getMessage());
    }

    private void answered(Connection connection) {
        if (connection.state == State.IDLE) {
            lost(connection, "an answer without a request");
            return;
        }
        long now = now();
        boolean right = connection.status == 200;
        if (right) {
            answers.answered(now);
        }
        Recording recording = connection.recording;
        if (recording != null && right) {
            recording.answered(connection.timing, now);
        } else if (recording != null) {
            recording.failed(Integer.toString(connection.status));
        }
        finished(connection, right, now);
        if (connection.closing) {
            drop(connection);
        } else {
            connection.state = State.IDLE;
            idle.push(connection);
        }
    }

    /** The request has come to its end, and its user is free. */
    private void finished(Connection connection, boolean right, long now) {
        inFlight--;
        if (connection.recording != null) {
            measuredInFlight--;
        }
        if (right) {
            freeUsers++;
        } else if (!schedule.open()) {
            resting.add(now + REST_NANOS);
        }
    }

    private void lost(Connection connection, String reason) {
        long now = now();
        switch (connection.state) {
            case CONNECTING -> {
                connecting--;
                connectAgainNanos = now + REST_NANOS;
            }
            case IDLE -> idle.remove(connection);
            case WAITING -> {
                if (connection.recording != null) {
                    connection.recording.failed(reason);
                }
                finished(connection, false, now);
            }
        }
        drop(connection);
    }

    /** Requests that have waited for too long. */
    private void expire(long now) {
        long timeout = load.requestTimeout().toNanos();
        for (SelectionKey key : selector.keys()) {
            Connection connection = (Connection) key.attachment();
            if (key.isValid()
                    && connection.state == State.WAITING
                    && now - connection.timing.sentNanos() > timeout) {
                lost(connection, "timeout");
            }
        }
    }

    private void drop(Connection connection) {
        opened--;
        closeQuietly(connection.channel());
    }

    private static void closeQuietly(SocketChannel channel) {
        try {
            channel.close();
        } catch (IOException e) {
            // It is gone either way.
        }
    }

    @Override
    public void close() {
        ended = true;
        if (begun) {
            selector.wakeup();
        } else {
            closeAll();
        }
    }

    private void closeAll() {
        try {
            if (selector.isOpen()) {
                selector.keys().forEach(key -> closeQuietly((SocketChannel) key.channel()));
                selector.close();
            }
        } catch (IOException e) {
            // All connections are closed; the selector holds nothing else.
        }
    }
}
