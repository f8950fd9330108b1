package io.birdseye.experiments.ledger;

import io.birdseye.experiments.claim.ClaimText;
import io.birdseye.experiments.claim.Claim.Judgement;
import io.birdseye.experiments.claim.Picture;
import io.birdseye.model.Effort;
import io.birdseye.model.Machine;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * One claim with its verdicts.
 *
 * @param command what reproduces it
 * @param picture null where words say as much
 * @param origin of which code and where it was measured
 */
public record Entry(
        ClaimText text,
        Judgement judgement,
        Effort effort,
        Instant judgedAt,
        String command,
        @Nullable Picture picture,
        Origin origin) {

    /** Where the figures come from. */
    public record Origin(String commit, Machine machine) {}

    /** The day on which it was judged, in UTC. */
    String day() {
        return judgedAt.atOffset(ZoneOffset.UTC).toLocalDate().toString();
    }

    /** When, of which code and where it was measured. */
    String measured() {
        return day() + ", commit " + origin.commit + ", " + origin.machine.line();
    }

    /** Its place in a page. */
    String anchor() {
        return text.id().toLowerCase(Locale.ROOT);
    }
}
