package io.birdseye.cli.options;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WorkspaceTest {

    @TempDir
    private Path results;

    /** When summer time ends, local clocks show one hour twice. */
    @Test
    void theTwoHoursAtTheEndOfSummerTimeHaveDifferentNames() {
        Instant summer = Instant.parse("2026-10-25T00:30:00Z");
        Instant winter = Instant.parse("2026-10-25T01:30:00Z");

        assertThat(Workspace.unused(results, "sweep-", summer, "").getFileName())
                .hasToString("sweep-2026-10-25-003000Z");
        assertThat(Workspace.unused(results, "sweep-", winter, "").getFileName())
                .hasToString("sweep-2026-10-25-013000Z");
    }

    /** Two runs within one second, or one after the clock was set back. */
    @Test
    void whatIsThereIsNotTakenAgain() throws IOException {
        Instant now = Instant.parse("2026-10-25T00:30:00Z");
        Files.createFile(Workspace.unused(results, "trace-", now, ".html"));
        Files.createFile(Workspace.unused(results, "trace-", now, ".html"));

        assertThat(Workspace.unused(results, "trace-", now, ".html").getFileName())
                .hasToString("trace-2026-10-25-003000Z-3.html");
    }
}
