package io.birdseye.cli.doctor;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.Executors;

/**
 * A service that only waits, for a time whose median is known: lognormal with a spread of 5 %. A program of its own, so
 * that each trial of a {@link Proof} has a fresh JVM. Ends when its standard input does, that is with its parent at the
 * latest.
 */
final class SyntheticService {

    static final String READY = "ready on ";

    private static final double SPREAD = 0.05;
    private static final byte[] ANSWER = {'{', '}'};

    private SyntheticService() {}

    /** Takes the median delay in microseconds and the seed of the delays. */
    public static void main(String[] arguments) throws IOException {
        double medianNanos = Double.parseDouble(arguments[0]) * 1_000;
        Random random = new Random(Long.parseLong(arguments[1]));
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 100);
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
        System.out.println(READY + server.getAddress().getPort());
        while (System.in.read() >= 0) {
            // Nobody writes; the end of the stream is what we wait for.
        }
        System.exit(0);
    }
}
