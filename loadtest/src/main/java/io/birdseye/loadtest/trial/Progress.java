package io.birdseye.loadtest.trial;

/** Hears how far a comparison has come: several times a second, on the thread that runs it. */
@FunctionalInterface
public interface Progress {

    /** Hears nothing. */
    Progress NONE = (phase, doneSeconds, totalSeconds) -> {};

    /**
     * @param phase what is being done, for example {@code "block 1, rx: measuring"}
     * @param totalSeconds an estimate that may change
     */
    void update(String phase, double doneSeconds, double totalSeconds);
}
