package io.birdseye.experiments.measure;

import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;

/**
 * A small upstream server: {@code GET /users?delay=200ms} answers a small JSON after that time. Delays are timers of
 * the event loop, so thousands may wait at once.
 */
public final class DelayServerMain {

    private static final String USERS = "[{\"id\":1,\"name\":\"Ada\"},{\"id\":2,\"name\":\"Grace\"}]";

    private DelayServerMain() {}

    /** Arguments: {@code --port N}. Prints its address when it listens. */
    public static void main(String[] arguments) {
        int port = arguments.length == 2 && arguments[0].equals("--port") ? Integer.parseInt(arguments[1]) : 0;
        HttpServer server = start(Vertx.vertx(), port);
        System.out.println("upstream ready on http://127.0.0.1:" + server.actualPort());
    }

    /** Starts on a port of 127.0.0.1; 0 picks a free one. */
    static HttpServer start(Vertx vertx, int port) {
        return vertx.createHttpServer(new HttpServerOptions().setAcceptBacklog(4096))
                .requestHandler(request -> answer(vertx, request))
                .listen(port, "127.0.0.1")
                .toCompletionStage()
                .toCompletableFuture()
                .join();
    }

    private static void answer(Vertx vertx, HttpServerRequest request) {
        String delay = request.getParam("delay", "0ms");
        long millis = Long.parseLong(delay.substring(0, delay.length() - "ms".length()));
        Runnable end = () -> request.response().putHeader("content-type", "application/json").end(USERS);
        if (millis == 0) {
            end.run();
        } else {
            vertx.setTimer(millis, id -> end.run());
        }
    }
}
