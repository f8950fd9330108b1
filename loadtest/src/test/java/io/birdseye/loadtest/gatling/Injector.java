package io.birdseye.loadtest.gatling;

import static org.assertj.core.api.Assertions.assertThat;

import io.birdseye.loadtest.generate.LoadSummary;
import io.birdseye.loadtest.injectors.Injectors;
import io.birdseye.loadtest.program.JavaProgram;
import io.birdseye.loadtest.program.Programs;
import io.gatling.app.Gatling;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.json.JsonMapper;

/** The simulation in a JVM of its own, as Gatling's Maven plugin starts it; without the report. */
final class Injector implements AutoCloseable {

    private final Path out;
    private final Process process;
    private final BufferedReader stdout;

    private Injector(Path out, Process process) {
        this.out = out;
        this.process = process;
        this.stdout = process.inputReader();
    }

    static Injector start(Path out, Map<String, String> settings) throws IOException {
        List<String> flags = new ArrayList<>(List.of("-Dgatling.conf.file=gatling-injector.conf"));
        settings.forEach((name, value) -> flags.add("-Dbirdseye." + name + "=" + value));
        return start(out, Gatling.class, flags, List.of(Engine.arguments(out)));
    }

    /** One that waits for a coordinator, without the token that it needs. */
    static Injector withoutToken(Path out) throws IOException {
        return start(out, InjectorMain.class, List.of(), List.of());
    }

    private static Injector start(Path out, Class<?> main, List<String> flags, List<String> arguments) throws IOException {
        Files.createDirectories(out);
        JavaProgram program = JavaProgram.ofThisClassPath(main);
        List<String> command = new ArrayList<>(
                Injectors.command(new Programs(JavaProgram.thisJava(), out, program, program, program), "", out));
        command.addAll(1, flags);
        command.addAll(arguments);
        ProcessBuilder builder = new ProcessBuilder(command).redirectError(out.resolve("stderr.log").toFile());
        return new Injector(out, builder.start());
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
