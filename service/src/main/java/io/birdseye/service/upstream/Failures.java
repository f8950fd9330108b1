package io.birdseye.service.upstream;

import io.birdseye.fanout.Plan;
import io.birdseye.fanout.TaskError;
import io.birdseye.fanout.UpstreamFailure.Kind;
import io.birdseye.fanout.UpstreamFailure;
import io.birdseye.strategy.Overloaded;
import java.io.IOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import org.apache.hc.client5.http.ConnectTimeoutException;

/** Makes the failure of an upstream from what an HTTP client throws. */
final class Failures {

    private Failures() {}

    /**
     * The upstream's; {@link Overloaded} if there was no room for its body, {@link TaskError} for an error of the
     * client.
     */
    static RuntimeException of(Plan.CallPlan call, Throwable error) {
        return switch (error) {
            case UpstreamFailure failure -> failure;
            case Overloaded noRoom -> noRoom;
            case Error fatal -> TaskError.of(call.name(), fatal);
            case IOException e when e.getCause() instanceof Error fatal -> TaskError.of(call.name(), fatal);
            case IOException e when e.getCause() instanceof Overloaded noRoom -> noRoom;
            case IOException e when e.getCause() instanceof UpstreamFailure failure -> failure;
            case SocketException e when String.valueOf(e.getMessage()).contains("Too many open files") ->
                new Overloaded("there is no descriptor left for a call to an upstream (ulimit -n)");
            case ConnectTimeoutException e -> failure(call, Kind.CONNECT, "it could not be reached in time", e);
            case ConnectException _, NoRouteToHostException _ -> failure(call, Kind.CONNECT, "it could not be reached", error);
            case UnknownHostException e -> failure(call, Kind.CONNECT, "its host is not known", e);
            case SocketTimeoutException e -> failure(call, Kind.TIMEOUT, "it did not answer in time", e);
            default -> failure(call, Kind.RESET, "the connection broke or what came was not HTTP", error);
        };
    }

    static UpstreamFailure status(Plan.CallPlan call, int status) {
        return UpstreamFailure.ofStatus(call.name(), status);
    }

    static UpstreamFailure oversize(Plan.CallPlan call, int maxBodyBytes) {
        return new UpstreamFailure(call.name(), Kind.OVERSIZE, "its body is larger than " + maxBodyBytes + " bytes");
    }

    private static UpstreamFailure failure(Plan.CallPlan call, Kind kind, String detail, Throwable cause) {
        return new UpstreamFailure(call.name(), kind, detail, cause);
    }
}
