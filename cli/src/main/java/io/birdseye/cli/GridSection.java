package io.birdseye.cli;

import io.birdseye.planning.accuracy.AccuracyTable;
import io.birdseye.planning.calibration.CalibrationFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The part of {@code docs/prediction.md} that a run of the grid writes; what stands around it is written by hand. */
final class GridSection {

    static final String BEGIN = "<!-- grid: written by './birdseye predict --grid --publish docs' -->";
    static final String END = "<!-- end of grid -->";

    private GridSection() {}

    /** @throws IOException if the file cannot be read or written, or has no place for the table */
    static void publish(Path page, CalibrationFile file, List<String> failures) throws IOException {
        String text = Files.readString(page);
        int begin = text.indexOf(BEGIN);
        int end = text.indexOf(END);
        if (begin < 0 || end < begin) {
            throw new IOException(
                    page + " has no place for the table: a line '" + BEGIN + "' and a line '" + END + "'");
        }
        StringBuilder section = new StringBuilder(BEGIN).append("\n\n");
        section.append(AccuracyTable.sentence(file.accuracy())).append("\n\n");
        section.append(file.machine()).append(" Work: ").append(file.work().lines().findFirst().orElse(""));
        section.append(". Run at ").append(file.createdAt()).append(".\n\n");
        section.append(AccuracyTable.markdown(file.accuracy())).append('\n');
        failures.forEach(failure -> section.append("- not measured: ").append(failure).append('\n'));
        Files.writeString(page, text.substring(0, begin) + section + text.substring(end));
    }
}
