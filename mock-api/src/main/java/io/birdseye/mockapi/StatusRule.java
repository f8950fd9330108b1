package io.birdseye.mockapi;

/**
 * Which status is answered in place of the data, and to which share of the requests.
 *
 * @param code 400 to 599; 200 stands for the data
 * @param probability from 0 to 1
 */
public record StatusRule(int code, double probability) {

    static final String ALLOWED = "200, or an error status from 400 to 599";

    public StatusRule {
        if (code != 200 && (code < 400 || code > 599)) {
            throw new InvalidSetting("status", code, ALLOWED);
        }
        Probability.require("statusProbability", probability);
    }

    boolean isError() {
        return code != 200;
    }
}
