package io.birdseye.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
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

    @Test
    void aFileIsReadWholeUpToItsBound() throws IOException {
        Path file = Files.writeString(folder.resolve("a.txt"), "é12");

        assertThat(WholeFile.read(file, 4)).isEqualTo("é12");
        assertThatThrownBy(() -> WholeFile.read(file, 3))
                .isInstanceOf(IOException.class)
                .hasMessage(file + " cannot be read: it has more than 3 bytes");
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void aFileWithoutEndIsReadToTheBoundOnly() {
        assertThatThrownBy(() -> WholeFile.read(Path.of("/dev/zero"), 1_000))
                .hasMessage("/dev/zero cannot be read: it has more than 1000 bytes");
    }

    @Test
    void whatCannotBeReadIsNamed() throws IOException {
        Path latin = Files.write(folder.resolve("latin.txt"), new byte[] {(byte) 0xe9});

        assertThatThrownBy(() -> WholeFile.read(folder, 10)).hasMessageStartingWith(folder + " cannot be read: ");
        assertThatThrownBy(() -> WholeFile.read(latin, 10)).isInstanceOf(CharacterCodingException.class);
        assertThatThrownBy(() -> WholeFile.read(folder.resolve("none"), 10)).isInstanceOf(NoSuchFileException.class);
    }
}
