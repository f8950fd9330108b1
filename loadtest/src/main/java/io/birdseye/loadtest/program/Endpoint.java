package io.birdseye.loadtest.program;

/** A program that listens, wherever it runs. Closing it ends it, if it was started here. */
public interface Endpoint extends AutoCloseable {

    Participant program();

    /** Its address, such as {@code http://127.0.0.1:8080}. */
    String url();

    @Override
    void close();
}
