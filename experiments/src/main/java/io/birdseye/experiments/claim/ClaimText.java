package io.birdseye.experiments.claim;

import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/**
 * A claim in our words, and how it is decided.
 *
 * @param id such as {@code AN-1}: the article and a number
 * @param claim what the article says happens
 * @param figure the article's numbers
 * @param publishedCause the article's explanation; null where it gives none
 * @param test what is measured here
 * @param effectRule when the effect counts as confirmed and when as not reproduced
 * @param causeRule the same for the cause; what the experiment changes is only that cause
 */
public record ClaimText(
        String id,
        Article article,
        String claim,
        String figure,
        @Nullable String publishedCause,
        String test,
        String effectRule,
        String causeRule) {

    /** By article, then by number. */
    public static final Comparator<ClaimText> BY_ID = Comparator.comparing(ClaimText::article)
            .thenComparing(text -> Integer.valueOf(text.id().substring(text.id().indexOf('-') + 1)));

    public ClaimText {
        if (!id.matches(article.name() + "-[1-9][0-9]*")) {
            throw new IllegalArgumentException("claim id " + id + " is not of the form " + article + "-1");
        }
        if (claim.isBlank() || figure.isBlank() || test.isBlank() || effectRule.isBlank() || causeRule.isBlank()) {
            throw new IllegalArgumentException("claim " + id + " has an empty text");
        }
    }
}
