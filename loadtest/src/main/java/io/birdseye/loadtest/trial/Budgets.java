package io.birdseye.loadtest.trial;

/** What the strategies of a measurement may use. */
public sealed interface Budgets {

    /** The same for all: what makes a comparison fair. */
    record Equal(int ioConcurrency, int cpuConcurrency) implements Budgets {

        public Equal {
            if (ioConcurrency < 1 || cpuConcurrency < 1) {
                throw new IllegalArgumentException("a budget needs at least one call and one combination at once, but has "
                        + ioConcurrency + " and " + cpuConcurrency);
            }
        }
    }

    /** For each strategy that of its article. */
    record Published() implements Budgets {}
}
