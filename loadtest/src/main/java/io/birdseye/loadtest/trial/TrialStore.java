package io.birdseye.loadtest.trial;

import io.birdseye.loadtest.injectors.LogFiles;
import io.birdseye.loadtest.program.Provenance;
import io.birdseye.model.WholeFile;
import io.birdseye.report.result.Floor;
import io.birdseye.report.result.Results.Environment;
import io.birdseye.report.result.ResultsFile;
import io.birdseye.report.result.RowKey;
import io.birdseye.report.result.Trial;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** Keeps every trial at once, so that an interrupted comparison goes on. Files appear whole or not at all. */
public record TrialStore(Path out) {

    private static final JsonMapper JSON = ResultsFile.JSON;
    private static final String CALIBRATION = "calibration";
    private static final String ANSWER = "answer.sha256";
    private static final int MAX_BYTES = 1 << 20;

    /** What all trials of a combination of axis values have in common; the strategy measured the floor, and is in every block. */
    public record Calibrated(Environment environment, Floor floor, String strategy) {}

    Path trials() {
        return out.resolve("trials");
    }

    public Path folder(TrialSlot slot) {
        return trials().resolve(slot.fileName());
    }

    /** The same without what an interrupted trial left: it would be taken for the next one's. */
    public Path emptied(TrialSlot slot) throws IOException {
        Path folder = Files.createDirectories(folder(slot));
        Files.deleteIfExists(folder.resolve(LogFiles.SUMMARY));
        Files.deleteIfExists(folder.resolve(LogFiles.HISTOGRAMS));
        Files.deleteIfExists(folder.resolve(ANSWER));
        return folder;
    }

    /** Keeps what tells whether two answers are the same, beside the injector's files. */
    static void keepAnswer(Path folder, byte[] body) throws IOException {
        WholeFile.write(folder.resolve(ANSWER), digest(body));
    }

    /** By SHA-256, in hexadecimal digits. */
    public static String digest(byte[] content) {
        return HexFormat.of().formatHex(Provenance.sha256().digest(content));
    }

    /** The digest of the checked answer; empty where the trial did not come to it. */
    public Optional<String> answer(TrialSlot slot) throws IOException {
        Path file = folder(slot).resolve(ANSWER);
        return Files.exists(file) ? Optional.of(WholeFile.read(file, MAX_BYTES)) : Optional.empty();
    }

    /** A folder for trials that are measured in one go; trials that are kept refer to the files of their own. */
    Path unusedFolder(int block) throws IOException {
        Path unused = folder(new TrialSlot(block, "slices", 1));
        for (int i = 2; Files.exists(unused); i++) {
            unused = folder(new TrialSlot(block, "slices-" + i, 1));
        }
        return Files.createDirectories(unused);
    }

    Path summary(Trial.Measured measured) {
        return LogFiles.summary(out.resolve(measured.course().histogram()));
    }

    String relative(Path path) {
        return out.relativize(path).toString().replace('\\', '/');
    }

    /** A trial that was measured before; one that failed is none. */
    public Optional<Trial> measured(TrialSlot slot) throws IOException {
        return read(slot.fileName(), Trial.class)
                .filter(trial -> trial.outcome() == Trial.Outcome.COMPLETED);
    }

    public void keep(TrialSlot slot, Trial trial) throws IOException {
        keep(slot.fileName(), trial);
    }

    /** What was found of a combination of axis values before its trials. */
    public Optional<Calibrated> calibrated(Setup setup) throws IOException {
        return read(calibration(setup), Calibrated.class);
    }

    public void keep(Setup setup, Calibrated calibrated) throws IOException {
        keep(calibration(setup), calibrated);
    }

    public static String calibration(Setup setup) {
        return new RowKey(CALIBRATION, setup.axes()).fileName();
    }

    private void keep(String name, Object value) throws IOException {
        WholeFile.write(trials().resolve(name + ".json"), JSON.writeValueAsString(value));
    }

    private <T> Optional<T> read(String name, Class<T> type) throws IOException {
        Path file = trials().resolve(name + ".json");
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        try {
            return Optional.of(JSON.readValue(WholeFile.read(file, MAX_BYTES), type));
        } catch (JacksonException | CharacterCodingException e) {
            // Damaged: measured again.
            return Optional.empty();
        }
    }
}
