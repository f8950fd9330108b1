package io.birdseye.service.testing;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.LongAdder;

/** How a {@link FakeUpstream} answers one request. */
@FunctionalInterface
public interface Behaviour {

    /** @return whether the connection may be used again */
    boolean answer(Socket socket, OutputStream out) throws IOException, InterruptedException;

    static Behaviour body(byte[] body) {
        return announcing("200 OK", body.length, body, true);
    }

    static Behaviour body(String body) {
        return body(body.getBytes(US_ASCII));
    }

    static Behaviour status(String status, int bodyLength) {
        return announcing(status, bodyLength, new byte[bodyLength], true);
    }

    /** Announces more than it brings. */
    static Behaviour truncated() {
        return announcing("200 OK", 1_000, "[]".getBytes(US_ASCII), false);
    }

    private static Behaviour announcing(String status, long length, byte[] body, boolean again) {
        return (socket, out) -> {
            out.write(head(status, "Content-Length: " + length));
            out.write(body);
            return again;
        };
    }

    static Behaviour chunked(byte[] body) {
        return (socket, out) -> {
            out.write(head("200 OK", "Transfer-Encoding: chunked"));
            // An empty chunk is the end: a second one would stand before the next answer on this connection.
            if (body.length > 0) {
                chunk(out, body);
            }
            out.write("0\r\n\r\n".getBytes(US_ASCII));
            return true;
        };
    }

    /** Nothing comes until the client leaves. */
    static Behaviour stall() {
        return silentAfter(hangUp());
    }

    /** The head comes, and a part of the body, and then nothing. */
    static Behaviour stallInBody() {
        return silentAfter(truncated());
    }

    /** The head comes, and then nothing. */
    static Behaviour announcing(long contentLength) {
        return silentAfter(announcing("200 OK", contentLength, new byte[0], false));
    }

    private static Behaviour silentAfter(Behaviour begin) {
        return (socket, out) -> {
            boolean ignored = begin.answer(socket, out);
            out.flush();
            while (socket.getInputStream().read() >= 0) {
                // Whatever comes, it is not the end.
            }
            return false;
        };
    }

    /** Answers when told to, unless the client leaves first. */
    static Behaviour after(CountDownLatch latch, Behaviour then) {
        return (socket, out) -> {
            latch.await();
            return then.answer(socket, out);
        };
    }

    static Behaviour reset() {
        return (socket, out) -> {
            socket.setSoLinger(true, 0);
            return false;
        };
    }

    static Behaviour hangUp() {
        return (socket, out) -> false;
    }

    static Behaviour gibberish() {
        return (socket, out) -> {
            out.write("this is no HTTP at all\r\n\r\n".getBytes(US_ASCII));
            return false;
        };
    }

    /** The head, and then this again and again, until the client has had enough. */
    static Behaviour endlessHead(String piece) {
        return (socket, out) -> {
            out.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\nA: b".getBytes(US_ASCII));
            byte[] more = piece.repeat(8_192 / piece.length()).getBytes(US_ASCII);
            while (true) {
                out.write(more);
            }
        };
    }

    /**
     * Chunk after chunk, until the client has had enough.
     *
     * @param sent counts the bytes that the network took
     */
    static Behaviour endless(LongAdder sent) {
        return (socket, out) -> {
            out.write(head("200 OK", "Transfer-Encoding: chunked"));
            byte[] spaces = " ".repeat(8_192).getBytes(US_ASCII);
            while (true) {
                chunk(out, spaces);
                sent.add(spaces.length);
            }
        };
    }

    /** The body in so many pieces with a pause before each. */
    static Behaviour dribble(String body, int pieces, Duration pause) {
        return (socket, out) -> {
            byte[] bytes = body.getBytes(US_ASCII);
            out.write(head("200 OK", "Content-Length: " + bytes.length));
            int size = bytes.length / pieces + 1;
            for (int at = 0; at < bytes.length; at += size) {
                out.flush();
                Thread.sleep(pause);
                out.write(bytes, at, Math.min(size, bytes.length - at));
            }
            return true;
        };
    }

    /** Answers when all of a number of calls have come, so that they are answered at the same moment. */
    static Behaviour together(CountDownLatch calls, Behaviour then) {
        return (socket, out) -> {
            calls.countDown();
            calls.await();
            return then.answer(socket, out);
        };
    }

    private static void chunk(OutputStream out, byte[] bytes) throws IOException {
        out.write((Integer.toHexString(bytes.length) + "\r\n").getBytes(US_ASCII));
        out.write(bytes);
        out.write("\r\n".getBytes(US_ASCII));
    }

    private static byte[] head(String status, String header) {
        return ("HTTP/1.1 " + status + "\r\n" + header + "\r\n\r\n").getBytes(US_ASCII);
    }
}
