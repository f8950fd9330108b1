package io.birdseye.experiments.forkjoin;

import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Another process that computes on some threads. It ends by itself when this process does, or after two minutes. */
final class BusyNeighbour implements AutoCloseable {

    private static final long LONGEST_NANOS = 120_000_000_000L;

    private final @Nullable Process process;

    /** @param threads how many compute; none with 0 */
    BusyNeighbour(int threads) throws IOException {
        this.process = threads == 0 ? null : new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xmx32m", "-XX:+UseSerialGC",
                "-cp", System.getProperty("java.class.path"), BusyNeighbour.class.getName(), String.valueOf(threads))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .redirectOutput(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    /** @throws IllegalStateException if the neighbour ended while it should have been busy */
    void check() {
        if (process != null && !process.isAlive()) {
            throw new IllegalStateException("the busy neighbour ended too early");
        }
    }

    @Override
    public void close() {
        if (process != null) {
            process.destroyForcibly();
        }
    }

    /** The neighbour's own program. Argument: the number of threads. */
    public static void main(String[] arguments) throws IOException {
        long start = System.nanoTime();
        for (int i = 0; i < Integer.parseInt(arguments[0]); i++) {
            Thread.ofPlatform().daemon().start(() -> {
                double value = 1;
                while (System.nanoTime() - start < LONGEST_NANOS) {
                    for (int j = 0; j < 1_000_000; j++) {
                        value = Math.sqrt(value + j);
                    }
                }
                System.out.println(value); // so that the loop is not left out
            });
        }
        // The parent holds the other end of standard input: its end is the parent's end.
        while (System.in.read() >= 0 && System.nanoTime() - start < LONGEST_NANOS) {
            Thread.onSpinWait();
        }
    }
}
