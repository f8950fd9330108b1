package io.birdseye.service.testing;

import io.birdseye.service.ServiceMain;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The service as a program, in a process of its own, for what a JVM has once.
 *
 * @param address that it told when it was ready
 */
public record ServiceProcess(Process process, String address) implements AutoCloseable {

    private static final String READY = "service ready on ";

    /**
     * Returns when it is ready.
     *
     * @param jvmFlags after ours, so that they win
     * @throws IOException if it ends before
     */
    public static ServiceProcess start(FakeUpstream upstream, List<String> jvmFlags, String... flags)
            throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "--enable-preview",
                "-cp",
                System.getProperty("java.class.path")));
        command.addAll(jvmFlags);
        command.addAll(List.of(ServiceMain.class.getName(), "--port=0", "--upstream=" + upstream.address()));
        command.addAll(List.of(flags));
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        String line = process.inputReader().readLine();
        if (line == null) {
            throw new IOException("it did not start: " + command);
        }
        return new ServiceProcess(process, line.substring(READY.length()));
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
