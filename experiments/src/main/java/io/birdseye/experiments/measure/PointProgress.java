package io.birdseye.experiments.measure;

/** Hears of every run as it happens. */
public interface PointProgress {

    /** Hears nothing. */
    PointProgress SILENT = new PointProgress() {
        @Override
        public void started(Point point) {}

        @Override
        public void finished(Point point, Run run) {}
    };

    /** A run starts. */
    void started(Point point);

    /** A run ended, however it did. */
    void finished(Point point, Run run);
}
