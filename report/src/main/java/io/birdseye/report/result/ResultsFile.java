package io.birdseye.report.result;

import io.birdseye.model.WholeFile;
import io.birdseye.report.json.JsonFile;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * Reads and writes {@code results.json}. Fields stand in the order of the records and maps in the order of their keys,
 * so equal results give equal bytes. Unknown fields are skipped: a newer build may add some without a new version.
 */
public final class ResultsFile {

    public static final String NAME = "results.json";

    /** Reads and writes all records of results, alone or within the file. */
    public static final JsonMapper JSON = JsonFile.mapper()
            .enable(SerializationFeature.INDENT_OUTPUT)
            .enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS)
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES).build();

    private ResultsFile() {}

    /** Writes the results, wholly or not at all: an interrupted write leaves an older file as it was. */
    public static void write(Results results, Path file) throws IOException {
        WholeFile.write(file, toJson(results));
    }

    /**
     * @throws IOException in one line, naming the file, if it is missing, is too large, is not JSON, lacks a field, or
     *     was written in a version that this build does not know
     */
    public static Results read(Path file) throws IOException {
        return JsonFile.read(file, ResultsFile::fromJson);
    }

    /** The content of the file, ending with a line break. */
    public static String toJson(Results results) {
        return JSON.writeValueAsString(results) + "\n";
    }

    /** Where a file lies that results name; empty if outside their folder, since a name in a file may come from anywhere. */
    public static Optional<Path> inside(Path folder, String name) {
        try {
            Path root = folder.toAbsolutePath().normalize();
            return Optional.of(root.resolve(name).normalize()).filter(file -> file.startsWith(root));
        } catch (InvalidPathException e) {
            return Optional.empty();
        }
    }

    static Results fromJson(String json) {
        JsonNode tree = JSON.readTree(json);
        int version = tree.path("schemaVersion").asInt(0);
        if (version == 0) {
            throw new IllegalArgumentException("it has no schemaVersion, so it is not a result of Birdseye");
        }
        if (version != Results.SCHEMA_VERSION) {
            throw new IllegalArgumentException("its schema version is " + version + ", but this build of Birdseye reads"
                    + " version " + Results.SCHEMA_VERSION
                    + (version > Results.SCHEMA_VERSION ? "; use a newer build" : ""));
        }
        return JsonFile.complete(JSON.treeToValue(tree, Results.class));
    }
}
