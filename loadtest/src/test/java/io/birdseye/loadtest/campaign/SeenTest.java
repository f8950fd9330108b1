package io.birdseye.loadtest.campaign;

import static org.assertj.core.api.Assertions.assertThat;

import io.birdseye.report.result.ResultsFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SeenTest {

    @TempDir
    private Path folder;

    private Path log;
    private Path out;

    @BeforeEach
    void makeFolders() throws IOException {
        log = Files.writeString(folder.resolve("run.log"), "NOTE: Picked up JDK_JAVA_OPTIONS: -Dx=y\nfirst\n");
        out = Files.createDirectories(folder.resolve("results"));
    }

    @Test
    void aFolderWithoutATableHasNone() throws IOException {
        Seen seen = Seen.of(137, log, folder.resolve("never made"));

        assertThat(seen.results()).isNull();
        assertThat(seen.damaged()).isEmpty();
        assertThat(seen.lastWords()).isEqualTo("first");
    }

    @Test
    void theCommandsOwnWordsExplainItsEnd() throws IOException {
        Files.writeString(log, "one\nbirdseye: the disk is full\n\tat a.Frame\nsome line\n");

        assertThat(Seen.of(1, log, out).lastWords()).isEqualTo("the disk is full");
    }

    @Test
    void withoutThemItsLastLinesDo() throws IOException {
        Files.writeString(log, "one\ntwo\nthree\n\n\tat a.Frame\nfour\n");

        assertThat(Seen.of(1, log, out).lastWords()).isEqualTo("two | three | four");
    }

    @Test
    void whatIsWholeIsRead() throws IOException {
        ResultsFile.write(MadeUp.undisturbed(), out.resolve(ResultsFile.NAME));
        Files.createDirectories(out.resolve("trials"));
        Files.writeString(out.resolve("trials/1-executor.json"), "{}");
        for (String report : new String[] {"report.md", "report.csv", "report.html"}) {
            Files.writeString(out.resolve(report), "text");
        }

        assertThat(Seen.of(0, log, out))
                .isEqualTo(new Seen(0, "first", MadeUp.undisturbed(), List.of(), List.of(), List.of()));
    }

    @Test
    void whatIsHalfIsTold() throws IOException {
        Files.writeString(out.resolve(ResultsFile.NAME), "{\"schemaVersion\":1,");
        Files.createDirectories(out.resolve("trials"));
        Files.writeString(out.resolve("trials/1-executor.json"), "{\"strategy\":");
        Files.writeString(out.resolve("trials/1-rx.json.part"), "{");
        Files.writeString(out.resolve("report.md"), "");

        Seen seen = Seen.of(0, log, out);

        assertThat(seen.results()).isNull();
        assertThat(seen.damaged()).hasSize(2).last().asString().startsWith("1-executor.json is not whole: ");
        assertThat(seen.partial()).containsExactly("1-rx.json.part");
        assertThat(seen.missing()).containsExactly("report.md", "report.csv", "report.html");
    }
}
