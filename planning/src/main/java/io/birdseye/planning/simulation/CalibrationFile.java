package io.birdseye.planning.simulation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * A calibration with what it holds for, and how far its predictions were off at measured points: {@code
 * calibration.json}.
 *
 * @param machine in words
 * @param cores of the machine
 * @param work what a request was: memory and layout, or the scenario's name and text
 */
public record CalibrationFile(
        int schemaVersion,
        String createdAt,
        String machine,
        int cores,
        String work,
        Calibration calibration,
        Accuracy accuracy) {

    public static final int SCHEMA_VERSION = 1;

    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(SerializationFeature.INDENT_OUTPUT)
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .build();

    /** Wholly or not at all. */
    public void write(Path file) throws IOException {
        Path unfinished = file.resolveSibling(file.getFileName() + ".part");
        Files.writeString(unfinished, JSON.writeValueAsString(this) + "\n");
        Files.move(unfinished, file, StandardCopyOption.REPLACE_EXISTING);
    }

    /** @throws IOException in one line, naming the file, if it cannot be read */
    public static CalibrationFile read(Path file) throws IOException {
        try {
            CalibrationFile read = JSON.readValue(Files.readString(file), CalibrationFile.class);
            if (read.schemaVersion() != SCHEMA_VERSION) {
                throw new IOException(file + " has schema version " + read.schemaVersion() + ", but this build reads "
                        + SCHEMA_VERSION);
            }
            return read;
        } catch (NoSuchFileException e) {
            throw new IOException(file + " does not exist", e);
        } catch (JacksonException e) {
            throw new IOException(file + " is no calibration: " + e.getOriginalMessage(), e);
        }
    }
}
