package io.birdseye.experiments.ledger;

import io.birdseye.experiments.claim.ClaimText;
import io.birdseye.experiments.claim.Judgement;
import io.birdseye.experiments.measure.Effort;
import java.time.Instant;

/**
 * One claim with its verdicts.
 *
 * @param command what reproduces it
 */
public record Entry(ClaimText text, Judgement judgement, Effort effort, Instant judgedAt, String command) {}
