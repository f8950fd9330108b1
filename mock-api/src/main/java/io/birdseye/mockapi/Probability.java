package io.birdseye.mockapi;

/** What counts as a probability. */
final class Probability {

    static final String ALLOWED = "a number from 0 to 1";

    private Probability() {}

    /** @throws InvalidSetting if the value is not from 0 to 1 */
    static void require(String field, double value) {
        if (!(value >= 0 && value <= 1)) {
            throw new InvalidSetting(field, value, ALLOWED);
        }
    }
}
