package io.birdseye.mockapi;

import io.birdseye.model.Callers;
import io.netty.channel.EventLoop;
import io.vertx.core.Handler;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.internal.ContextInternal;
import java.util.List;

/** The entry point of all requests of one event loop. */
final class RequestHandler implements Handler<HttpServerRequest> {

    private final MockState state;
    private final ConnectionLimits connections;
    private final AdminHandler admin;
    private final EventLoop eventLoop;
    private final Callers callers;

    /** The host of the last request, which nearly all have. All methods run on one event loop. */
    private String allowedHost = "";

    RequestHandler(MockState state, Callers callers, ConnectionLimits connections, ContextInternal context) {
        this.state = state;
        this.callers = callers;
        this.connections = connections;
        this.admin = new AdminHandler(state, context);
        this.eventLoop = context.nettyEventLoop();
    }

    @Override
    public void handle(HttpServerRequest request) {
        long parsedAt = System.nanoTime();
        try {
            connections.served(request.connection(), parsedAt);
            serve(request, parsedAt);
        } catch (RuntimeException e) {
            Answers.failure(request, e);
        }
    }

    private void serve(HttpServerRequest request, long parsedAt) {
        if (!mayCall(request)) {
            return;
        }
        String path = request.path();
        Route route = path == null ? null : state.route(path);
        if (route == null) {
            if (path != null && path.startsWith(AdminHandler.PREFIX)) {
                admin.handle(request, path);
            } else {
                String detail = "nothing is served at " + path + "; there is " + String.join(", ", state.paths());
                Answers.problem(request.response(), 404, detail);
            }
        } else if (!request.method().equals(HttpMethod.GET) && !request.method().equals(HttpMethod.HEAD)) {
            Answers.notAllowed(request.response(), "GET, HEAD");
        } else {
            DelayedAnswer answer =
                    new DelayedAnswer(state, eventLoop, route, request, settings(route, request), parsedAt);
            connections.served(request.connection(), answer.dueNanos());
            answer.begin();
        }
    }

    /** Refuses a host that is not allowed. HTTP/1.0 needs none. */
    private boolean mayCall(HttpServerRequest request) {
        List<String> hosts = request.headers().getAll(HttpHeaders.HOST);
        String host = hosts.size() == 1 ? hosts.getFirst() : "";
        if (host.equals(allowedHost) && !host.isEmpty()) {
            return true;
        }
        if (hosts.isEmpty() && request.version() == HttpVersion.HTTP_1_0) {
            return true;
        }
        if (!Callers.isAuthority(host)) {
            Answers.closing(request.response(), 400, "the request must have one Host, a name or an address");
        } else if (!callers.allows(host)) {
            Answers.closing(
                    request.response(), 421, "the host '" + host + "' is not allowed; allowed is " + Callers.ALLOWED);
        } else {
            allowedHost = host;
            return true;
        }
        return false;
    }

    /**
     * The settings of the route, changed by what the request asks for itself: {@code ?delay=200ms&status=503}. A route
     * whose size is set plays a service that has parameters of its own, such as {@code ?user=7}: they change nothing.
     *
     * @throws InvalidSetting if a parameter is unknown, given twice, or not allowed
     */
    private static RouteSettings settings(Route route, HttpServerRequest request) {
        String query = request.query();
        if (query == null || query.isEmpty()) {
            return route.settings();
        }
        RouteSettings settings = route.settings();
        MultiMap parameters;
        try {
            parameters = request.params();
        } catch (IllegalArgumentException e) {
            throw new InvalidSetting("query", query, "percent-encoded UTF-8");
        }
        boolean played = settings.payloadBytes() != null;
        for (String name : parameters.names()) {
            if (played && !RuleText.KINDS.contains(name)) {
                continue;
            }
            List<String> values = parameters.getAll(name);
            if (values.size() > 1) {
                throw new InvalidSetting(name, String.join(", ", values), "one value");
            }
            settings = RuleText.parse(name, name, values.getFirst()).orElse(settings);
        }
        return settings;
    }
}
