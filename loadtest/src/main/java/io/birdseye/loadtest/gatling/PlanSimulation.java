package io.birdseye.loadtest.gatling;

import static io.gatling.javaapi.core.CoreDsl.StringBody;
import static io.gatling.javaapi.http.HttpDsl.http;

import io.birdseye.loadtest.plan.DrawnText;
import io.birdseye.loadtest.plan.TargetPlan;
import io.birdseye.loadtest.plan.TargetRequest;
import io.gatling.javaapi.http.HttpRequestActionBuilder;
import java.util.List;

/**
 * Offers the load of a {@link TargetPlan}, that of the coordinator or of {@link InjectorSettings}. Redirects are not
 * followed.
 */
public final class PlanSimulation extends ScheduledSimulation {

    private final TargetPlan plan;

    /** @throws IllegalArgumentException if a setting is wrong; the message names it */
    public PlanSimulation() {
        this(Handover.current());
    }

    @SuppressWarnings("this-escape") // Gatling wants setUp to be called here
    private PlanSimulation(Handover handover) {
        super(handover);
        plan = handover.plan();
        offer(
                http.disableUrlEncoding().disableAutoReferer().disableAutoOrigin(),
                plan.requests().stream().map(this::sent).toList());
    }

    private Sent sent(TargetRequest request) {
        return new Sent(() -> action(request), request.expectation().status(), request.expectation().checksBody());
    }

    private HttpRequestActionBuilder action(TargetRequest request) {
        DrawnText url = new DrawnText(request.url());
        HttpRequestActionBuilder action = http(request.name())
                .httpRequest(request.method(), session -> url.draw(plan.seed(), number(session)))
                .requestTimeout(plan.requestTimeout());
        for (TargetRequest.Header header : request.headersOfAll()) {
            DrawnText value = new DrawnText(header.value());
            action = action.header(header.name(), session -> value.draw(plan.seed(), number(session)));
        }
        if (request.body() != null) {
            DrawnText body = new DrawnText(request.body());
            action = action.body(StringBody(session -> body.draw(plan.seed(), number(session))));
        }
        action = action.check(statusIs(request.expectation().status())).check(pathIsKept());
        return request.expectation().checksBody() ? action.check(bodyIs(request.expectation()::matches)) : action;
    }
}
