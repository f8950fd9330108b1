package com.example.shop;

import java.net.SocketTimeoutException;
import java.net.http.HttpTimeoutException;
import java.util.concurrent.TimeoutException;

/** An upstream could not be used. It has no stack trace, because the call and the reason are enough. */
final class UpstreamFailure extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** What the client of the shop is told. */
    enum Kind {
        /** It answered wrongly, or not at all: 502. */
        FAILED,
        /** It did not answer in time: 504. */
        TIMEOUT
    }

    private final Kind kind;

    UpstreamFailure(Kind kind, String message, Throwable cause) {
        super(message, cause, false, false);
        this.kind = kind;
    }

    static UpstreamFailure failed(Call call, String detail) {
        return new UpstreamFailure(Kind.FAILED, call.path() + ": " + detail, null);
    }

    static UpstreamFailure failed(Call call, Throwable cause) {
        return new UpstreamFailure(Kind.FAILED, call.path() + ": " + rootOf(cause), cause);
    }

    static UpstreamFailure timeout(Call call, Throwable cause) {
        return new UpstreamFailure(Kind.TIMEOUT, call.path() + " did not answer in time", cause);
    }

    /** The request has reached its deadline before all calls were answered. */
    static UpstreamFailure deadline() {
        return new UpstreamFailure(Kind.TIMEOUT, "not all calls were answered in time", new TimeoutException());
    }

    /** Whether something took too long. */
    static boolean isTimeout(Throwable failure) {
        for (Throwable e = failure; e != null; e = e.getCause() == e ? null : e.getCause()) {
            if (e instanceof HttpTimeoutException
                    || e instanceof SocketTimeoutException
                    || e instanceof TimeoutException
                    || e instanceof io.netty.handler.timeout.TimeoutException
                    || e instanceof io.netty.channel.ConnectTimeoutException) {
                return true;
            }
        }
        return false;
    }

    private static String rootOf(Throwable failure) {
        Throwable root = failure;
        while (root.getCause() != null && root.getCause() != root) {
            root = root.getCause();
        }
        return root.getClass().getSimpleName();
    }

    Kind kind() {
        return kind;
    }
}
