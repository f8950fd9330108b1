package io.birdseye.loadtest.gatling;

import static io.gatling.javaapi.core.CoreDsl.StringBody;
import static io.gatling.javaapi.http.HttpDsl.http;

import io.birdseye.loadtest.SettingReader;
import io.birdseye.loadtest.target.DrawnText;
import io.birdseye.loadtest.target.TargetPlan;
import io.birdseye.loadtest.target.TargetRequest;
import io.gatling.javaapi.http.HttpRequestActionBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Offers the load of a {@link TargetPlan} to a service of whatever kind. Redirects are not followed. */
public final class TargetSimulation extends ScheduledSimulation {

    /** The property that names the file of the plan. */
    static final String PLAN = "birdseye.plan";

    private final TargetPlan plan;

    /** @throws IllegalArgumentException if the plan cannot be read */
    public TargetSimulation() {
        this(read());
    }

    @SuppressWarnings("this-escape") // Gatling wants setUp to be called here
    private TargetSimulation(TargetPlan plan) {
        super(plan.schedule(), plan.requestTimeout(), out(), Optional.empty());
        this.plan = plan;
        offer(
                http.disableUrlEncoding().disableAutoReferer().disableAutoOrigin(),
                plan.requests().stream().map(this::sent).toList());
    }

    private static TargetPlan read() {
        Path file = Path.of(SettingReader.ofSystem().text(PLAN).orElse("plan.json"));
        try {
            return TargetPlan.fromJson(Files.readString(file));
        } catch (IOException e) {
            throw new IllegalArgumentException(PLAN + " is '" + file + "', which cannot be read: " + e.getMessage(), e);
        }
    }

    /** The folder that receives histograms and summaries. */
    static Path out() {
        return Path.of(SettingReader.ofSystem().text("birdseye.out").orElse("results/load"));
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
        action = action.check(statusIs(request.expectation().status()));
        return request.expectation().checksBody() ? action.check(bodyIs(request.expectation()::matches)) : action;
    }
}
