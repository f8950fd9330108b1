package io.birdseye.benchmarks.load;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** One connection and the answer that is coming over it. */
final class Connection {

    private static final Pattern LENGTH = Pattern.compile("(?im)^content-length:\\s*(\\d+)\\s*$");
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
                head = java.util.Arrays.copyOf(head, 2 * headLength);
            }
            head[headLength++] = next;
            lastFour = lastFour << 8 | (next & 0xff);
            if (lastFour == HEAD_END) {
                parseHead();
                return;
            }
        }
    }

    private void parseHead() throws IOException {
        String text = new String(head, 0, headLength, StandardCharsets.US_ASCII);
        Matcher length = LENGTH.matcher(text);
        if (!text.startsWith("HTTP/1.1 ") || !length.find()) {
            throw new IOException("not HTTP/1.1 with a Content-Length");
        }
        status = Integer.parseInt(text.substring(9, 12));
        bodyLeft = Long.parseLong(length.group(1));
    }
}
