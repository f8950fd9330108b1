package io.birdseye.experiments.measure;

import io.birdseye.model.WholeFile;
import io.birdseye.report.json.JsonFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.json.JsonMapper;

/** The runs of each experiment as one JSON file, replaced whole, so that an interruption never leaves half a file. */
record RunStore(Path folder) {

    private static final JsonMapper JSON = JsonFile.mapper().build();

    /** The content of a file. */
    record Kept(String point, String fingerprint, List<Run> runs) {}

    /**
     * Runs of this experiment with exactly these settings; empty if there are none, or only of other settings.
     *
     * @throws UncheckedIOException in one line that names the file, if it is damaged
     */
    List<Run> load(Experiment experiment) {
        Path file = file(experiment);
        if (!Files.exists(file)) {
            return List.of();
        }
        try {
            Kept kept = JsonFile.read(file, json -> JSON.readValue(json, Kept.class));
            return kept.fingerprint().equals(experiment.fingerprint()) ? kept.runs() : List.of();
        } catch (IOException e) {
            throw new UncheckedIOException(e.getMessage(), e);
        }
    }

    /** Adds a run, in place of earlier ones that were not possible. */
    void add(Experiment experiment, Run run) throws IOException {
        List<Run> runs = new ArrayList<>(load(experiment));
        runs.removeIf(old -> old.ending() == Run.Ending.NOT_POSSIBLE);
        runs.add(run);
        WholeFile.write(file(experiment), JSON.writerWithDefaultPrettyPrinter()
                .writeValueAsString(new Kept(experiment.name(), experiment.fingerprint(), runs)));
    }

    private Path file(Experiment experiment) {
        return folder.resolve(experiment.name().replace('/', '_') + ".json");
    }
}
