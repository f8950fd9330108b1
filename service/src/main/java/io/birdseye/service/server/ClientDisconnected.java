package io.birdseye.service.server;

/** The client has closed its connection, so the answer can reach nobody. */
public final class ClientDisconnected extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public ClientDisconnected() {
        super("the client has closed its connection", null, true, false);
    }
}
