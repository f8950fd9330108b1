package io.birdseye.benchmarks;

import io.birdseye.loadtest.TrialFailure;
import io.birdseye.loadtest.program.JavaProgram;
import io.birdseye.loadtest.program.Launch;
import io.birdseye.loadtest.program.Server;
import io.birdseye.model.ParentProcess;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Starts WireMock as a program of its own, set up for throughput as its documentation advises. */
final class WireMock {

    /** Enough heap for its buffers; the collector is the one that gives it the most answers. */
    private static final String JVM_FLAGS = "-Xmx2g -XX:+UseParallelGC";

    private static final String OPTIONS = "--bind-address 127.0.0.1 --async-response-enabled true"
            + " --async-response-threads 16 --container-threads 64 --jetty-accept-queue-size 16384 --no-request-journal"
            + " --disable-banner --disable-gzip --use-chunked-encoding never";

    private WireMock() {}

    /**
     * @param path the only one that it answers, with this body
     * @throws IOException if it has not been built, or does not start
     */
    static Server start(BenchContext context, String path, byte[] body, int delayMillis)
            throws IOException, TrialFailure, InterruptedException {
        Path jar = context.programs().home().resolve("benchmarks/target/wiremock/wiremock.jar");
        if (!Files.isRegularFile(jar)) {
            throw new IOException("WireMock has not been built: no " + jar);
        }
        String name = "wiremock-" + delayMillis;
        Path root = context.out().resolve(name);
        Files.write(Files.createDirectories(root.resolve("__files")).resolve("body.json"), body);
        Files.writeString(Files.createDirectories(root.resolve("mappings")).resolve("mapping.json"), """
                {
                  "request": {"method": "GET", "url": "%s"},
                  "response": {
                    "status": 200,
                    "bodyFileName": "body.json",
                    "headers": {"Content-Type": "application/json; charset=utf-8"},
                    "fixedDelayMilliseconds": %d
                  }
                }
                """.formatted(path, delayMillis));
        int port = freePort();
        String url = "http://127.0.0.1:" + port;
        List<String> arguments = new ArrayList<>(List.of("wiremock.Run"));
        arguments.addAll(List.of("--port", Integer.toString(port), "--root-dir", root.toString()));
        arguments.addAll(List.of(OPTIONS.split(" ")));
        List<String> command = new JavaProgram(ParentProcess.class.getName(), classPath(jar), List.of(JVM_FLAGS.split(" ")))
                .command(context.programs().java(), List.of(), arguments);
        return context.launcher()
                .startServer(Launch.logged(name, command, context.log(name)), url, URI.create(url + path));
    }

    /** WireMock does not watch its parent; started through our class, wherever that is, it does. */
    static String classPath(Path jar) {
        return jar + File.pathSeparator
                + Path.of(URI.create(ParentProcess.class.getProtectionDomain().getCodeSource().getLocation().toString()));
    }

    /** Another program could take it meanwhile; then the start fails and says so. */
    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
