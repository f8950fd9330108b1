package io.birdseye.loadtest.generate;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** One connection, and status, {@code Content-Length}, {@code Connection: close} and bytes of its answer. */
final class Connection {

    private static final byte[] STATUS_LINE = lowerCase("http/1.1 ");
    private static final byte[] LENGTH = lowerCase("content-length:");
    private static final byte[] CONNECTION = lowerCase("connection:");
    private static final byte[] CLOSE = lowerCase("close");
    private static final int MAX_HEAD = 4096;
    private static final int HEAD_END = 0x0d0a0d0a;

    enum State {
        CONNECTING,
        IDLE,
        /** A request is sent, and its answer has not come. */
        WAITING
    }

    private final SocketChannel channel;
    private byte[] head = new byte[256];
    private int headLength;
    private int lastFour;
    private long bodyLeft = -1;

    RequestTiming timing = RequestTiming.due(null, 0);
    State state = State.CONNECTING;
    int status;

    /** Whether the server closes the connection after this answer. */
    boolean closing;

    Connection(SocketChannel channel) {
        this.channel = channel;
    }

    SocketChannel channel() {
        return channel;
    }

    /** The request is smaller than any socket's buffer, so that it goes in one write or not at all. */
    void send(ByteBuffer request) throws IOException {
        state = State.WAITING;
        headLength = 0;
        lastFour = 0;
        bodyLeft = -1;
        request.rewind();
        channel.write(request);
        if (request.hasRemaining()) {
            throw new IOException("the socket does not take a request");
        }
    }

    /** Reads what is there, and returns whether the answer is complete. */
    boolean receive(ByteBuffer buffer) throws IOException {
        while (true) {
            buffer.clear();
            int read = channel.read(buffer);
            if (read < 0) {
                throw new IOException("closed");
            }
            if (read == 0) {
                return false;
            }
            buffer.flip();
            if (bodyLeft < 0) {
                readHead(buffer);
            }
            if (bodyLeft >= 0) {
                bodyLeft -= buffer.remaining();
                if (bodyLeft <= 0) {
                    return true;
                }
            }
        }
    }

    private void readHead(ByteBuffer buffer) throws IOException {
        while (bodyLeft < 0 && buffer.hasRemaining()) {
            if (headLength == MAX_HEAD) {
                throw new IOException("the head of the answer is too long");
            }
            if (headLength == head.length) {
                head = Arrays.copyOf(head, 2 * headLength);
            }
            byte next = buffer.get();
            head[headLength++] = next;
            lastFour = lastFour << 8 | (next & 0xff);
            if (lastFour == HEAD_END) {
                parseHead();
            }
        }
    }

    /** Without a string: the client must not collect garbage while it measures. */
    private void parseHead() throws IOException {
        status = matches(STATUS_LINE, 0) ? (int) number(STATUS_LINE.length) : -1;
        closing = false;
        for (int at = STATUS_LINE.length; at < headLength; at++) {
            if (head[at - 1] == '\n' && matches(LENGTH, at)) {
                bodyLeft = number(at + LENGTH.length);
            } else if (head[at - 1] == '\n' && matches(CONNECTION, at)) {
                closing = matches(CLOSE, afterBlanks(at + CONNECTION.length));
            }
        }
        if (status < 100 || bodyLeft < 0) {
            throw new IOException("not HTTP/1.1 with a Content-Length");
        }
    }

    private int afterBlanks(int index) {
        int at = index;
        while (head[at] == ' ') {
            at++;
        }
        return at;
    }

    /** The decimal number at an index, blanks before it left out; -1 if there is none. */
    private long number(int index) {
        long value = -1;
        for (int at = afterBlanks(index); head[at] >= '0' && head[at] <= '9'; at++) {
            value = Math.max(value, 0) * 10 + head[at] - '0';
        }
        return value;
    }

    private static byte[] lowerCase(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    /** Whether a text stands there, in any case. A head ends with a line break, which matches no text. */
    private boolean matches(byte[] text, int index) {
        for (int i = 0; i < text.length; i++) {
            if (Character.toLowerCase(head[index + i]) != text[i]) {
                return false;
            }
        }
        return true;
    }
}
