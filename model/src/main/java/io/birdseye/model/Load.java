package io.birdseye.model;

import org.jspecify.annotations.Nullable;

/**
 * A load model: arrivals of an open one do not wait for answers, a user of a closed one waits for its answer before it
 * asks again. Exactly one of the two numbers is above zero; the closed model has no arrivals, since its answers decide
 * them.
 *
 * @param burst how many times the rate comes while a burst lasts, 1 to 100; null where arrivals come in none
 */
public record Load(Model model, double ratePerSecond, int users, @Nullable Arrivals arrivals, @Nullable Double burst) {

    /** How many times the rate comes in a burst, if nobody says otherwise: half a second, and none for one and a half. */
    private static final double BURST = 4;

    private static final double PERIOD_SECONDS = 2;

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
        require((arrivals == Arrivals.BURSTS) == (burst != null) && (burst == null || burst >= 1 && burst <= 100),
                "a burst has 1 to 100 times the rate, and only arrivals in bursts have one, but it is " + burst);
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
        return new Load(Model.OPEN, ratePerSecond, 0, arrivals, arrivals == Arrivals.BURSTS ? BURST : null);
    }

    public static Load closed(int users) {
        return new Load(Model.CLOSED, 0, users, null, null);
    }

    /** An open load of this rate, whose requests follow one another as those of this load if it is open, else at random. */
    public Load at(double rate) {
        return model == Model.CLOSED ? open(rate) : new Load(model, rate, 0, arrivals, burst);
    }

    /** With bursts of so many times the rate. */
    public Load withBurst(double times) {
        return new Load(model, ratePerSecond, users, arrivals, times);
    }

    /** When a request that would arrive then at random does arrive, in seconds from the start of its phase. */
    public static double arrival(double seconds, @Nullable Double burst) {
        double on = seconds % PERIOD_SECONDS;
        return burst == null ? seconds : seconds - on + on / burst;
    }

    /** For tables: {@code open, 50/s at random}, {@code open, 50/s at equal distances} or {@code closed, 50 users}. */
    public String describe() {
        if (arrivals == null) {
            return "closed, " + users + " users";
        }
        return "open, " + Format.setting(ratePerSecond) + "/s " + arrivals.words()
                + (burst == null ? "" : " of " + Format.setting(burst * ratePerSecond) + "/s");
    }
}
