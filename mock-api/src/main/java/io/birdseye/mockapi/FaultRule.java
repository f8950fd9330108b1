package io.birdseye.mockapi;

/**
 * Which fault is answered, and to which share of the requests.
 *
 * @param probability from 0 to 1
 */
public record FaultRule(Fault fault, double probability) {

    public FaultRule {
        Probability.require("faultProbability", probability);
    }
}
