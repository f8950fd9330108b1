package io.birdseye.cli.terminal;

import java.time.Duration;
import java.time.LocalTime;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Locale;

/** How long something takes, for people: {@code 28 min, until 15:42}. */
public final class TimeNeeded {

    private static final DateTimeFormatter CLOCK = DateTimeFormatter.ofPattern("HH:mm", Locale.ROOT);
    private static final DateTimeFormatter DAY_AND_CLOCK = DateTimeFormatter.ofPattern("EEE HH:mm", Locale.ENGLISH);

    private TimeNeeded() {}

    public static String of(Duration duration) {
        return of(duration, ZonedDateTime.now());
    }

    static String of(Duration duration, ZonedDateTime now) {
        // A clock without seconds must not promise an end before it comes.
        ZonedDateTime end = now.plus(duration).plusSeconds(59).truncatedTo(ChronoUnit.MINUTES);
        boolean today = end.toLocalDate().equals(now.toLocalDate()) || end.toLocalTime().equals(LocalTime.MIDNIGHT);
        return roughly(duration) + ", until " + (today ? CLOCK : DAY_AND_CLOCK).format(end);
    }

    /** To the minute, and to five seconds below two minutes. */
    public static String roughly(Duration duration) {
        long seconds = duration.toSeconds();
        if (seconds < 120) {
            return Math.max(5, (seconds + 4) / 5 * 5) + " s";
        }
        long minutes = (seconds + 59) / 60;
        return minutes < 120 ? minutes + " min" : minutes / 60 + " h " + minutes % 60 + " min";
    }

    /** What is left, to the second: {@code 3:07}, {@code 1:02:09}. */
    public static String clock(double seconds) {
        long left = Math.max(0, Math.round(seconds));
        return left < 3600
                ? String.format(Locale.ROOT, "%d:%02d", left / 60, left % 60)
                : String.format(Locale.ROOT, "%d:%02d:%02d", left / 3600, left / 60 % 60, left % 60);
    }
}
