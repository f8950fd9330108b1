package io.birdseye.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class WholeFileTest {

    @TempDir
    Path folder;

    @Test
    void whatWasThereIsReplacedAndNothingElseIsLeft() throws IOException {
        Path file = folder.resolve("a.json");

        WholeFile.write(file, "old");
        WholeFile.write(file, "new");

        assertThat(file).hasContent("new");
        assertThat(folder.toFile().list()).containsExactly("a.json");
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void aFullDiskIsNamedAndTheFileStaysWhatItWas() throws IOException {
        Path file = folder.resolve("results.json");
        WholeFile.write(file, "old");
        // The device that is always full, where the new content is written first.
        Files.createSymbolicLink(folder.resolve("results.json.part"), Path.of("/dev/full"));

        assertThatThrownBy(() -> WholeFile.write(file, "newer"))
                .isInstanceOf(IOException.class)
                .hasMessageMatching(Pattern.quote(file + " cannot be written: the disk is full: 5 bytes are needed, ")
                        + "\\d+ are free \\(No space left on device\\)");
        assertThat(file).hasContent("old");
        assertThat(folder.toFile().list()).containsExactly("results.json");
    }

    @Test
    void whereItCannotBeReplacedNothingIsLeftBeside() throws IOException {
        Path taken = Files.createDirectories(folder.resolve("taken/inside")).getParent();

        assertThatThrownBy(() -> WholeFile.write(taken, "new"))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith(taken + " cannot be written: ");
        assertThat(folder.toFile().list()).containsExactly("taken");
    }
}
