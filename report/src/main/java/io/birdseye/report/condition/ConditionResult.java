package io.birdseye.report.condition;

import io.birdseye.report.result.ResultsFile;
import java.util.Locale;
import tools.jackson.databind.node.ObjectNode;

/**
 * What a comparison says of a condition.
 *
 * @param reason the figures that decided, or what is missing, in words
 */
public record ConditionResult(String condition, Outcome outcome, String reason) {

    /** Whether the condition is shown to be true, is shown not to be, or neither. */
    public enum Outcome {
        TRUE, FALSE, CANNOT_TELL;

        static Outcome of(boolean holds) {
            return holds ? TRUE : FALSE;
        }

        /** Behind an interval and the number of what it stands on. */
        String end() {
            return this == CANNOT_TELL ? ", too few to tell)" : ")";
        }
    }

    public ObjectNode json() {
        return ResultsFile.JSON.createObjectNode()
                .put("condition", condition)
                .put("outcome", outcome.name().toLowerCase(Locale.ROOT).replace('_', ' ')).put("reason", reason);
    }

    public String line() {
        String words = switch (outcome) {
            case TRUE -> "failed";
            case FALSE -> "passed";
            case CANNOT_TELL -> "cannot tell";
        };
        return words + ": " + condition + ": " + reason;
    }
}
