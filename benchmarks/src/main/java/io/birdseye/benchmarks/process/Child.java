package io.birdseye.benchmarks.process;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A program that listens, in a process of its own; what it writes to stderr goes to a log. It ends with this JVM at the
 * latest.
 */
public final class Child implements AutoCloseable {

    private static final Duration START = Duration.ofSeconds(60);
    private static final Duration GRACE = Duration.ofSeconds(10);
    private static final String READY = " ready on ";

    private final Process process;
    private final Thread hook;
    private final String url;
    private final Duration startTime;

    private Child(Process process, Thread hook, String url, Duration startTime) {
        this.process = process;
        this.hook = hook;
        this.url = url;
        this.startTime = startTime;
    }

    /**
     * Returns when the program has said that it is ready.
     *
     * @throws IOException if it ends before, or takes longer than a minute
     */
    public static Child listening(List<String> command, Path log) throws IOException {
        long begin = System.nanoTime();
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.to(log.toFile()))
                .start();
        Thread hook = new Thread(process::destroyForcibly);
        Runtime.getRuntime().addShutdownHook(hook);
        CompletableFuture<String> ready = new CompletableFuture<>();
        Thread.ofVirtual().start(() -> read(process.inputReader(), ready));
        try {
            String url = ready.get(START.toSeconds(), TimeUnit.SECONDS);
            return new Child(process, hook, url, Duration.ofNanos(System.nanoTime() - begin));
        } catch (ExecutionException | TimeoutException | InterruptedException e) {
            process.destroyForcibly();
            Runtime.getRuntime().removeShutdownHook(hook);
            if (e instanceof InterruptedException) {
                Thread.currentThread().interrupt();
            }
            throw new IOException("a program did not become ready; its log is " + log, e);
        }
    }

    /**
     * A program that says nothing when it is ready; it is asked until it answers.
     *
     * @param probe answered with 200 when it is ready
     */
    public static Child answering(List<String> command, Path log, String url, URI probe) throws IOException {
        long begin = System.nanoTime();
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        Thread hook = new Thread(process::destroyForcibly);
        Runtime.getRuntime().addShutdownHook(hook);
        Child child = new Child(process, hook, url, Duration.ZERO);
        try (HttpClient client = HttpClient.newHttpClient()) {
            while (System.nanoTime() - begin < START.toNanos() && process.isAlive()) {
                if (answers(client, probe)) {
                    return child;
                }
                // Its start is not what is measured here.
                boolean _ = process.waitFor(100, TimeUnit.MILLISECONDS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        child.close();
        throw new IOException("a program did not become ready; its log is " + log);
    }

    private static boolean answers(HttpClient client, URI probe) throws InterruptedException {
        try {
            HttpRequest request =
                    HttpRequest.newBuilder(probe).timeout(Duration.ofSeconds(5)).build();
            return client.send(request, HttpResponse.BodyHandlers.discarding()).statusCode() == 200;
        } catch (IOException e) {
            return false;
        }
    }

    private static void read(BufferedReader output, CompletableFuture<String> ready) {
        try (output) {
            String line;
            while ((line = output.readLine()) != null) {
                int at = line.indexOf(READY);
                if (at >= 0) {
                    ready.complete(line.substring(at + READY.length()).strip());
                }
            }
        } catch (IOException e) {
            // It has been ended while it wrote.
        }
        ready.completeExceptionally(new IOException("it ended"));
    }

    public String url() {
        return url;
    }

    public int port() {
        return URI.create(url).getPort();
    }

    /** From its start to its ready line. */
    public Duration startTime() {
        return startTime;
    }

    public ProcessStatus status() throws IOException {
        return ProcessStatus.of(process.pid());
    }

    /** CPU time of all its threads. */
    public Duration cpu() throws IOException {
        return ProcessStatus.cpu(process.pid());
    }

    /** @param prefix of at most 15 characters, which is as much as the system keeps of a name */
    public int threadsNamed(String prefix) throws IOException {
        return ProcessStatus.threadsNamed(process.pid(), prefix);
    }

    public boolean alive() {
        return process.isAlive();
    }

    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(GRACE.toSeconds(), TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor(GRACE.toSeconds(), TimeUnit.SECONDS);
            }
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        } catch (IllegalStateException e) {
            // The JVM is ending, and the hook runs.
        }
    }
}
