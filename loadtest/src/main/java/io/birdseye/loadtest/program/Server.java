package io.birdseye.loadtest.program;

import java.time.Duration;

/**
 * A program of this machine that listens.
 *
 * @param url its address, such as {@code http://127.0.0.1:8080}
 * @param startTime from the start of the process until it was ready
 */
public record Server(Program program, String url, Duration startTime) implements Endpoint {

    @Override
    public void close() {
        program.close();
    }
}
