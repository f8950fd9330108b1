package io.birdseye.model;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** The word that a user may have meant: the fewest letters to change, insert or leave out (V. I. Levenshtein, 1966). */
public final class Similar {

    /** More letters to change than one in so many are another word. */
    private static final int PART = 3;

    private Similar() {}

    /** For the end of a sentence: {@code ; did you mean 'rx'?}, or a point. */
    public static String hint(String word, Collection<String> known) {
        return closest(word, known).map(name -> "; did you mean '" + name + "'?").orElse(".");
    }

    /** Empty where no word is close. */
    public static Optional<String> closest(String word, Collection<String> known) {
        String small = word.toLowerCase(Locale.ROOT);
        return known.stream()
                .min(Comparator.comparingInt(name -> distance(small, name)))
                .filter(name -> distance(small, name) <= Math.max(1, Math.max(word.length(), name.length()) / PART));
    }

    private static int distance(String one, String other) {
        int[] row = new int[other.length() + 1];
        for (int j = 0; j < row.length; j++) {
            row[j] = j;
        }
        for (int i = 1; i <= one.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j < row.length; j++) {
                int above = row[j];
                int changed = diagonal + (one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1);
                row[j] = Math.min(changed, 1 + Math.min(above, row[j - 1]));
                diagonal = above;
            }
        }
        return row[other.length()];
    }
}
