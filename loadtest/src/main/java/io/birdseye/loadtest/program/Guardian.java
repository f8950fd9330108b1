package io.birdseye.loadtest.program;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Writer;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Ends programs of others, which do not watch their parent, after a {@code kill -9} of this JVM: a JVM of about 30 MB
 * that reads process ids from a pipe, which the system closes however this JVM ends.
 */
final class Guardian implements AutoCloseable {

    private final Process process;
    private final Writer pids;

    private Guardian(Process process) {
        this.process = process;
        pids = process.outputWriter(US_ASCII);
    }

    /** @throws IOException if its JVM cannot be started */
    static Guardian start() throws IOException {
        List<String> command = JavaProgram.ofThisClassPath(Guardian.class).command(
                JavaProgram.thisJava(), List.of("-Xmx16m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"), List.of());
        return new Guardian(new ProcessBuilder(command)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start());
    }

    /** Ends this process, and all that it will have started, when this JVM is gone. */
    synchronized void watch(long pid) throws IOException {
        pids.write(pid + "\n");
        pids.flush();
    }

    /** Lets it end what is still there, which is nothing after an orderly end. */
    @Override
    public void close() {
        try {
            pids.close();
        } catch (IOException e) {
            // Somebody has killed it.
            process.destroyForcibly();
        }
    }

    public static void main(String[] arguments) throws IOException {
        // A handle knows when its process was started, so a number that the system gives again means nobody.
        Set<ProcessHandle> watched = new HashSet<>();
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, US_ASCII))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                ProcessHandle.of(Long.parseLong(line)).ifPresent(watched::add);
                watched.removeIf(process -> !process.isAlive());
            }
        }
        Set<ProcessHandle> families = new HashSet<>();
        watched.forEach(process -> Stream.concat(Stream.of(process), process.descendants()).forEach(families::add));
        families.forEach(ProcessHandle::destroyForcibly);
    }
}
