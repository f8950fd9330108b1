package io.birdseye.service.server;

/** What listeners are told. */
public interface LiveSource {

    /** The first listener has come. */
    void begin();

    /** What happened since the last time, as one line; must be quick. */
    String next();

    /** The last listener has left. */
    void end();
}
