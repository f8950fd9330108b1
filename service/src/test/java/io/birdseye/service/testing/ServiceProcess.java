package io.birdseye.service.testing;

import io.birdseye.service.ServiceMain;
import io.birdseye.service.TestSettings;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The service as a program, in a process of its own, for what a JVM has once.
 *
 * @param address that it told when it was ready
 */
public record ServiceProcess(Process process, String address) implements AutoCloseable {

    private static final String READY = "service ready on ";
    private static final HttpClient CLIENT = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    /**
     *
     * @param jvmFlags after ours, so that they win
     * @throws IOException if it ends before
     */
    public static ServiceProcess start(FakeUpstream upstream, List<String> jvmFlags, String... flags)
            throws IOException {
        return start(List.of(), true, upstream, jvmFlags, flags);
    }

    /**
     * With a limit of the system, as a container or a login shell sets it.
     *
     * @param ulimit what follows the shell's {@code ulimit}
     */
    public static ServiceProcess limited(String ulimit, FakeUpstream upstream, String... flags) throws IOException {
        List<String> shell = List.of("/bin/sh", "-c", "ulimit " + ulimit + " && exec \"$@\"", "sh");
        return start(shell, true, upstream, List.of(), flags);
    }

    /** On a JVM without previews, as every JDK but one is for classes that need one. */
    public static ServiceProcess withoutPreviews(FakeUpstream upstream, List<String> jvmFlags, String... flags)
            throws IOException {
        return start(List.of(), false, upstream, jvmFlags, flags);
    }

    private static ServiceProcess start(
            List<String> before, boolean previews, FakeUpstream upstream, List<String> jvmFlags, String... flags) throws IOException {
        List<String> command = command(before, previews, jvmFlags, flags);
        command.addAll(List.of("--port=0", "--http-server=" + TestSettings.HOST, "--upstream=" + upstream.address()));
        Process process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
        String line = process.inputReader().readLine();
        if (line == null) {
            throw new IOException("it did not start: " + command);
        }
        return new ServiceProcess(process, line.substring(READY.length()));
    }

    /** The command of a service with these flags, to which others may be added. */
    public static List<String> command(List<String> before, boolean previews, List<String> jvmFlags, String... flags) {
        List<String> command = new ArrayList<>(before);
        command.addAll(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-XX:TieredStopAtLevel=1",
                "-cp", System.getProperty("java.class.path")));
        if (previews) {
            command.add("--enable-preview");
        }
        command.addAll(jvmFlags);
        command.add(ServiceMain.class.getName());
        command.addAll(List.of(flags));
        return command;
    }

    public CompletableFuture<HttpResponse<String>> ask(String pathAndQuery) {
        return CLIENT.sendAsync(
                HttpRequest.newBuilder(URI.create(address + pathAndQuery)).build(), HttpResponse.BodyHandlers.ofString());
    }

    /** That an answer takes longer than a test has patience is a hang. */
    public HttpResponse<String> get(String pathAndQuery) {
        try {
            return ask(pathAndQuery).get(Await.LONG.toSeconds(), TimeUnit.SECONDS);
        } catch (ExecutionException | InterruptedException | TimeoutException e) {
            throw new AssertionError(pathAndQuery, e);
        }
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
