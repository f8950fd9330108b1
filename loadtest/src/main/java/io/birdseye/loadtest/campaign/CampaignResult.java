package io.birdseye.loadtest.campaign;

import io.birdseye.model.Machine;
import java.util.List;

/**
 * What came of a campaign: the content of {@code reliability.json}.
 *
 * @param kind always {@value #KIND}
 * @param schemaVersion raised when a field changes its meaning or goes away
 * @param createdAt an ISO 8601 instant
 * @param commit of Birdseye, with {@code +changes} behind it where the work tree differed
 * @param command that repeats it
 * @param comparison the command that met the faults
 * @param seed of the moments and limits
 * @param undisturbedSeconds how long the comparison takes without a fault
 */
public record CampaignResult(
        String kind,
        int schemaVersion,
        String createdAt,
        String commit,
        Machine machine,
        String command,
        String comparison,
        long seed,
        double undisturbedSeconds,
        List<Row> situations) {

    /** What a file of this kind says of itself. */
    public static final String KIND = "fault-campaign";

    /** The version that this build writes. */
    public static final int SCHEMA_VERSION = 1;

    public CampaignResult {
        situations = List.copyOf(situations);
    }

    /** Whether nothing was wrong in any try. */
    public boolean nothingWrong() {
        return situations.stream().flatMap(row -> row.attempts().stream())
                .noneMatch(attempt -> attempt.outcome() == Outcome.WRONG);
    }

    /**
     * A situation and its tries.
     *
     * @param what is done
     * @param untried why some or all tries were not made; empty if all were
     */
    public record Row(String situation, String what, String untried, List<Attempt> attempts) {

        public Row {
            attempts = List.copyOf(attempts);
        }
    }

    /** How a try ended. */
    public enum Outcome {

        /** The table is there, and every trial is valid. */
        VALID,

        /** The table is there; trials that the fault spoilt are failed or invalid, with their reasons. */
        MARKED,

        /** The comparison ended before its table; what was measured until then is kept. */
        ENDED,

        /** Something was not as promised. */
        WRONG,

        /** It could not be judged, for the reason given. */
        NOT_JUDGED
    }

    /**
     * One try. The resumed comparison gave the full table unless the outcome is {@code WRONG}.
     *
     * @param fault what was done: a moment, or a limit
     * @param reasons with which trials failed or are invalid, or with which the comparison ended
     * @param wrong what was not as promised
     * @param invalidAfterResume trials of the full table that other programs of the machine made invalid
     * @param seconds that the try took, the resumed comparison included
     */
    public record Attempt(
            String fault,
            Outcome outcome,
            List<String> reasons,
            List<String> wrong,
            int invalidAfterResume,
            double seconds) {

        public Attempt {
            reasons = List.copyOf(reasons);
            wrong = List.copyOf(wrong);
        }
    }
}
