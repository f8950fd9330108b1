package io.birdseye.loadtest.gatling;

import static io.gatling.javaapi.core.CoreDsl.StringBody;
import static io.gatling.javaapi.core.CoreDsl.asLongAs;
import static io.gatling.javaapi.core.CoreDsl.atOnceUsers;
import static io.gatling.javaapi.core.CoreDsl.bodyBytes;
import static io.gatling.javaapi.core.CoreDsl.doIfOrElse;
import static io.gatling.javaapi.core.CoreDsl.doSwitch;
import static io.gatling.javaapi.core.CoreDsl.exec;
import static io.gatling.javaapi.core.CoreDsl.nothingFor;
import static io.gatling.javaapi.core.CoreDsl.onCase;
import static io.gatling.javaapi.core.CoreDsl.pause;
import static io.gatling.javaapi.core.CoreDsl.rampUsers;
import static io.gatling.javaapi.core.CoreDsl.scenario;
import static io.gatling.javaapi.http.HttpDsl.header;
import static io.gatling.javaapi.http.HttpDsl.http;
import static io.gatling.javaapi.http.HttpDsl.status;

import io.birdseye.loadtest.gatling.Engine.Handover;
import io.birdseye.loadtest.generate.RequestTiming;
import io.birdseye.loadtest.generate.Schedule;
import io.birdseye.loadtest.generate.ServedPath;
import io.birdseye.loadtest.injectors.InjectorRun;
import io.birdseye.loadtest.plan.Expectation;
import io.birdseye.loadtest.plan.Request;
import io.birdseye.loadtest.plan.RequestPlan;
import io.birdseye.loadtest.plan.TextTemplate;
import io.gatling.javaapi.core.ChainBuilder;
import io.gatling.javaapi.core.CheckBuilder;
import io.gatling.javaapi.core.Choice;
import io.gatling.javaapi.core.OpenInjectionStep;
import io.gatling.javaapi.core.PopulationBuilder;
import io.gatling.javaapi.core.Session;
import io.gatling.javaapi.core.Simulation;
import io.gatling.javaapi.http.HttpRequestActionBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Sends the requests of a {@link RequestPlan} and records the latencies itself: Gatling 3.15 measures in whole
 * milliseconds, and does not know when a request should have started.
 *
 * <p>Gatling injects every user of the open model about a second early; the user waits for its moment in the
 * {@link Schedule}, since Gatling's own arrivals are even only within whole seconds. In the closed model a user is due again
 * when its answer has come. Redirects are not followed.
 */
public final class PlanSimulation extends Simulation {

    private static final String TIMING = "timing";
    private static final String STATUS = "status";
    private static final String BODY = "body";
    private static final String PATH = "path";

    /** How far ahead Gatling injects; its scheduler works in ticks of one second. */
    private static final Duration LEAD = Duration.ofMillis(1_500);

    /** A user of the closed model waits up to this long after a pause, so that they do not all ask at once. */
    private static final Duration STAGGER = Duration.ofMillis(500);

    /** Of a request: counts from 0; in the open model also its place in the schedule. */
    private static final String NUMBER = "number";

    private final Handover handover;
    private final RequestPlan plan;
    private final Schedule schedule;
    private final Duration lead;
    private final long originNanos;
    private final Duration untilOrigin;
    private final AtomicLong requests = new AtomicLong();
    private @Nullable InjectorRun run;

    /** @throws IllegalArgumentException if a setting is wrong; the message names it */
    public PlanSimulation() {
        this(Handover.current());
    }

    /** Waits until the start has been published: what Gatling injects counts from then. */
    @SuppressWarnings("this-escape") // Gatling wants setUp to be called here
    private PlanSimulation(Handover handover) {
        this.handover = handover;
        plan = handover.plan();
        schedule = plan.schedule();
        lead = lead(schedule);
        originNanos = handover.awaitStart();
        untilOrigin = Duration.ofNanos(Math.max(lead.toNanos(), originNanos - System.nanoTime()));
        Duration span = Duration.ofNanos(schedule.window().endNanos());
        setUp(population())
                .protocols(http.disableUrlEncoding().disableAutoReferer().disableAutoOrigin().shareConnections()
                        .disableWarmUp().disableCaching().disableFollowRedirect())
                .maxDuration(untilOrigin.plus(span).plus(plan.requestTimeout()).plusSeconds(2));
    }

    /** How long before its origin users are injected: evenly, so earlier where requests are due earlier than evenly. */
    static Duration lead(Schedule schedule) {
        return LEAD.plus(schedule.mostAhead());
    }

    private PopulationBuilder population() {
        ChainBuilder request = oneOf(plan.requests());
        if (schedule.open()) {
            return scenario("open")
                    .exec(session -> session.set(NUMBER, schedule.share().global(session.userId() - 1))
                            .set(TIMING, run().arrive(session.userId() - 1)))
                    .exec(pause(session -> run().untilDue(timing(session))))
                    .exec(request)
                    .injectOpen(openInjection());
        }
        ChainBuilder free = exec(session -> session.set(NUMBER, schedule.share().global(requests.getAndIncrement()))
                .set(TIMING, run().free(Duration.ZERO, stagger(session))));
        ChainBuilder rest = pause(session -> run().untilDue(timing(session)));
        return scenario("closed")
                .exec(free)
                .exec(asLongAs(session -> run().stillRunning(timing(session))).on(exec(rest).exec(request).exec(free)))
                .injectOpen(nothingFor(untilOrigin.minus(lead)), atOnceUsers(schedule.users()));
    }

