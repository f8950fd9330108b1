package io.birdseye.loadtest.program;

/**
 * A program that listens, wherever it runs.
 *
 * @param url its address, such as {@code http://127.0.0.1:8080}
 */
public record Endpoint(Participant program, String url) implements AutoCloseable {

    /** One that was started here. */
    public static Endpoint of(Server server) {
        return new Endpoint(server.program(), server.url());
    }

    /** Ends it, if it was started here. */
    @Override
    public void close() {
        program.close();
    }
}
