package io.birdseye.experiments.claim;

import io.birdseye.experiments.claim.Verdict.Kind;
import org.jspecify.annotations.Nullable;

/**
 * What the two verdicts mean together, in one sentence.
 *
 * @param by the verdict that decides which sentence it is
 * @param neitherReproduced said in place of {@code notReproduced} where the other verdict is the same
 * @param otherwise said where the sentence that would fit is missing, and where the verdict settles nothing
 */
public record Meaning(
        Half by,
        @Nullable String confirmed,
        @Nullable String notReproduced,
        @Nullable String neitherReproduced,
        String otherwise) {

    /** The two halves of a claim. */
    public enum Half {
        EFFECT,
        CAUSE
    }

    public String of(Kind effect, Kind cause) {
        String sentence = switch (by == Half.EFFECT ? effect : cause) {
            case CONFIRMED -> confirmed;
            case NOT_REPRODUCED -> neitherReproduced != null && effect == cause ? neitherReproduced : notReproduced;
            case INCONCLUSIVE, NOT_TESTABLE -> null;
        };
        return sentence == null ? otherwise : sentence;
    }
}
