package io.birdseye.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import io.birdseye.model.Load;
import io.birdseye.model.WholeFile;
import io.birdseye.report.Reports;
import io.birdseye.report.Samples;
import io.birdseye.report.page.ComparisonPage;
import io.birdseye.report.result.Trial;
import io.birdseye.report.table.ComparisonTable;
import io.birdseye.report.table.Simplicity;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The page that {@code compare --open} shows: nobody has to load it again. */
class LivePageTest {

    private static final Load LOAD = Load.open(50);
    private static final String REFRESH = "<meta http-equiv=\"refresh\" content=\"%d\">";

    @TempDir
    private Path folder;

    private List<Trial> trials() {
        return Samples.nine(folder, LOAD, 1);
    }

    private ComparisonTable after(int measured) throws IOException {
        return ComparisonTable.of(Samples.after(measured, Samples.results(LOAD, trials())), folder);
    }

    /** As Birdseye writes it, but that the browser looks again after a second and not after ten. */
    private void write(String page) throws IOException {
        assertThat(page).contains(REFRESH.formatted(10));
        WholeFile.write(folder.resolve(Reports.PAGE), page.replace(REFRESH.formatted(10), REFRESH.formatted(1)));
    }

    @Test
    void itFillsRowByRowAndBecomesTheResultByItself() throws IOException {
        write(ComparisonPage.awaited());
        String address = folder.resolve(Reports.PAGE).toUri().toString();
        try (Visit visit = Chromium.get().open(address, ColorScheme.LIGHT, 1280)) {
            Page page = visit.page();
            assertThat(page.locator("h1").textContent()).isEqualTo("Measuring has begun");
            assertThat(page.locator("table.results").count()).isZero();

            for (int measured : List.of(1, 3)) {
                write(ComparisonPage.live(after(measured)));
                page.locator("table.results tr.row").nth(measured - 1).waitFor();
                assertThat(page.locator("table.results tr.row").count()).isEqualTo(measured);
                assertThat(page.locator(".brand").textContent()).contains(measured + " of 9 trials");
            }

            Reports.write(Samples.results(LOAD, trials()), folder, Simplicity.NONE);
            page.locator("#percentiles svg").waitFor();
            assertThat(page.locator("meta[http-equiv=refresh]").count()).isZero();
            assertThat(page.locator("h1").textContent()).doesNotContain("So far");
            visit.assertQuiet();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {390, 1280})
    void itIsReadableWhileItFills(int width) throws IOException {
        for (String page : List.of(ComparisonPage.awaited(), ComparisonPage.live(after(6)))) {
            WholeFile.write(folder.resolve(Reports.PAGE), page);
            String address = folder.resolve(Reports.PAGE).toUri().toString();
            try (Visit visit = Chromium.get().open(address, ColorScheme.DARK, width)) {
                visit.assertSound();
            }
        }
    }
}
