package io.birdseye.loadtest.generate;

import io.birdseye.loadtest.generate.Connection.State;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The connections of a {@link LightClient} to one address, opened as they are needed; free ones are kept. */
final class Connections implements AutoCloseable {

    private static final int OPENING_AT_ONCE = 256;

    /** After a connection that was refused, the next one is tried so much later. */
    private static final long REFUSED_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final InetSocketAddress address;
    private final int most;
    private final Ending ending;
    private final Selector selector = Selector.open();
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(256 * 1024);
    private final Deque<Connection> free = new ArrayDeque<>();
    private long openAgainNanos = System.nanoTime();
    private boolean everOpened;
    private int open;
    private int opening;

    /** Is told within {@link #select} how a request has ended. */
    @FunctionalInterface
    interface Ending {
        /** @param error null for an answer with status 200 */
        void ended(Connection connection, @Nullable String error);
    }

    Connections(InetSocketAddress address, int most, Ending ending) throws IOException {
        this.address = address;
        this.most = most;
        this.ending = ending;
    }

    /** One that is free, or null; {@link #open} brings more. */
    @Nullable Connection take() {
        return free.poll();
    }

    boolean exhausted() {
        return free.isEmpty() && open >= most;
    }

    boolean everOpened() {
        return everOpened;
    }

    /** Opens connections until so many are being opened. */
    void open(int wanted) throws IOException {
        while (opening < Math.min(wanted, OPENING_AT_ONCE) && open < most && System.nanoTime() >= openAgainNanos) {
            SocketChannel channel = SocketChannel.open();
            channel.configureBlocking(false);
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            // A reset at the end leaves no port behind that must rest for a minute.
            channel.setOption(StandardSocketOptions.SO_LINGER, 0);
            Connection connection = new Connection(channel);
            open++;
            opening++;
            channel.register(selector, SelectionKey.OP_CONNECT, connection);
            try {
                channel.connect(address);
            } catch (IOException e) {
                lose(connection, String.valueOf(e.getMessage()));
            }
        }
    }

    void send(Connection connection, ByteBuffer request) {
        try {
            connection.send(request);
        } catch (IOException e) {
            lose(connection, String.valueOf(e.getMessage()));
        }
    }

    void select(long millis) throws IOException {
        selector.select(this::ready, millis);
    }

    private void ready(SelectionKey key) {
        Connection connection = (Connection) key.attachment();
        try {
            if (connection.state == State.CONNECTING) {
                connection.channel().finishConnect();
                key.interestOps(SelectionKey.OP_READ);
                everOpened = true;
                opening--;
                connection.state = State.IDLE;
                free.add(connection);
            } else if (connection.receive(buffer)) {
                answered(connection);
            }
        } catch (IOException e) {
            lose(connection, String.valueOf(e.getMessage()));
        }
    }

    private void answered(Connection connection) throws IOException {
        if (connection.state == State.IDLE) {
            throw new IOException("an answer without a request");
        }
        ending.ended(connection, connection.status == 200 ? null : Integer.toString(connection.status));
        if (connection.closing) {
            drop(connection);
        } else {
            connection.state = State.IDLE;
            free.push(connection);
        }
    }

    /** Gives up requests that wait for an answer, where the condition holds. */
    void giveUp(Predicate<Connection> condition, String reason) {
        for (SelectionKey key : selector.keys()) {
            Connection connection = (Connection) key.attachment();
            if (key.isValid() && connection.state == State.WAITING && condition.test(connection)) {
                lose(connection, reason);
            }
        }
    }

    private void lose(Connection connection, String reason) {
        switch (connection.state) {
            case CONNECTING -> {
                opening--;
                openAgainNanos = System.nanoTime() + REFUSED_NANOS;
            }
            case IDLE -> free.remove(connection);
            case WAITING -> ending.ended(connection, reason);
        }
        drop(connection);
    }

    private void drop(Connection connection) {
        open--;
        closeQuietly(connection.channel());
    }

    private static void closeQuietly(SocketChannel channel) {
        try {
            channel.close();
        } catch (IOException e) {
            // It is gone either way.
        }
    }

    void wakeUp() {
        selector.wakeup();
    }

    @Override
    public void close() {
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
