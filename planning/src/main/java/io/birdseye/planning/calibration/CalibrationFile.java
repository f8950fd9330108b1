package io.birdseye.planning.calibration;

import io.birdseye.model.WholeFile;
import io.birdseye.planning.point.PointSettings;
import io.birdseye.report.json.JsonFile;
import java.io.IOException;
import java.nio.file.Path;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * The file {@code calibration.json}: costs, the machine and the work that they hold for, and errors of predictions. One that
 * is written by hand may leave the work empty: then it holds for every tree of so many chains of calls and groups.
 */
public record CalibrationFile(
        int schemaVersion, String createdAt, String machine, int cores, String work, CalibratedCosts calibration,
        Accuracy accuracy) {

    public static final int SCHEMA_VERSION = 2;
    private static final String SCENARIO = "scenario ";

    private static final JsonMapper JSON = JsonFile.mapper()
            .enable(SerializationFeature.INDENT_OUTPUT)
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .build();

    /** The value of {@link #work} for a point: another size, layout or tree needs another calibration. */
    public static String work(PointSettings point) {
        return point.work().scenario()
                .map(file -> SCENARIO + file.scenario().name() + "\n" + file.text())
                .orElseGet(() ->
                        "memory " + point.work().memoryMegabytes() + " " + point.work().layout().label());
    }

    public boolean ofScenario() {
        return work.startsWith(SCENARIO);
    }

    /** The work without the text of a scenario. */
    public String workLine() {
        return work.lines().findFirst().orElse("");
    }

    /** Writes the file; after a failure, the file that was there before is unchanged. */
    public void write(Path file) throws IOException {
        WholeFile.write(file, JSON.writeValueAsString(this) + "\n");
    }

    /** @throws IOException if the file cannot be read; its message is one line that names the file */
    public static CalibrationFile read(Path file) throws IOException {
        return JsonFile.read(file, json -> {
            CalibrationFile read = JSON.readValue(json, CalibrationFile.class);
            if (read.schemaVersion() != SCHEMA_VERSION) {
                throw new IllegalArgumentException("its schema version is " + read.schemaVersion()
                        + ", but this build reads " + SCHEMA_VERSION);
            }
            return read;
        });
    }
}
