package io.birdseye.cli.options;

import static org.assertj.core.api.Assertions.assertThat;

import io.birdseye.model.Exit;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

class TemporaryFolderTest {

    private final StringWriter screen = new StringWriter();
    private final Logging command = new Logging();

    /** Leaves a log, and ends as it is told. */
    @Command(name = "logging")
    static final class Logging extends BirdseyeCommand {

        private static final int FAILURE = -1;

        @Option(names = "--end")
        private int end;

        private Path folder = Path.of("");

        @Override
        protected Exit run() throws Exception {
            return TemporaryFolder.use(this, "logging", given -> {
                folder = given;
                Files.writeString(Files.createDirectories(given.resolve("logs")).resolve("service.log"), "words");
                if (end == FAILURE) {
                    throw new IOException("no service");
                }
                return end == 0 ? Exit.FINE : Exit.CONDITION_FAILED;
            });
        }
    }

    @AfterEach
    void deleteWhatStays() throws IOException {
        Files.deleteIfExists(command.folder.resolve("logs/service.log"));
        Files.deleteIfExists(command.folder.resolve("logs"));
        Files.deleteIfExists(command.folder);
    }

    private int run(int end) {
        return new CommandLine(command)
                .setOut(new PrintWriter(screen, true))
                .setErr(new PrintWriter(screen, true))
                .execute("--end=" + end);
    }

    @Test
    void nothingStaysOfACommandThatWentWell() {
        assertThat(run(0)).isZero();

        assertThat(command.folder.toString()).contains("birdseye-logging");
        assertThat(command.folder).doesNotExist();
        assertThat(screen.toString()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, Logging.FAILURE})
    void theLogsOfACommandThatFailedStayAndAreNamed(int end) {
        assertThat(run(end)).isEqualTo(1);

        assertThat(command.folder.resolve("logs/service.log")).hasContent("words");
        assertThat(screen.toString()).contains("logs are in " + command.folder);
    }
}
