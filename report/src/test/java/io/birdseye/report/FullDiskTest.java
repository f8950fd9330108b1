package io.birdseye.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.birdseye.model.Load;
import io.birdseye.report.result.Results;
import io.birdseye.report.result.ResultsFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@EnabledOnOs(OS.LINUX)
class FullDiskTest {

    private static final Load LOAD = Load.open(50);

    @TempDir
    private Path folder;

    /** What is written first goes to the device that is always full. */
    private void fill(String file) throws IOException {
        Files.createSymbolicLink(folder.resolve(file + ".part"), Path.of("/dev/full"));
    }

    private Results results(int blocks) {
        return Samples.results(LOAD, Samples.nine(folder, LOAD, blocks));
    }

    @ParameterizedTest
    @ValueSource(strings = {Reports.MARKDOWN, Reports.CSV, Reports.PAGE})
    void theResultsAreWholeWhereTheDiskIsFullOnlyAfterThem(String file) throws IOException {
        Results results = results(1);
        fill(file);

        assertThatThrownBy(() -> Reports.write(results, folder))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith(folder.resolve(file) + " cannot be written: the disk is full: ");
        assertThat(ResultsFile.read(folder.resolve(ResultsFile.NAME))).isEqualTo(results);
        assertThat(folder.resolve(file)).doesNotExist();
        assertThat(folder).isDirectoryNotContaining("glob:**.part");
    }

    @Test
    void whereTheDiskIsFullTheFormerResultsStay() throws IOException {
        Results former = results(1);
        Reports.write(former, folder);
        Results longer = results(2);
        fill(ResultsFile.NAME);

        assertThatThrownBy(() -> Reports.write(longer, folder)).hasMessageContaining("the disk is full");
        assertThat(ResultsFile.read(folder.resolve(ResultsFile.NAME))).isEqualTo(former);
        assertThat(folder.resolve(Reports.PAGE)).isNotEmptyFile();
    }
}
