package io.birdseye.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import io.birdseye.loadtest.program.Launcher;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class ComparisonsTest {

    @TempDir
    Path home;

    @Test
    @Timeout(60)
    void whoeverEndsTheBenchEndsItsComparison() throws Exception {
        Path started = home.resolve("started");
        Path command = home.resolve("birdseye");
        Files.writeString(command, """
                #!/bin/sh
                echo $$ >'%1$s.part' && mv '%1$s.part' '%1$s'
                exec sleep 60
                """.formatted(started));
        assertThat(command.toFile().setExecutable(true)).isTrue();
        Process bench = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "--enable-preview",
                        "-cp", System.getProperty("java.class.path"), OneComparison.class.getName(), home.toString())
                .inheritIO()
                .start();
        try {
            while (!Files.exists(started)) {
                assertThat(bench.waitFor(20, TimeUnit.MILLISECONDS)).isFalse();
            }
            ProcessHandle comparison = ProcessHandle.of(
                            Long.parseLong(Files.readString(started).strip()))
                    .orElseThrow();

            bench.destroy();

            assertThat(comparison.onExit().get(20, TimeUnit.SECONDS).isAlive()).isFalse();
        } finally {
            bench.destroyForcibly();
        }
    }

    /** A bench in a JVM of its own, which is told to end. */
    static final class OneComparison {

        private OneComparison() {}

        public static void main(String[] home) throws Exception {
            Path folder = Path.of(home[0]);
            var _ = new Comparisons(folder, false, folder, new Launcher(), _ -> {}).run("standard", List.of());
        }
    }
}
