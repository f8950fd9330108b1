package io.birdseye.mockapi;

import io.netty.channel.EventLoop;
import io.vertx.core.Handler;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;

/** Where every request of one event loop comes in. */
final class DataHandler implements Handler<HttpServerRequest> {

    private static final Logger LOG = System.getLogger(DataHandler.class.getName());

    private final MockState state;
    private final AdminHandler admin;
    private final EventLoop eventLoop;

    DataHandler(MockState state, EventLoop eventLoop) {
        this.state = state;
        this.admin = new AdminHandler(state);
        this.eventLoop = eventLoop;
    }

    @Override
    public void handle(HttpServerRequest request) {
        long parsedAt = System.nanoTime();
        try {
            serve(request, parsedAt);
        } catch (InvalidSetting refused) {
            Answers.refuse(request.response(), refused);
        } catch (RuntimeException e) {
            LOG.log(Level.ERROR, "a request failed: " + request.uri(), e);
            Answers.problem(request.response(), 500, "mock-api failed; its log has the cause");
        }
    }

    private void serve(HttpServerRequest request, long parsedAt) {
        String path = request.path();
        Route route = path == null ? null : state.route(path);
        if (route == null) {
            if (path != null && path.startsWith(AdminHandler.PREFIX)) {
                admin.handle(request, path);
            } else {
                Answers.problem(
                        request.response(),
                        404,
                        "nothing is served at " + path + "; there is " + String.join(", ", state.paths()));
            }
        } else if (!request.method().equals(HttpMethod.GET) && !request.method().equals(HttpMethod.HEAD)) {
            Answers.notAllowed(request.response(), "GET, HEAD");
        } else {
            Behaviour behaviour = route.behaviour(RequestOverrides.of(request));
            new Exchange(state, eventLoop, route, request, behaviour, parsedAt).begin();
        }
    }
}
