package io.birdseye.service.server;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Why the front door turned somebody away, before there was a request that could have been counted as one. */
public enum Refusal {
    BAD_REQUEST(400),
    CROSS_SITE(403),
    REQUEST_TIMEOUT(408),
    NO_BODY_ALLOWED(413),
    EXPECTATION_FAILED(417),
    HOST_NOT_ALLOWED(421),
    HEAD_TOO_LARGE(431),
    /** More connections than are allowed. Some get no answer, if many come at once. */
    CONNECTIONS(503),
    HTTP_VERSION(505),
    /** The system gave no descriptor for a connection, which then waits in the system's queue. */
    NOT_ACCEPTED(0);

    private final int status;

    Refusal(int status) {
        this.status = status;
    }

    /** Of the answer; 0 if there is none. */
    public int status() {
        return status;
    }

    /** The name of the reason in metrics, and the type of the problem in answers, but for connections. */
    public String reason() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** The reasons that have an answer. */
    public static List<Refusal> answered() {
        return Arrays.stream(values()).filter(refusal -> refusal.status != 0).toList();
    }

    /** @throws IllegalArgumentException if the front door answers nothing of that status */
    public static Refusal of(Problem problem) {
        return answered().stream()
                .filter(refusal -> refusal.status == problem.status())
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no refusal has status " + problem.status()));
    }
}
