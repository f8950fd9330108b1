package io.birdseye.documentation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class DocumentationTest {

    static List<GeneratedPage> pages() {
        return DocumentationMain.pages(Path.of(".."));
    }

    @ParameterizedTest
    @MethodSource("pages")
    void theCommittedPageIsTheGeneratedOne(GeneratedPage page) throws IOException {
        String committed = Files.readString(page.file());

        assertThat(committed).as("stale; write it anew with: " + GeneratedPage.COMMAND)
                .isEqualTo(page.generate().apply(committed));
    }

    @Test
    void aStalePageIsWrittenAndACurrentOneIsNot(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("page.md"), "before <begin>old<end> behind");
        GeneratedPage page = new GeneratedPage(
                file, "page", text -> GeneratedPage.between(text, "<begin>", "<end>", "new\n"));

        assertThat(page.write()).isTrue();
        assertThat(file).hasContent("before <begin>new<end> behind");
        assertThat(page.write()).isFalse();
    }

    @Test
    void aPageWithoutItsMarksIsRefused() {
        assertThatThrownBy(() -> GeneratedPage.between("<end> <begin>", "<begin>", "<end>", ""))
                .isInstanceOf(IllegalStateException.class).hasMessageContaining("<begin>");
    }
}
