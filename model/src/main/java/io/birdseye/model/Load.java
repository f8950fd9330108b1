package io.birdseye.model;

import org.jspecify.annotations.Nullable;

/**
 * A load model: arrivals of an open one do not wait for answers, a user of a closed one waits for its answer before it
 * asks again. Exactly one of the two numbers is above zero; the closed model has no arrivals, since its answers decide
 * them.
 */
public record Load(Model model, double ratePerSecond, int users, @Nullable Arrivals arrivals) {

    /** Who decides when the next request is sent. */
    public enum Model {
        OPEN,
        CLOSED
    }

    public Load {
        switch (model) {
            case OPEN -> require(ratePerSecond > 0 && users == 0 && arrivals != null,
                    "the rate is " + ratePerSecond + "/s; an open load needs one above 0, arrivals, and no users");
            case CLOSED -> require(users > 0 && ratePerSecond == 0 && arrivals == null,
                    "the users are " + users + "; a closed load needs some, and neither a rate nor arrivals");
        }
    }

    private static void require(boolean condition, String otherwise) {
        if (!condition) {
            throw new IllegalArgumentException(otherwise);
        }
    }

    /** With arrivals at random. */
    public static Load open(double ratePerSecond) {
        return open(ratePerSecond, Arrivals.POISSON);
    }

    public static Load open(double ratePerSecond, Arrivals arrivals) {
        return new Load(Model.OPEN, ratePerSecond, 0, arrivals);
    }

    public static Load closed(int users) {
        return new Load(Model.CLOSED, 0, users, null);
    }

    /** An open load of this rate, whose requests follow one another as those of this load if it is open, else at random. */
    public Load at(double rate) {
        return open(rate, arrivals == null ? Arrivals.POISSON : arrivals);
    }

    /** For tables: {@code open, 50/s at random}, {@code open, 50/s at equal distances} or {@code closed, 50 users}. */
    public String describe() {
        if (arrivals == null) {
            return "closed, " + users + " users";
        }
        return "open, " + Format.setting(ratePerSecond) + "/s " + arrivals.words();
    }
}
