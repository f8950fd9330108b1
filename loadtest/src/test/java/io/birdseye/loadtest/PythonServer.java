package io.birdseye.loadtest;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** {@code python_server.py}: a service that runs, and that is not on the JVM. */
public final class PythonServer implements AutoCloseable {

    private final Process process;
    private final int port;

    private PythonServer(Process process, int port) {
        this.process = process;
        this.port = port;
    }

    /** Starts it at a free port, and waits until it listens. */
    public static PythonServer start(String... arguments) throws IOException {
        List<String> command = command();
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
        BufferedReader output = process.inputReader(UTF_8);
        String line = output.readLine();
        if (line == null || !line.startsWith("listening on ")) {
            process.destroyForcibly();
            throw new IOException("the Python server says: " + line);
        }
        return new PythonServer(process, Integer.parseInt(line.substring("listening on ".length())));
    }

    /** The command that starts it; arguments may be added. */
    public static List<String> command() {
        try {
            Path script = Path.of(PythonServer.class.getResource("/python_server.py").toURI());
            return new ArrayList<>(List.of("python3", script.toString()));
        } catch (java.net.URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    public String url() {
        return "http://127.0.0.1:" + port;
    }

    public int port() {
        return port;
    }

    public long pid() {
        return process.pid();
    }

    /** Paths and queries that came to {@code /work}. */
    public List<String> seen() throws IOException, InterruptedException {
        try (HttpClient http = HttpClient.newHttpClient()) {
            String json = http.send(HttpRequest.newBuilder(URI.create(url() + "/seen")).build(),
                    HttpResponse.BodyHandlers.ofString()).body();
            return List.of(tools.jackson.databind.json.JsonMapper.shared().readValue(json, String[].class));
        }
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
