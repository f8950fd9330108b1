package io.birdseye.experiments.ledger;

import io.birdseye.experiments.claim.ClaimText;
import io.birdseye.experiments.claim.Claim.Judgement;
import io.birdseye.experiments.claim.Picture;
import io.birdseye.model.Effort;
import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * One claim with its verdicts.
 *
 * @param command what reproduces it
 * @param picture null where words say as much
 * @param note what holds since then, such as that the claim is tested otherwise now; null for a verdict by today's rules
 */
public record Entry(
        ClaimText text,
        Judgement judgement,
        Effort effort,
        Instant judgedAt,
        String command,
        @Nullable Picture picture,
        @Nullable String note) {

    /** A verdict by today's rules. */
    public Entry(
            ClaimText text, Judgement judgement, Effort effort, Instant judgedAt, String command,
            @Nullable Picture picture) {
        this(text, judgement, effort, judgedAt, command, picture, null);
    }

    /** Its place in a page. */
    String anchor() {
        return text.id().toLowerCase(Locale.ROOT);
    }
}