    /** Sends the request of the phase to which it belongs. */
    private ChainBuilder oneOf(List<Request> variants) {
        if (variants.size() == 1) {
            return request(variants.getFirst());
        }
        List<Choice.WithKey> choices = new ArrayList<>();
        for (int i = 0; i < variants.size(); i++) {
            choices.add(onCase(i).then(request(variants.get(i))));
        }
        return exec(doSwitch(session -> run().variant(timing(session))).on(choices));
    }

    private Duration stagger(Session session) {
        long user = schedule.share().global(session.userId() - 1);
        return STAGGER.multipliedBy(user).dividedBy(plan.users());
    }

    /** One step for each phase, with a user for each request; each user then waits until its request is due. */
    private OpenInjectionStep[] openInjection() {
        List<OpenInjectionStep> steps = new ArrayList<>();
        steps.add(nothingFor(untilOrigin.minus(lead)));
        long injectedUntil = 0;
        for (Schedule.Phase phase : schedule.phases()) {
            steps.add(nothingFor(Duration.ofNanos(phase.startNanos() - injectedUntil)));
            Duration wholeSeconds = Duration.ofSeconds(phase.duration().toSeconds());
            int users = Math.toIntExact(phase.requests());
            // Gatling drops fractions of a second. A user that it injects early waits for longer.
            steps.add(users == 0 ? nothingFor(wholeSeconds)
                    : wholeSeconds.isZero() ? atOnceUsers(users) : rampUsers(users).during(wholeSeconds));
            injectedUntil = phase.startNanos() + wholeSeconds.toNanos();
        }
        return steps.toArray(OpenInjectionStep[]::new);
    }

    /** Only requests of the window appear in Gatling's own report. */
    private ChainBuilder request(Request request) {
        return doIfOrElse(session -> timing(session).phase() != null)
                .then(timed(request.expectation(), action(request)))
                .orElse(timed(request.expectation(), action(request).silent()));
    }

    private ChainBuilder timed(Expectation expected, HttpRequestActionBuilder request) {
        return exec(session -> session.removeAll(STATUS, BODY, PATH).set(TIMING, run().send(timing(session))))
                .exec(request)
                .exec(session -> {
                    RequestTiming timing = timing(session);
                    run().end(timing, error(expected, session, timing), session.get(PATH));
                    return session.markAsSucceeded();
                });
    }

    private @Nullable String error(Expectation expected, Session session, RequestTiming timing) {
        if (!session.contains(STATUS)) {
            return withoutAnswer(timing);
        }
        int code = session.getInt(STATUS);
        if (code != expected.status()) {
            return Integer.toString(code);
        }
        return !expected.checksBody() || session.contains(BODY) ? null : "body";
    }

    /** What became of a request without an answer, judged by how long it took: Gatling tells nothing more. */
    private String withoutAnswer(RequestTiming timing) {
        long nanos = run().now() - timing.sentNanos();
        return AnswerLimit.takeGivenUp() ? "too-large" : nanos >= plan.requestTimeout().toNanos() * 9 / 10 ? "timeout" : "connection";
    }

    private HttpRequestActionBuilder action(Request request) {
        Expectation expected = request.expectation();
        HttpRequestActionBuilder action = http(request.name())
                .httpRequest(request.method(), drawn(request.url()))
                .requestTimeout(plan.requestTimeout());
        for (Request.Header header : request.headersOfAll()) {
            action = action.header(header.name(), drawn(header.value()));
        }
        if (request.body() != null) {
            action = action.body(StringBody(drawn(request.body())));
        }
        // No check, but a look at what Birdseye's service says of its answer.
        CheckBuilder path = header("Server-Timing").transform(ServedPath::of).optional().saveAs(PATH);
        action = action.check(status().saveAs(STATUS), status().is(expected.status()), path);
        return expected.checksBody()
                ? action.check(bodyBytes().transform(expected::matches).is(true).saveAs(BODY))
                : action;
    }

    private Function<Session, String> drawn(String text) {
        TextTemplate drawn = new TextTemplate(text);
        return session -> drawn.draw(plan.seed(), session.getLong(NUMBER));
    }

    private static RequestTiming timing(Session session) {
        return session.get(TIMING);
    }

    private InjectorRun run() {
        return Objects.requireNonNull(run, "Gatling has not called before()");
    }

    @Override
    public void before() {
        try {
            run = new InjectorRun(schedule, plan.requestTimeout(), handover.folder(), originNanos);
        } catch (IOException e) {
            throw notWritten(e);
        }
    }

    @Override
    public void after() {
        try {
            handover.outcome().complete(run().finish());
            if (handover.alone()) {
                run().writeSummaries(handover.folder());
            }
        } catch (IOException e) {
            throw notWritten(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private UncheckedIOException notWritten(IOException cause) {
        handover.outcome().completeExceptionally(cause);
        return new UncheckedIOException("cannot write to birdseye.out '" + handover.folder() + "': " + cause, cause);
    }
}
