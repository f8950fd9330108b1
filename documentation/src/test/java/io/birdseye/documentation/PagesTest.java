package io.birdseye.documentation;

import static org.assertj.core.api.Assertions.assertThat;

import io.birdseye.report.result.Results.Environment;
import io.birdseye.report.result.ResultsFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** README and docs show what the code and the committed results say. */
class PagesTest {

    private static final Path ROOT = Path.of("..");
    private static final Path RESULTS = ROOT.resolve("docs/results");

    @Test
    void everyPageShowsWhatTheResultsSay() throws IOException {
        for (Map.Entry<Path, String> page : new Pages(ROOT, RESULTS).written().entrySet()) {
            assertThat(page.getKey()).as("stale; write it anew with: " + Pages.COMMAND).hasContent(page.getValue().stripTrailing());
        }
    }

    @Test
    void aFigureThatChangesChangesItsPages(@TempDir Path folder) throws IOException {
        for (CommittedResult result : CommittedResult.all(RESULTS)) {
            Path copy = Files.createDirectories(folder.resolve(result.name()));
            Files.writeString(copy.resolve("step.json"), result.text("step.json"));
            for (String file : result.files()) {
                Files.writeString(copy.resolve(file), result.text(file).replaceAll("(?<=\"(p50Ms|value|perSecond)\":)\\d", "9"));
            }
        }
        Pages changed = new Pages(ROOT, folder);

        for (String name : new String[] {"README.md", "docs/explanation/later-jdks.md", "docs/explanation/articles.md"}) {
            Path page = ROOT.resolve(name);
            assertThat(changed.written(page, Files.readString(page))).as(name).isNotEqualTo(Files.readString(page));
        }
    }

    @Test
    void aResultIsOfOneVersionAndOneProcessorAndThereIsOneOfEachStepForEachMachine() throws IOException {
        List<CommittedResult> all = CommittedResult.all(RESULTS);
        for (CommittedResult result : all) {
            assertThat(result.name()).startsWith(result.step().version() + "-").endsWith("/" + result.step().step());
            assertThat(Pages.ofEachMachine(all, result.step().step())).contains(result);
            if (result.files().contains(ResultsFile.NAME)) {
                Environment at = result.results().environment();
                assertThat(at.commit()).as(result.name()).isEqualTo(result.step().commit());
                assertThat(at.cpuModel()).as(result.name()).isEqualTo(result.step().machine().cpuModel());
            }
        }
    }

    /** What is asked for is no figure: latencies, sizes, the level of an interval. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "docs/explanation/articles.md | ", "docs/explanation/later-jdks.md | ",
        "docs/explanation/findings.md | 200 ms, 5 MB, 95 %", "README.md | 200 ms, 400 ms, 5 MB, 600 MB",
        "docs/explanation/overload.md | 90 %", "docs/explanation/performance.md | ", "docs/explanation/soak.md | 64 MB",
        "docs/explanation/prediction.md | 2 ms, 5 ms, 48 ms, 100 ms, 200 ms, 400 ms, 5/s, 15/s, 5 %, 10 %, 15 %, 30 %, 50 %, 70 %, 75 %, 90 %, 95 %, 100 %",
        "docs/explanation/public-reports.md | 0.3 ms, 10 %, 100 ms", "docs/explanation/reliability.md | ", "examples/spring-boot/README.md | 1 MB, 40 ms"})
    void noFigureStandsOutsideOfItsMarks(String page, String settings) throws IOException {
        String byHand = Pages.MARKED.matcher(Files.readString(ROOT.resolve(page))).replaceAll("").replaceAll("(?s)```.*?```", "");
        for (String setting : settings == null ? new String[0] : settings.split(", ")) {
            byHand = byHand.replaceAll("(?<!\\d)" + setting, "");
        }

        assertThat(byHand).as("%s: take the figure from its result, between two marks", page)
                .doesNotContainPattern("\\d (ms|MB|%)|\\d×|\\d/s");
    }
}
