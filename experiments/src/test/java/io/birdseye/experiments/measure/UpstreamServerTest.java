package io.birdseye.experiments.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class UpstreamServerTest {

    /** A program with an upstream server that is ended by a signal in the midst of its run. */
    static final class Interrupted {
        public static void main(String[] args) throws Exception {
            UpstreamServer.start("io.birdseye.mockapi.MockApiMain");
            System.out.println(ProcessHandle.current().children().findFirst().orElseThrow().pid());
            System.in.read();
        }
    }

    @Test
    void aSignalEndsTheServerToo() throws Exception {
        Process program = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xmx64m", "-cp",
                        ChildJvm.absoluteClassPath(), Interrupted.class.getName())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader output = program.inputReader(StandardCharsets.UTF_8)) {
            Optional<ProcessHandle> server = ProcessHandle.of(Long.parseLong(output.readLine()));
            assertThat(server).isPresent();

            program.destroy();

            assertThat(program.waitFor(20, TimeUnit.SECONDS)).isTrue();
            server.get().onExit().get(20, TimeUnit.SECONDS);
        } finally {
            program.destroyForcibly();
        }
    }
}
