package io.birdseye.cli.doctor;

import com.sun.net.httpserver.HttpServer;
import io.birdseye.model.ParentProcess;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.Executors;

/**
 * A service that answers after a time whose median is known: lognormal with a spread of 5 %. A program of its own, so
 * that each trial of a {@link Proof} has a fresh JVM.
 */
final class SyntheticService {

    private static final double SPREAD = 0.05;
    private static final int BACKLOG = 200;
    private static final byte[] ANSWER = {'{', '}'};

    private SyntheticService() {}

    /** Takes the median delay in microseconds, and the seed of the delays. */
    public static void main(String[] arguments) throws IOException {
        ParentProcess.endWithParent();
        double medianNanos = Double.parseDouble(arguments[0]) * 1_000;
        Random random = new Random(Long.parseLong(arguments[1]));
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), BACKLOG);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", exchange -> {
            try (exchange) {
                Thread.sleep(Duration.ofNanos(Math.round(medianNanos * Math.exp(SPREAD * random.nextGaussian()))));
                exchange.sendResponseHeaders(200, ANSWER.length);
                exchange.getResponseBody().write(ANSWER);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        server.start();
        System.out.println("synthetic service ready on http://127.0.0.1:" + server.getAddress().getPort());
    }
}
