package io.birdseye.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class ClaimsCommandTest {

    @TempDir
    private Path folder;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private final CommandLine commandLine =
            Birdseye.commandLine().setOut(new PrintWriter(out)).setErr(new PrintWriter(err));

    @Test
    void theListHasEveryClaimWithItsArticleAndKeepsToTheWidth() {
        assertThat(commandLine.execute("claims", "list")).isZero();

        assertThat(out.toString()).contains("BV-1 ", "BV-12 ", "FJ-4 ", "RX-4 ", "AN-5 ", "TR-6 ",
                "bird's-eye view on Java concurrency");
        assertThat(out.toString().lines()).allSatisfy(line -> assertThat(line.length()).isLessThan(121));
    }

    @Test
    void anUnknownClaimIsRefusedWithTheIdsThereAreAndNothingIsMade() {
        assertThat(commandLine.execute("claims", "run", "BV-2", "XX-9", "--out", folder.resolve("x").toString()))
                .isEqualTo(2);

        assertThat(err.toString()).contains("XX-9").contains("TR-6");
        assertThat(folder.resolve("x")).doesNotExist();
    }
}
