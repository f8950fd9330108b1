package io.birdseye.loadtest.generate;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;

/**
 * One connection and the answer that is coming over it. Reads of an answer the status, {@code Content-Length} and
 * {@code Connection: close}, and counts the bytes of the body.
 */
final class Connection {

    private static final String VERSION = "http/1.1 ";
    private static final int MOST_HEAD = 4096;
    private static final int HEAD_END = 0x0d0a0d0a;

    /** What the connection is doing. */
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
            if (headLength == MOST_HEAD) {
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

    private void parseHead() throws IOException {
        String text = new String(head, 0, headLength, StandardCharsets.ISO_8859_1).toLowerCase(Locale.ROOT);
        status = text.startsWith(VERSION) ? (int) number(text, VERSION.length()) : -1;
        bodyLeft = number(text, after(text, "\r\ncontent-length:"));
        closing = text.startsWith("close", after(text, "\r\nconnection:"));
        if (status < 100 || bodyLeft < 0) {
            throw new IOException("not HTTP/1.1 with a Content-Length");
        }
    }

    /** Where the value of a header begins; the end of the text if there is no such header. */
    private static int after(String text, String header) {
        int found = text.indexOf(header);
        int at = found < 0 ? text.length() : found + header.length();
        while (at < text.length() && text.charAt(at) == ' ') {
            at++;
        }
        return at;
    }

    /** The decimal number at an index; -1 if there is none. */
    private static long number(String text, int index) {
        long value = -1;
        for (int at = index; at < text.length() && Character.isDigit(text.charAt(at)); at++) {
            value = Math.max(value, 0) * 10 + text.charAt(at) - '0';
        }
        return value;
    }
}
