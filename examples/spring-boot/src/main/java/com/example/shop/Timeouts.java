package com.example.shop;

import java.net.SocketTimeoutException;
import java.net.http.HttpTimeoutException;
import java.util.concurrent.TimeoutException;

/** Tells from an exception whether something took too long. */
final class Timeouts {

    private Timeouts() {}

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
}
