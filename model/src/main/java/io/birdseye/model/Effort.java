package io.birdseye.model;

import java.time.Duration;

/** How much is measured. */
public enum Effort {
    /** An indication, in minutes. */
    QUICK,
    /** What a decision needs. */
    NORMAL,
    /** What can be published. */
    THOROUGH;

    /** The value for this effort. */
    public <T> T pick(T quick, T normal, T thorough) {
        return switch (this) {
            case QUICK -> quick;
            case NORMAL -> normal;
            case THOROUGH -> thorough;
        };
    }

    /** The second value if thorough, else the first. */
    public <T> T pick(T usual, T thorough) {
        return pick(usual, usual, thorough);
    }

    /** Load before a trial of a comparison, not measured. */
    public Duration warmUp() {
        return Duration.ofSeconds(pick(10, 18, 30));
    }

    /** Measured time of a trial of a comparison. */
    public Duration window() {
        return Duration.ofSeconds(pick(6, 30, 60));
    }

    /** How often a comparison measures everything. */
    public int blocks() {
        return pick(1, 3, 5);
    }

    /** As users type it. */
    @Override
    public String toString() {
        return Format.label(this);
    }
}
