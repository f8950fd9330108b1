package io.birdseye.cli;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The start script with a program in place of Java, which ends as it is told. */
@Timeout(60)
class StartScriptTest {

    @TempDir
    private Path home;

    @BeforeEach
    void copyTheScript() throws IOException {
        Files.copy(Path.of("../birdseye"), home.resolve("birdseye"));
        Files.createDirectories(home.resolve("cli/target/lib"));
        Files.createDirectories(home.resolve("jdk/bin"));
        Files.writeString(home.resolve("jdk/release"), "JAVA_VERSION=\"25.0.1\"\n");
    }

    /** @param body what the program does; its arguments are those of a JVM */
    private ProcessBuilder script(String body, String... arguments) throws IOException {
        executable(home.resolve("jdk/bin/java"), body);
        List<String> command = new ArrayList<>(List.of("bash", home.resolve("birdseye").toString()));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().put("BIRDSEYE_JAVA_HOME", home.resolve("jdk").toString());
        builder.environment().put("BIRDSEYE_NO_BUILD", "1");
        return builder;
    }

    private static void executable(Path file, String body) throws IOException {
        Files.writeString(file, "#!/usr/bin/env bash\n" + body + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private static String read(InputStream stream) throws IOException {
        return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
    }

    @ParameterizedTest
    @CsvSource({
        "exit 100, 0", "exit 101, 1", "exit 102, 2", "exit 103, 3", "exit 104, 4", "exit 1, 4", "exit 0, 4", "exit 134, 4",
        "kill -KILL $$, 4", "kill -TERM $$, 4"
    })
    void theCodesOfTheProgramBecomeThoseThatUsersSeeAndAJvmThatFailsIsAFailureOfBirdseye(String end, int seen) throws Exception {
        Process process = script(end).start();

        assertThat(process.waitFor()).isEqualTo(seen);
        assertThat(read(process.getErrorStream()))
                .matches(end.matches("exit 10\\d") ? "" : "(?s).*birdseye: the program ended with .*");
    }

    @Test
    void argumentsAndStandardInputReachTheProgram() throws Exception {
        Process process = script("""
                printf '%s|' "${@: -2}"
                cat
                exit 100""", "compare", "a b").start();
        try (OutputStream in = process.getOutputStream()) {
            in.write("typed".getBytes(StandardCharsets.UTF_8));
        }

        assertThat(read(process.getInputStream())).isEqualTo("compare|a b|typed");
        assertThat(process.waitFor()).isZero();
    }

    /**
     * A CI that ends its job: the program gets the signal, and the script waits until it has cleaned up. SIGINT and SIGHUP
     * are passed on by the same lines; a test cannot send them where whoever started it ignores them.
     */
    @Test
    void aSignalIsPassedOnAndTheScriptWaitsForTheProgram() throws Exception {
        Process process = script("""
                trap 'echo cleaned up; exit 143' TERM
                echo ready
                while true; do sleep 0.1; done""").start();
        try (BufferedReader out = process.inputReader()) {
            assertThat(out.readLine()).isEqualTo("ready");

            new ProcessBuilder("kill", "-TERM", String.valueOf(process.pid())).start().waitFor();

            assertThat(out.readLine()).isEqualTo("cleaned up");
        }
        assertThat(process.waitFor(30, SECONDS)).isTrue();
        assertThat(process.exitValue()).isEqualTo(143);
    }

    @Test
    void aBuildThatFailsIsAFailureOfBirdseye() throws Exception {
        Files.createFile(home.resolve("pom.xml"));
        Path tools = Files.createDirectories(home.resolve("tools"));
        executable(tools.resolve("mvn"), "echo '[ERROR] no such symbol'; exit 1");
        ProcessBuilder builder = script("exit 100");
        builder.environment().remove("BIRDSEYE_NO_BUILD");
        builder.environment().put("PATH", tools + ":" + builder.environment().get("PATH"));
        Process process = builder.start();

        assertThat(process.waitFor()).isEqualTo(4);
        assertThat(read(process.getErrorStream())).contains("no such symbol", "the build failed");
    }
}
