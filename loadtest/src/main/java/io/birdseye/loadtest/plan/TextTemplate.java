package io.birdseye.loadtest.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A text with ranges, such as {@code /basket?user=${1..10}}: each request has whole numbers of its own in their places,
 * both ends included. Equal seeds and numbers of requests give equal texts. Safe for use by many threads.
 */
public final class TextTemplate {

    private static final Pattern PLACE = Pattern.compile("\\$\\{([^}]*)}?");
    private static final Pattern RANGE = Pattern.compile("\\$\\{(\\d{1,18})\\.\\.(\\d{1,18})}");

    /** Odd, with half of its bits set: seeds that differ by 1 give unlike numbers. */
    private static final long SPREAD = 0x9e3779b97f4a7c15L;

    private final List<String> literals = new ArrayList<>();
    private final List<Range> ranges = new ArrayList<>();

    private record Range(long lower, long upper) {}

    /** @throws IllegalArgumentException if a range has another form than <code>${1..10}</code> */
    public TextTemplate(String text) {
        Matcher place = PLACE.matcher(text);
        int end = 0;
        while (place.find()) {
            literals.add(text.substring(end, place.start()));
            ranges.add(range(place.group()));
            end = place.end();
        }
        literals.add(text.substring(end));
    }

    private static Range range(String text) {
        MatchResult range = RANGE.matcher(text).results().findFirst().orElse(null);
        if (range == null || Long.parseLong(range.group(1)) > Long.parseLong(range.group(2))) {
            throw new IllegalArgumentException(
                    "'" + text + "' must be a range of whole numbers, the smaller one first, such as ${1..10}");
        }
        return new Range(Long.parseLong(range.group(1)), Long.parseLong(range.group(2)));
    }

    /** The text of a request, whose number counts from 0. */
    public String draw(long seed, long number) {
        if (ranges.isEmpty()) {
            return literals.getFirst();
        }
        SplittableRandom random = new SplittableRandom(seed * SPREAD + number);
        StringBuilder text = new StringBuilder(literals.getFirst());
        for (int i = 0; i < ranges.size(); i++) {
            Range range = ranges.get(i);
            text.append(random.nextLong(range.lower, range.upper + 1)).append(literals.get(i + 1));
        }
        return text.toString();
    }

    String beforeRanges() {
        return literals.getFirst();
    }
}
