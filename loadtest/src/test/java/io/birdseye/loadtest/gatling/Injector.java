package io.birdseye.loadtest.gatling;

import static org.assertj.core.api.Assertions.assertThat;

import io.birdseye.loadtest.generate.LoadSummary;
import io.birdseye.loadtest.injectors.ControlSettings;
import io.birdseye.loadtest.injectors.Injectors;
import io.birdseye.loadtest.program.JavaProgram;
import io.birdseye.loadtest.program.Programs;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.json.JsonMapper;

/** The simulation in a JVM of its own, as the trial runner starts it. */
final class Injector implements AutoCloseable {

    private static final JavaProgram INJECTOR = JavaProgram.ofThisClassPath(InjectorMain.class);

    private final Path out;
    private final Process process;
    private final BufferedReader stdout;

    private Injector(Path out, Process process) {
        this.out = out;
        this.process = process;
        this.stdout = process.inputReader();
    }

    static Injector start(Path out, Map<String, String> settings) throws IOException {
        Files.createDirectories(out);
        Programs programs = new Programs(
                JavaProgram.thisJava(), out, INJECTOR, INJECTOR, INJECTOR);
        List<String> command = new ArrayList<>(Injectors.command(programs, "", out));
        command.removeIf(word -> word.startsWith("-D" + ControlSettings.CONTROL + "="));
        settings.forEach((name, value) -> command.add(1, "-Dbirdseye." + name + "=" + value));
        Process process = new ProcessBuilder(command)
                .redirectError(out.resolve("stderr.log").toFile())
                .start();
        return new Injector(out, process);
    }

    /** Reads lines up to and with one that contains the text. */
    List<String> readUntil(String text) throws IOException {
        List<String> lines = new ArrayList<>();
        String line;
        while ((line = stdout.readLine()) != null) {
            lines.add(line);
            if (line.contains(text)) {
                return lines;
            }
        }
        throw new AssertionError("no '" + text + "' in " + lines + "\n" + stderr());
    }

    int exit() throws IOException, InterruptedException {
        List<String> rest = stdout.readAllLines();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).as("ends; last lines: %s", rest).isTrue();
        return process.exitValue();
    }

    String stderr() throws IOException {
        return Files.readString(out.resolve("stderr.log"));
    }

    LoadSummary summary() throws IOException, InterruptedException {
        int exit = exit();
        assertThat(exit).as(stderr()).isZero();
        return JsonMapper.shared().readValue(Files.readAllBytes(out.resolve("window.json")), LoadSummary.class);
    }

    /** Stops and continues the process as the system's scheduler would. */
    void signal(String name) throws IOException, InterruptedException {
        assertThat(new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start().waitFor()).isZero();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
