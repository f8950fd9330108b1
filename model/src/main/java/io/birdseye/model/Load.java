package io.birdseye.model;

/**
 * A load model. Exactly one of the two numbers is above zero.
 *
 * @param model open: arrivals do not wait for answers; closed: a user waits for its answer before it asks again
 * @param ratePerSecond arrivals of the open model, else 0
 * @param users users of the closed model, else 0
 */
public record Load(Model model, double ratePerSecond, int users) {

    /** Who decides when the next request is sent. */
    public enum Model {
        OPEN,
        CLOSED
    }

    public Load {
        boolean valid = switch (model) {
            case OPEN -> ratePerSecond > 0 && users == 0;
            case CLOSED -> users > 0 && ratePerSecond == 0;
        };
        if (!valid) {
            throw new IllegalArgumentException("an open load needs a rate above 0, a closed one users above 0; this is "
                    + model + " with " + ratePerSecond + "/s and " + users + " users");
        }
    }

    public static Load open(double ratePerSecond) {
        return new Load(Model.OPEN, ratePerSecond, 0);
    }

    public static Load closed(int users) {
        return new Load(Model.CLOSED, 0, users);
    }

    /** For tables: {@code open, 50/s} or {@code closed, 50 users}. */
    public String describe() {
        return switch (model) {
            case OPEN -> "open, " + Format.setting(ratePerSecond) + "/s";
            case CLOSED -> "closed, " + users + " users";
        };
    }
}
