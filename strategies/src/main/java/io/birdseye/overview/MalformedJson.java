package io.birdseye.overview;

/** What was read is not JSON. It has no stack trace: where in the bytes is what matters. */
final class MalformedJson extends RuntimeException {

    private static final long serialVersionUID = 1L;

    MalformedJson(String what, int offset) {
        super(what + " at byte " + offset, null, false, false);
    }
}
