package io.birdseye.experiments.measure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.json.JsonMapper;

/** The runs of each point as one JSON file, replaced whole, so that an interruption never leaves half a file. */
final class RunStore {

    private static final ObjectMapper JSON = JsonMapper.builder().build();

    private final Path folder;

    /** A point's file. */
    record Kept(String point, String fingerprint, List<Run> runs) {}

    RunStore(Path folder) throws IOException {
        this.folder = Files.createDirectories(folder);
    }

    /** Runs of this point with exactly these settings; empty if there are none, or only of other settings. */
    List<Run> load(Point point) throws IOException {
        Path file = file(point);
        if (!Files.exists(file)) {
            return List.of();
        }
        Kept kept = JSON.readValue(Files.readString(file), Kept.class);
        return kept.fingerprint().equals(point.fingerprint()) ? kept.runs() : List.of();
    }

    /** Adds a run, in place of earlier ones that were not possible. */
    void add(Point point, Run run) throws IOException {
        List<Run> runs = new ArrayList<>(load(point));
        runs.removeIf(old -> old.outcome() == Run.Outcome.NOT_POSSIBLE);
        runs.add(run);
        Path whole = Files.createTempFile(folder, "point", ".tmp");
        Files.writeString(whole, JSON.writerWithDefaultPrettyPrinter()
                .writeValueAsString(new Kept(point.name(), point.fingerprint(), runs)));
        Files.move(whole, file(point), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    private Path file(Point point) {
        return folder.resolve(point.name().replace('/', '_') + ".json");
    }
}
