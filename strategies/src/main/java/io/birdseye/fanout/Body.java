package io.birdseye.fanout;

import java.util.LinkedList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The body of an upstream's answer. Where calls were made in turn it is that of the last, and has the others before it.
 * The bytes are not copied, so nobody may change them.
 */
public record Body(String upstream, byte[] bytes, @Nullable Body before) {

    /** In place of a body where no call was made. */
    public static final Body NONE = new Body("", new byte[0]);

    public Body(String upstream, byte[] bytes) {
        this(upstream, bytes, null);
    }

    /** The body of the next call of the chain, behind this one. */
    Body then(Body next) {
        return this == NONE ? next : new Body(next.upstream, next.bytes, this);
    }

    Body notEmpty() {
        if (bytes.length == 0) {
            throw new UpstreamFailure(upstream, UpstreamFailure.Kind.EMPTY, "it answered with an empty body");
        }
        return this;
    }

    /** The bodies of the calls that were made, in their order; takes no copies. */
    public List<Body> chain() {
        if (before == null) {
            return this == NONE ? List.of() : List.of(this);
        }
        LinkedList<Body> bodies = new LinkedList<>();
        for (Body body = this; body != null; body = body.before) {
            bodies.addFirst(body);
        }
        return bodies;
    }
}
