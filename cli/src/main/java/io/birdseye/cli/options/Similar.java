package io.birdseye.cli.options;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import org.apache.commons.text.similarity.LevenshteinDistance;

/** The word that a user may have meant. */
final class Similar {

    /** More letters to change than one in so many are another word. */
    private static final int PART = 3;

    private Similar() {}

    /** For the end of a sentence: {@code ; did you mean 'rx'?}, or a point where no word is close. */
    static String hint(String word, Collection<String> known) {
        String small = word.toLowerCase(Locale.ROOT);
        LevenshteinDistance distance = LevenshteinDistance.getDefaultInstance();
        return known.stream()
                .min(Comparator.comparingInt(name -> distance.apply(small, name)))
                .filter(name -> distance.apply(small, name) <= Math.max(1, small.length() / PART))
                .map(name -> "; did you mean '" + name + "'?")
                .orElse(".");
    }
}
