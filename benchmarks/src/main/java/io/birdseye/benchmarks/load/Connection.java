package io.birdseye.benchmarks.load;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** One connection and the answer that is coming over it. */
final class Connection {

    private static final Text STATUS_LINE = new Text("http/1.1 ");
    private static final Text LENGTH = new Text("content-length:");
    private static final int MOST_HEAD = 4096;
    private static final int HEAD_END = 0x0d0a0d0a;

    private final SocketChannel channel;
    private byte[] head = new byte[256];
    private int headLength;
    private int lastFour;
    private long bodyLeft = -1;

    boolean waiting;
    boolean counted;
    int status;
    long intendedNanos;
    long sentNanos;
    long firstByteNanos;

    Connection(SocketChannel channel) {
        this.channel = channel;
    }

    SocketChannel channel() {
        return channel;
    }

    /** The request is smaller than any socket's buffer, so that it goes in one write or not at all. */
    void send(ByteBuffer request, long intended, boolean count) throws IOException {
        waiting = true;
        counted = count;
        status = 0;
        headLength = 0;
        lastFour = 0;
        bodyLeft = -1;
        firstByteNanos = 0;
        intendedNanos = intended;
        sentNanos = System.nanoTime();
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
            if (firstByteNanos == 0) {
                firstByteNanos = System.nanoTime();
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
        while (buffer.hasRemaining()) {
            byte next = buffer.get();
            if (headLength == head.length) {
                if (headLength >= MOST_HEAD) {
                    throw new IOException("the head of the answer is too long");
                }
                head = Arrays.copyOf(head, 2 * headLength);
            }
            head[headLength++] = next;
            lastFour = lastFour << 8 | (next & 0xff);
            if (lastFour == HEAD_END) {
                parseHead();
                return;
            }
        }
    }

    /** Without a string: the tool must not collect garbage while it measures. */
    private void parseHead() throws IOException {
        status = STATUS_LINE.matches(head, 0) ? (int) number(STATUS_LINE.length()) : 0;
        for (int at = STATUS_LINE.length(); at < headLength; at++) {
            if (head[at - 1] == '\n' && LENGTH.matches(head, at)) {
                bodyLeft = number(at + LENGTH.length());
            }
        }
        if (status < 100 || bodyLeft < 0) {
            throw new IOException("not HTTP/1.1 with a Content-Length");
        }
    }

    /** The decimal number at an index, blanks before it left out; -1 if there is none. */
    private long number(int index) {
        int at = index;
        while (head[at] == ' ') {
            at++;
        }
        long value = -1;
        for (; head[at] >= '0' && head[at] <= '9'; at++) {
            value = Math.max(value, 0) * 10 + head[at] - '0';
        }
        return value;
    }

    /** Text of a head in lower case, which matches both cases. The end of the head stops it: it has a line break. */
    private record Text(byte[] lowerCase) {

        Text(String text) {
            this(text.getBytes(StandardCharsets.US_ASCII));
        }

        boolean matches(byte[] bytes, int index) {
            for (int i = 0; i < lowerCase.length; i++) {
                if (Character.toLowerCase(bytes[index + i]) != lowerCase[i]) {
                    return false;
                }
            }
            return true;
        }

        int length() {
            return lowerCase.length;
        }
    }
}
