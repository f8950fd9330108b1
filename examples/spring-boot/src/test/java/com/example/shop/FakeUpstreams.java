package com.example.shop;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** The services behind the shop, as a test scripts them. A call without a script is answered with two entries. */
final class FakeUpstreams implements AutoCloseable {

    private final Map<Call, HttpHandler> scripts = new ConcurrentHashMap<>();
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final HttpServer server;

    FakeUpstreams() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.setExecutor(threads);
        for (Call call : Call.values()) {
            server.createContext("/" + call.path(), exchange -> {
                try (exchange) {
                    scripts.getOrDefault(call, answering(entries(call))).handle(exchange);
                }
            });
        }
        server.start();
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    void when(Call call, HttpHandler script) {
        scripts.put(call, script);
    }

    void healthy() {
        scripts.clear();
    }

    static String entries(Call call) {
        return "[{\"id\":1,\"title\":\"" + call.path() + " one\"},{\"id\":2,\"title\":\"two\",\"price\":3}]";
    }

    static HttpHandler answering(String body) {
        return exchange -> answer(exchange, 200, body);
    }

    static HttpHandler failing(int status) {
        return exchange -> {
            exchange.getResponseHeaders().add("Location", "/cart");
            answer(exchange, status, "[]");
        };
    }

    /** Answers when the latch is open. */
    static HttpHandler waiting(CountDownLatch open) {
        return exchange -> {
            try {
                open.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            answer(exchange, 200, "[]");
        };
    }

    /** Sends a body that has no end, until the client has left. */
    static void endless(HttpExchange exchange) throws IOException {
        exchange.sendResponseHeaders(200, 0);
        try (OutputStream out = exchange.getResponseBody()) {
            byte[] chunk = " ".repeat(8_192).getBytes(UTF_8);
            while (true) {
                out.write(chunk);
            }
        }
    }

    /** Sends a blank now and then, so that no single read takes long; ends when the client has left. */
    static void trickling(HttpExchange exchange) throws IOException {
        exchange.sendResponseHeaders(200, 0);
        try (OutputStream out = exchange.getResponseBody()) {
            while (true) {
                out.write(' ');
                out.flush();
                Thread.sleep(20);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void answer(HttpExchange exchange, int status, String body) throws IOException {
        byte[] bytes = body.getBytes(UTF_8);
        exchange.getResponseHeaders().add("Content-Type", "application/json");
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
