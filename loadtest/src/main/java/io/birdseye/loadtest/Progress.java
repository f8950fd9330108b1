package io.birdseye.loadtest;

/** Is told how far a measurement has come: several times a second, on the thread that runs it. */
@FunctionalInterface
public interface Progress {

    /** Ignores it. */
    Progress NONE = (phase, doneSeconds, totalSeconds) -> {};

    /**
     * @param phase what is being done, for example {@code "block 1, rx: measuring"}
     * @param totalSeconds an estimate that may change
     */
    void update(String phase, double doneSeconds, double totalSeconds);
}
