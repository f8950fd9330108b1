package io.birdseye.experiments.measure;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** The server that the points call, as a process of its own on this machine. */
final class UpstreamServer implements AutoCloseable {

    private static final int START_SECONDS = 30;

    private final Process process;
    private final Thread hook;
    private final String url;

    private UpstreamServer(Process process, Thread hook, String url) {
        this.process = process;
        this.hook = hook;
        this.url = url;
    }

    /**
     * Starts a program that takes {@code --port 0} and, when it listens, prints one line that ends with its address.
     *
     * @throws IOException if it does not come up
     */
    static UpstreamServer start(String mainClass) throws IOException, InterruptedException {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        Process process = new ProcessBuilder(List.of(java, "-Xmx512m", "-XX:+UseSerialGC", "-cp",
                        ChildJvm.absoluteClassPath(), mainClass, "--port", "0"))
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        Thread hook = ChildJvm.endWithThisJvm(process);
        try {
            BufferedReader output = process.inputReader(StandardCharsets.UTF_8);
            String line = CompletableFuture.supplyAsync(() -> readLine(output), Thread::startVirtualThread)
                    .get(START_SECONDS, TimeUnit.SECONDS);
            int address = line.indexOf("http://");
            if (address < 0) {
                throw new IOException("the upstream server said \"" + line + "\" in place of its address");
            }
            return new UpstreamServer(process, hook, line.substring(address).strip());
        } catch (ExecutionException | TimeoutException | IOException e) {
            process.destroyForcibly();
            ChildJvm.forget(hook);
            throw new IOException("the upstream server did not start: " + e.getMessage(), e);
        }
    }

    private static String readLine(BufferedReader output) {
        try {
            String line = output.readLine();
            return line == null ? "" : line;
        } catch (IOException e) {
            return e.toString();
        }
    }

    String url() {
        return url;
    }

    boolean isAlive() {
        return process.isAlive();
    }

    @Override
    public void close() {
        ChildJvm.forget(hook);
        process.destroy();
        try {
            if (!process.waitFor(5, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
