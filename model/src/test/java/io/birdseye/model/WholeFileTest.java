package io.birdseye.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
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
    void whereItCannotBeReplacedNothingIsLeftBeside() throws IOException {
        Path taken = Files.createDirectories(folder.resolve("taken/inside")).getParent();

        assertThatThrownBy(() -> WholeFile.write(taken, "new")).isInstanceOf(IOException.class);
        assertThat(folder.toFile().list()).containsExactly("taken");
    }
}
