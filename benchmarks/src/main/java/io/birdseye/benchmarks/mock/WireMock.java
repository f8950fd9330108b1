package io.birdseye.benchmarks.mock;

import io.birdseye.benchmarks.BenchContext;
import io.birdseye.loadtest.TrialFailure;
import io.birdseye.loadtest.program.Launch;
import io.birdseye.loadtest.program.Server;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Starts WireMock as a program of its own, set up for throughput as its documentation advises. */
final class WireMock {

    /** Enough for its buffers; the collector is the one that gives it the most answers. */
    private static final List<String> JVM_FLAGS = List.of("-Xmx2g", "-XX:+UseParallelGC");

    private WireMock() {}

    /**
     * @param bodies what to answer at each path
     * @throws IOException if it has not been built, or does not start
     */
    static Server start(BenchContext context, Map<String, byte[]> bodies, int delayMillis) throws IOException, TrialFailure, InterruptedException {
        Path jar = context.programs().home().resolve("benchmarks/target/wiremock/wiremock.jar");
        if (!Files.isRegularFile(jar)) {
            throw new IOException("WireMock has not been built: no " + jar);
        }
        Path root = context.out().resolve("wiremock-" + delayMillis);
        Files.createDirectories(root.resolve("mappings"));
        Files.createDirectories(root.resolve("__files"));
        for (Map.Entry<String, byte[]> body : bodies.entrySet()) {
            String name = body.getKey().substring(1);
            Files.write(root.resolve("__files").resolve(name + ".json"), body.getValue());
            Files.writeString(root.resolve("mappings").resolve(name + ".json"), mapping(body.getKey(), name, delayMillis));
        }
        int port = freePort();
        List<String> command = new ArrayList<>(List.of(context.programs().java().toString()));
        command.addAll(JVM_FLAGS);
        command.addAll(List.of(
                "-cp", jar.toString(), "wiremock.Run",
                "--port", Integer.toString(port),
                "--bind-address", "127.0.0.1",
                "--root-dir", root.toString(),
                "--async-response-enabled", "true",
                "--async-response-threads", "16",
                "--container-threads", "64",
                "--jetty-accept-queue-size", "16384",
                "--no-request-journal",
                "--disable-banner",
                "--disable-gzip",
                "--use-chunked-encoding", "never"));
        String url = "http://127.0.0.1:" + port;
        String name = "wiremock-" + delayMillis;
        return context.launcher().startServer(
                Launch.logged(name, command, context.log(name)), url,
                URI.create(url + bodies.keySet().iterator().next()));
    }

    private static String mapping(String path, String name, int delayMillis) {
        return """
                {
                  "request": {"method": "GET", "url": "%s"},
                  "response": {
                    "status": 200,
                    "bodyFileName": "%s.json",
                    "headers": {"Content-Type": "application/json; charset=utf-8"},
                    "fixedDelayMilliseconds": %d
                  }
                }
                """.formatted(path, name, delayMillis);
    }

    /** Another program could take it meanwhile; then the start fails and says so. */
    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
