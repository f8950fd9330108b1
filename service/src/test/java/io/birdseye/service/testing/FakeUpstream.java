package io.birdseye.service.testing;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.BufferedOutputStream;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The four upstreams, small and quick, each of which can be told to misbehave. */
public final class FakeUpstream implements AutoCloseable {

    private static final Map<String, String> BODIES = Map.of(
            "/posts", items(20, "\"userId\":%d,\"id\":%d", 2), "/comments", items(100, "\"postId\":%d,\"id\":%d", 5),
            "/albums", items(20, "\"userId\":%d,\"id\":%d", 2), "/photos", items(200, "\"albumId\":%d,\"id\":%d", 10));

    private final ServerSocket listening;
    private final Map<String, Behaviour> behaviours = new ConcurrentHashMap<>();
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private final List<String> requests = new CopyOnWriteArrayList<>();
    private final List<String> headers = new CopyOnWriteArrayList<>();
    private final AtomicInteger answering = new AtomicInteger();

    public FakeUpstream() {
        try {
            listening = new ServerSocket(0, 1_000, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        behaveWell();
        Thread.ofVirtual().start(this::accept);
    }

    /** All paths answer as they should. */
    public void behaveWell() {
        headers.clear();
        BODIES.forEach((path, body) -> behaviours.put(path, Behaviour.body(body)));
    }

    /** All paths answer as they should, but none before so many calls have come. */
    public void behaveWellTogether(int calls) {
        CountDownLatch together = new CountDownLatch(calls);
        BODIES.forEach((path, body) -> behaviours.put(path, Behaviour.together(together, Behaviour.body(body))));
    }

    /** The right body of a path, in so many pieces with a pause before each. */
    public static Behaviour dribbling(String path, int pieces, Duration pause) {
        return Behaviour.dribble(BODIES.getOrDefault(path, ""), pieces, pause);
    }

    /** The right body of a path, behind so many spaces. */
    public static Behaviour inOneChunk(String path, int spaces) {
        return Behaviour.chunked((" ".repeat(spaces) + BODIES.getOrDefault(path, "")).getBytes(US_ASCII));
    }

    private static String items(int count, String format, int perOwner) {
        return IntStream.range(0, count)
                .mapToObj(i -> "{" + format.formatted(i / perOwner + 1, i + 1) + ",\"title\":\"item " + i + "\"}")
                .collect(Collectors.joining(",", "[", "]"));
    }

    public void behave(String path, Behaviour behaviour) {
        behaviours.put(path, behaviour);
    }

    public String address() {
        return "http://127.0.0.1:" + listening.getLocalPort();
    }

    /** Paths in the order in which they were asked for. */
    public List<String> requests() {
        return requests;
    }

    /** The values of a header of Trace Context in all requests since {@link #behaveWell}. */
    public List<String> headers(String name) {
        return headers.stream()
                .filter(line -> line.regionMatches(true, 0, name + ":", 0, name.length() + 1))
                .map(line -> line.substring(name.length() + 1).strip()).toList();
    }

    public int openConnections() {
        return open.size();
    }

    /** Connections on which a request waits for its answer, or is being answered. */
    public int busyConnections() {
        return answering.get();
    }

    private void accept() {
        while (!listening.isClosed()) {
            try {
                Socket socket = listening.accept();
                open.add(socket);
                Thread.ofVirtual().start(() -> serve(socket));
            } catch (IOException e) {
                return;
            }
        }
    }

    private void serve(Socket socket) {
        try (socket;
                BufferedReader in = new BufferedReader(new InputStreamReader(socket.getInputStream(), US_ASCII))) {
            OutputStream out = new BufferedOutputStream(socket.getOutputStream());
            socket.setTcpNoDelay(true);
            String path;
            do {
                path = readRequest(in);
            } while (path != null && answer(socket, out, path));
            out.flush();
        } catch (IOException | InterruptedException e) {
            // The client has left.
        } finally {
            open.remove(socket);
        }
    }

    private boolean answer(Socket socket, OutputStream out, String path) throws IOException, InterruptedException {
        requests.add(path);
        answering.incrementAndGet();
        try {
            boolean again = behaviours.getOrDefault(path, Behaviour.status("404 Not Found", 0)).answer(socket, out);
            out.flush();
            return again;
        } finally {
            answering.decrementAndGet();
        }
    }

    private String readRequest(BufferedReader in) throws IOException {
        String first = in.readLine();
        if (first == null) {
            return null;
        }
        String line;
        do {
            line = in.readLine();
            if (line != null && line.regionMatches(true, 0, "trace", 0, 5)) {
                headers.add(line);
            }
        } while (line != null && !line.isEmpty());
        return first.split(" ")[1];
    }

    @Override
    public void close() {
        try {
            listening.close();
            for (Socket socket : open) {
                socket.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
