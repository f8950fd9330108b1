package io.birdseye.benchmarks.load;

import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/**
 * Puts load on a server of this machine from one thread. A general HTTP client costs as much CPU as the server that is
 * to be measured; this one sends the same bytes again and again and reads of the answer no more than its length.
 */
public final class HttpLoad implements AutoCloseable {

    private static final int CONNECTING_AT_ONCE = 256;
    private static final long LONGEST_MICROS = TimeUnit.MINUTES.toMicros(2);

    private final LoadPlan plan;
    private final Selector selector;
    private final ByteBuffer request;
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(256 * 1024);
    private final Deque<Connection> idle = new ArrayDeque<>();
    private final Histogram responseMicros = new Histogram(LONGEST_MICROS, 3);
    private final Histogram firstByteMicros = new Histogram(LONGEST_MICROS, 3);
    private final Map<String, Long> failures = new HashMap<>();

    private int opened;
    private int connecting;
    private int inFlight;
    private int mostInFlight;
    private int countedInFlight;
    private long answers;
    private long answersInTime;
    private long beginNanos;
    private long countNanos;
    private long endNanos;
    private long sent;

    /** Hears when the counted time begins and ends. */
    public interface Window {

        Window NONE = new Window() {
            @Override
            public void begin() {}

            @Override
            public void end() {}
        };

        void begin() throws IOException;

        void end() throws IOException;
    }

    private HttpLoad(LoadPlan plan) throws IOException {
        this.plan = plan;
        this.selector = Selector.open();
        this.request = ByteBuffer.allocateDirect(1024);
        request.put(("GET " + plan.path() + " HTTP/1.1\r\nHost: 127.0.0.1:" + plan.target().getPort() + "\r\n\r\n")
                .getBytes(StandardCharsets.US_ASCII));
        request.flip();
    }

    /** @throws IOException if the server cannot be reached at all */
    public static LoadResult run(LoadPlan plan, Window window) throws IOException {
        try (HttpLoad load = new HttpLoad(plan)) {
            return load.run(window);
        }
    }

    private LoadResult run(Window window) throws IOException {
        if (!plan.open()) {
            connectAll();
        }
        beginNanos = System.nanoTime();
        countNanos = beginNanos + plan.warmUp().toNanos();
        endNanos = countNanos + plan.measured().toNanos();
        if (!plan.open()) {
            while (!idle.isEmpty()) {
                send(idle.poll(), System.nanoTime());
            }
        }
        turnUntil(countNanos);
        window.begin();
        turnUntil(endNanos);
        window.end();
        double seconds = (System.nanoTime() - countNanos) / 1e9;
        long lastNanos = System.nanoTime() + plan.drain().toNanos();
        while (countedInFlight > 0 && System.nanoTime() < lastNanos) {
            turn();
        }
        if (countedInFlight > 0) {
            fail("no answer", countedInFlight);
        }
        return new LoadResult(
                answersInTime / seconds, answers, failures, responseMicros, firstByteMicros, mostInFlight);
    }

    private void connectAll() throws IOException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (idle.size() < plan.connections()) {
            while (connecting < CONNECTING_AT_ONCE && opened < plan.connections()) {
                connect();
            }
            turn();
            if (System.nanoTime() > deadline) {
                throw new IOException("only " + idle.size() + " of " + plan.connections() + " connections in 60 s");
            }
        }
    }

    private void connect() throws IOException {
        SocketChannel channel = SocketChannel.open();
        channel.configureBlocking(false);
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        // A reset at the end leaves no port behind that must rest for a minute.
        channel.setOption(StandardSocketOptions.SO_LINGER, 0);
        opened++;
        connecting++;
        channel.register(selector, SelectionKey.OP_CONNECT, new Connection(channel));
        channel.connect(plan.target());
    }

    private void turnUntil(long nanos) throws IOException {
        while (System.nanoTime() < nanos) {
            if (plan.open()) {
                sendDue();
            }
            turn();
        }
    }

    private void turn() throws IOException {
        selector.select(this::ready, plan.open() ? 1 : 20);
    }

    /** Every request has its time; one that finds no connection waits for one, and that counts as its latency. */
    private void sendDue() throws IOException {
        long now = System.nanoTime();
        long due = (long) ((now - beginNanos) / 1e9 * plan.ratePerSecond());
        while (sent < due) {
            if (idle.isEmpty()) {
                long missing = due - sent;
                while (connecting < Math.min(missing, CONNECTING_AT_ONCE) && opened < plan.connections()) {
                    connect();
                }
                return;
            }
            send(idle.poll(), beginNanos + (long) (sent * 1e9 / plan.ratePerSecond()));
            sent++;
        }
    }

    private void send(Connection connection, long intendedNanos) {
        boolean counts = intendedNanos >= countNanos && intendedNanos < endNanos;
        inFlight++;
        countedInFlight += counts ? 1 : 0;
        mostInFlight = Math.max(mostInFlight, inFlight);
        try {
            connection.send(request, intendedNanos, counts);
        } catch (IOException e) {
            lost(connection, e);
        }
    }

    private void ready(SelectionKey key) {
        Connection connection = (Connection) key.attachment();
        try {
            if (key.isConnectable()) {
                connection.channel().finishConnect();
                key.interestOps(SelectionKey.OP_READ);
                connecting--;
                idle.add(connection);
            } else if (connection.receive(buffer)) {
                answered(connection);
            }
        } catch (IOException e) {
            if (key.isValid() && key.interestOps() == SelectionKey.OP_CONNECT) {
                connecting--;
            }
            lost(connection, e);
        }
    }

    private void answered(Connection connection) {
        long now = System.nanoTime();
        connection.waiting = false;
        inFlight--;
        if (connection.status == 200 && now >= countNanos && now < endNanos) {
            answersInTime++;
        }
        if (connection.counted) {
            countedInFlight--;
            if (connection.status == 200) {
                answers++;
                record(responseMicros, now - connection.intendedNanos);
                record(firstByteMicros, connection.firstByteNanos - connection.sentNanos);
            } else {
                fail(Integer.toString(connection.status), 1);
            }
        }
        if (!plan.open() && now < endNanos) {
            send(connection, now);
        } else {
            idle.push(connection);
        }
    }

    private void lost(Connection connection, IOException cause) {
        opened--;
        if (connection.waiting) {
            connection.waiting = false;
            inFlight--;
            if (connection.counted) {
                countedInFlight--;
                fail(String.valueOf(cause.getMessage()), 1);
            }
        }
        closeQuietly(connection.channel());
    }

    private void fail(String reason, int count) {
        failures.merge(reason, (long) count, Long::sum);
    }

    private static void record(Histogram histogram, long nanos) {
        histogram.recordValue(Math.clamp(nanos / 1_000, 0, LONGEST_MICROS));
    }

    private static void closeQuietly(SocketChannel channel) {
        try {
            channel.close();
        } catch (IOException e) {
            // It is gone either way.
        }
    }

    @Override
    public void close() throws IOException {
        for (SelectionKey key : selector.keys()) {
            closeQuietly((SocketChannel) key.channel());
        }
        selector.close();
    }
}
