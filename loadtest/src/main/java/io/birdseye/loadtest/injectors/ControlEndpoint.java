package io.birdseye.loadtest.injectors;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import io.birdseye.loadtest.plan.RequestPlan;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import tools.jackson.databind.json.JsonMapper;

/** The HTTP side of an injector: a path for each question, none without the token; four threads. */
final class ControlEndpoint implements AutoCloseable {

    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final int THREADS = 4;
    private static final int MAX_PLAN_BYTES = 64 << 20;
    private static final int NO_BODY = -1;

    static {
        // Without it an answer waits for the acknowledgement of its head, and no clock could be read over it.
        System.setProperty("sun.net.httpserver.nodelay", "true");
        // Seconds that a request may take to arrive.
        System.setProperty("sun.net.httpserver.maxReqTime", "30");
    }

    private final HttpServer server;
    private final ExecutorService threads;
    private final byte[] authorization;
    private final ControlledInjector injector;
    private final String host;

    /** @throws IOException if the address cannot be bound */
    ControlEndpoint(ControlSettings settings, ControlledInjector injector) throws IOException {
        this.injector = injector;
        this.host = settings.host();
        authorization = ("Bearer " + settings.token()).getBytes(UTF_8);
        server = HttpServer.create(new InetSocketAddress(settings.host(), settings.port()), 0);
        threads = Executors.newFixedThreadPool(
                THREADS, Thread.ofPlatform().name("birdseye-control-", 0).daemon().factory());
        server.setExecutor(threads);
        on("GET", "/ready", exchange -> answer(exchange, 200, JSON.writeValueAsBytes(injector.state())));
        on("GET", "/clock", exchange -> answer(exchange, 200, Long.toString(injector.clock().epochNanos()).getBytes(UTF_8)));
        on("POST", "/plan", this::plan);
        on("POST", "/start", this::start);
        on("GET", "/result", this::result);
        on("GET", "/latencies", this::latencies);
        on("POST", "/end", exchange -> {
            answer(exchange, 204, new byte[0]);
            injector.end();
        });
        server.start();
    }

    /** Its address; of an injector that listens on all interfaces, with the name that it was told. */
    URI address() {
        return URI.create("http://" + host + ":" + server.getAddress().getPort());
    }

    private void on(String method, String path, HttpHandler handler) {
        server.createContext(path, exchange -> {
            try (exchange) {
                String shown = exchange.getRequestHeaders().getFirst("Authorization");
                if (shown == null || !MessageDigest.isEqual(shown.getBytes(UTF_8), authorization)) {
                    answer(exchange, 401, text("the token is wrong"));
                } else if (!exchange.getRequestURI().getPath().equals(path)) {
                    answer(exchange, 404, text("there is no " + exchange.getRequestURI().getPath()));
                } else if (!exchange.getRequestMethod().equals(method)) {
                    answer(exchange, 405, text("ask with " + method));
                } else {
                    injector.heard();
                    handler.handle(exchange);
                }
            } catch (IllegalArgumentException e) {
                answer(exchange, 400, text(String.valueOf(e.getMessage())));
            }
        });
    }

    private void plan(HttpExchange exchange) throws IOException {
        byte[] body = exchange.getRequestBody().readNBytes(MAX_PLAN_BYTES + 1);
        if (body.length > MAX_PLAN_BYTES) {
            answer(exchange, 413, text("a plan has at most " + MAX_PLAN_BYTES + " bytes"));
            return;
        }
        RequestPlan plan;
        try {
            plan = RequestPlan.fromJson(new String(body, UTF_8));
        } catch (IOException e) {
            answer(exchange, 400, text("this is no plan: " + e.getMessage()));
            return;
        }
        accepted(exchange, injector.accept(plan), 202, "it is busy with another load");
    }

    private void start(HttpExchange exchange) throws IOException {
        String query = String.valueOf(exchange.getRequestURI().getQuery());
        if (!query.matches("t0=\\d{1,19}")) {
            throw new IllegalArgumentException("t0 must be nanoseconds since 1970");
        }
        accepted(exchange, injector.start(Long.parseLong(query.substring(3))), 204, "it is not ready, or the start is past");
    }

    private void result(HttpExchange exchange) throws IOException {
        InjectorEngine.Result result = injector.result();
        if (result == null) {
            answer(exchange, 409, text("the load is not over"));
        } else {
            answer(exchange, 200, JSON.writeValueAsBytes(result));
        }
    }

    private void latencies(HttpExchange exchange) throws IOException {
        InjectorEngine.Result result = injector.result();
        String query = String.valueOf(exchange.getRequestURI().getQuery());
        int window = query.matches("window=\\d{1,6}") ? Integer.parseInt(query.substring(7)) : -1;
        if (result == null || window < 0 || window >= result.logs()) {
            answer(exchange, 404, text("there is no such window"));
            return;
        }
        Path file = injector.folder().resolve(LogFiles.histograms(window, result.logs()));
        exchange.sendResponseHeaders(200, Files.size(file));
        Files.copy(file, exchange.getResponseBody());
    }

    private static void accepted(HttpExchange exchange, boolean accepted, int status, String otherwise) throws IOException {
        answer(exchange, accepted ? status : 409, accepted ? new byte[0] : text(otherwise));
    }

    private static byte[] text(String text) {
        return text.getBytes(UTF_8);
    }

    private static void answer(HttpExchange exchange, int status, byte[] body) throws IOException {
        exchange.sendResponseHeaders(status, body.length == 0 ? NO_BODY : body.length);
        if (body.length > 0) {
            exchange.getResponseBody().write(body);
        }
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
