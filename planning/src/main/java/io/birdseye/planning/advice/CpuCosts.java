package io.birdseye.planning.advice;

/**
 * What CPU work costs on a machine, to turn a scenario's sizes into milliseconds.
 *
 * @param boxedMsPerMegabyte multiplying a boxed list
 * @param primitiveMsPerMegabyte multiplying a primitive list
 * @param payloadMsPerMegabyte receiving, parsing and writing bodies
 * @param origin how these figures were come by, as the end of a sentence
 */
public record CpuCosts(
        double boxedMsPerMegabyte, double primitiveMsPerMegabyte, double payloadMsPerMegabyte, String origin) {

    /**
     * What an early version took on a machine with two cores and the parallel collector: 16 and 3 ms for the bare
     * multiplications of two lists of 5 MB, and 12 ms more for a request with 1 MB of bodies. Other machines differ;
     * verifying the advice tells by how much.
     */
    public static final CpuCosts ASSUMED =
            new CpuCosts(1.6, 0.3, 12, "as once seen on a machine with two cores; --verify tells what it takes here");

    public CpuCosts {
        requireAtLeastZero("boxed", boxedMsPerMegabyte);
        requireAtLeastZero("primitive", primitiveMsPerMegabyte);
        requireAtLeastZero("payload", payloadMsPerMegabyte);
    }

    private static void requireAtLeastZero(String what, double ms) {
        if (!(ms >= 0 && Double.isFinite(ms))) {
            throw new IllegalArgumentException("the cost of " + what + " must be at least 0 ms/MB, but is " + ms);
        }
    }
}
