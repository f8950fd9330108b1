package io.birdseye.planning.advice;

/**
 * CPU time per MB on a machine, to convert the sizes of a scenario into milliseconds.
 *
 * @param boxedMsPerMegabyte multiplying a boxed list
 * @param primitiveMsPerMegabyte multiplying a primitive list
 * @param payloadMsPerMegabyte receiving, parsing and writing bodies
 * @param origin where these figures come from, as the end of a sentence
 */
public record CpuCosts(
        double boxedMsPerMegabyte, double primitiveMsPerMegabyte, double payloadMsPerMegabyte, String origin) {

    /**
     * Measured with an early version on a machine with two cores and the parallel collector: 16 and 3 ms for the
     * multiplications of two lists of 5 MB, and 12 ms for the bodies of a request, 1 MB. Other machines differ;
     * {@code advise --verify} measures by how much.
     */
    public static final CpuCosts ASSUMED =
            new CpuCosts(1.6, 0.3, 12, "as measured on a machine with two cores; --verify measures it on this machine");
}
