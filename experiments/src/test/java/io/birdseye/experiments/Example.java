package io.birdseye.experiments;

import io.birdseye.experiments.claim.Claim;
import io.birdseye.experiments.claim.Verdict.Kind;

/** Made-up measurements and the verdicts that the claim's rules must give. */
public record Example(Claim claim, Made made, Kind effect, Kind cause) {

    @Override
    public String toString() {
        return claim.text().id() + " effect " + effect.label() + ", cause " + cause.label();
    }
}
