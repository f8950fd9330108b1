package io.birdseye.loadtest.injectors;

import io.birdseye.loadtest.generate.IntervalLog.Interval;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.HdrHistogram.IntCountsHistogram;
import org.jspecify.annotations.Nullable;

/**
 * The lines of one log, read one by one. HdrHistogram's own reader makes an object of every histogram, which takes more
 * time than an hour of many injectors leaves for the merge.
 */
final class LogLines {

    private static final Pattern START = Pattern.compile("#\\[StartTime: (\\d+\\.\\d+) .*");
    private static final String TAG = "Tag=";

    /** A hundred years: a time beyond is damaged. */
    private static final long MOST_SECONDS = 100L * 366 * 86_400;

    private final BufferedReader lines;
    private double startSeconds = Double.NaN;
    private String tag = "";
    private String payload = "";
    private long second;

    LogLines(InputStream log) {
        lines = new BufferedReader(new InputStreamReader(log, StandardCharsets.US_ASCII), 1 << 16);
    }

    /**
     * Goes to the next histogram.
     *
     * @return false at the end
     * @throws IOException if the log is damaged
     */
    boolean advance() throws IOException {
        String line = nextLine();
        while (line != null && !line.startsWith(TAG)) {
            Matcher start = START.matcher(line);
            if (start.matches()) {
                startSeconds = Double.parseDouble(start.group(1));
            }
            line = nextLine();
        }
        if (line == null) {
            return false;
        }
        int time = line.indexOf(',') + 1;
        int end = line.indexOf(',', time);
        int counts = line.lastIndexOf(',') + 1;
        if (time == 0 || end < 0 || counts <= end || Double.isNaN(startSeconds)) {
            throw damaged(line);
        }
        tag = line.substring(TAG.length(), time - 1);
        payload = line.substring(counts);
        try {
            second = Math.round(Double.parseDouble(line.substring(time, end)) - startSeconds);
        } catch (NumberFormatException e) {
            throw damaged(line);
        }
        if (Math.abs(second) > MOST_SECONDS) {
            throw damaged(line);
        }
        return true;
    }

    private static IOException damaged(String line) {
        return new IOException("the latencies of an injector are damaged: "
                + (line.length() <= 60 ? line : line.substring(0, 60) + "…"));
    }

    private @Nullable String nextLine() throws IOException {
        return lines.readLine();
    }

    /** The second of the histogram, counted from the start of the log. */
    long second() {
        return second;
    }

    /** Where its counts belong. */
    IntCountsHistogram histogramOf(Interval interval) throws IOException {
        IntCountsHistogram histogram = interval.of(tag);
        if (histogram == null) {
            throw new IOException("the latencies of an injector have the unknown tag " + tag);
        }
        return histogram;
    }

    /** The histogram in Base64. */
    String payload() {
        return payload;
    }
}
