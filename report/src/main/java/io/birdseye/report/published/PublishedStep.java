package io.birdseye.report.published;

import io.birdseye.model.Machine;
import io.birdseye.model.WholeFile;
import io.birdseye.report.json.JsonFile;
import io.birdseye.report.result.ResultsFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * One step of {@code birdseye publish}: {@code step.json} in the folder of its result, {@code docs/results/<commit>-<machine>/<step>}.
 *
 * @param step such as {@code open}
 * @param command the command line that repeats it
 * @param commit the last one that changed more than documentation, with {@code +changes} behind it where the work tree differed
 * @param createdAt an ISO 8601 instant, of its end
 * @param outcome what its exit code says
 * @param code the fingerprint of each part of the measured code; see {@link MeasuredCode}. Empty where it was not noted, as in
 *     results from before there were fingerprints
 */
public record PublishedStep(
        String step, String command, String commit, String createdAt, Machine machine, String outcome,
        SortedMap<String, String> code) {

    /** The name of the file. */
    public static final String NAME = "step.json";

    public PublishedStep {
        code = Collections.unmodifiableSortedMap(new TreeMap<>(code));
    }

    /** A published step and its folder. */
    public record Placed(Path folder, PublishedStep step) {

        /** {@code <commit>-<machine>/<step>}. */
        public String name() {
            return folder.getName(folder.getNameCount() - 2) + "/" + folder.getFileName();
        }
    }

    /** Writes it into the folder of its result. */
    public void write(Path folder) throws IOException {
        WholeFile.write(folder.resolve(NAME), ResultsFile.JSON.writeValueAsString(this) + "\n");
    }

    /** @throws IOException in one line, naming the file, if it is missing or cannot be read */
    public static PublishedStep read(Path folder) throws IOException {
        return JsonFile.read(folder.resolve(NAME), json -> JsonFile.complete(ResultsFile.JSON.readValue(json, PublishedStep.class)));
    }

    /** All of a folder like {@code docs/results}, the newest first. */
    public static List<Placed> all(Path results) throws IOException {
        try (Stream<Path> files = Files.find(results, 3, (file, _) -> file.endsWith(NAME))) {
            List<Placed> all = new ArrayList<>();
            for (Path file : files.sorted().toList()) {
                Path folder = file.resolveSibling("");
                all.add(new Placed(folder, read(folder)));
            }
            all.sort(Comparator.comparing((Placed each) -> each.step().createdAt()).reversed());
            return all;
        }
    }

    /** Whether both run the same command with the same code on the same machine; commits and times may differ. */
    public boolean isSameMeasurementAs(PublishedStep other) {
        return command.equals(other.command) && machine.equals(other.machine) && !code.isEmpty() && code.equals(other.code);
    }

    /**
     * Which parts of the measured code have changed since.
     *
     * @param today the fingerprints of all parts
     * @return their names; all that the code has if it was not noted
     */
    public List<String> changedSince(Map<String, String> today) {
        return code.isEmpty()
                ? List.copyOf(MeasuredCode.OF_A_TRIAL)
                : code.entrySet().stream()
                        .filter(part -> !part.getValue().equals(today.get(part.getKey())))
                        .map(Map.Entry::getKey)
                        .toList();
    }
}
