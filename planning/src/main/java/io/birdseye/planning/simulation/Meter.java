package io.birdseye.planning.simulation;

/** The mean over time of a number that changes in steps, such as busy servers. */
final class Meter {

    private final EventLoop loop;
    private double level;
    private double area;
    private double since;
    private double from;

    Meter(EventLoop loop) {
        this.loop = loop;
    }

    double level() {
        return level;
    }

    void add(double change) {
        set(level + change);
    }

    void set(double value) {
        area += level * (loop.now() - since);
        since = loop.now();
        level = value;
    }

    /** Discards everything up to now, for example the warm-up. */
    void restart() {
        area = 0;
        since = loop.now();
        from = since;
    }

    double mean() {
        double time = loop.now() - from;
        return time > 0 ? (area + level * (loop.now() - since)) / time : level;
    }
}
