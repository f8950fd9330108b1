package io.birdseye.service.problem;

/** The client has closed its connection: nobody waits for the answer any more. */
public final class ClientDisconnected extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public ClientDisconnected() {
        super("the client has closed its connection", null, true, false);
    }
}
