package io.birdseye.planning.calibration;

import io.birdseye.planning.text.Texts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The generated section of {@code docs/prediction.md}: the accuracy at all points of the validation grid. */
public final class GridSection {

    public static final String BEGIN = "<!-- grid: written by './birdseye predict --grid --publish docs' -->";
    public static final String END = "<!-- end of grid -->";

    private GridSection() {}

    /**
     * Replaces the section between its two marks.
     *
     * @throws IOException if the file cannot be read or written, or has no such marks
     */
    public static void publish(Path page, CalibrationRun.Calibrated calibrated) throws IOException {
        String text = Files.readString(page);
        int begin = text.indexOf(BEGIN);
        int end = text.indexOf(END);
        if (begin < 0 || end < begin) {
            throw new IOException(
                    page + " has no place for the table: a line '" + BEGIN + "' and a line '" + END + "'");
        }
        String section = Texts.render("grid.jte", calibrated);
        Files.writeString(page, text.substring(0, begin + BEGIN.length()) + section + text.substring(end));
    }
}
