package io.birdseye.experiments.claim;

/**
 * The two verdicts on a claim.
 *
 * @param effect does it happen?
 * @param cause is the published explanation right?
 * @param explanation what that means, in one sentence
 */
public record Judgement(Verdict effect, Verdict cause, String explanation) {}
