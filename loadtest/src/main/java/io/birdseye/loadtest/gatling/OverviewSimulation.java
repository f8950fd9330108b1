package io.birdseye.loadtest.gatling;

import static io.gatling.javaapi.core.CoreDsl.asLongAs;
import static io.gatling.javaapi.core.CoreDsl.atOnceUsers;
import static io.gatling.javaapi.core.CoreDsl.bodyBytes;
import static io.gatling.javaapi.core.CoreDsl.doIfOrElse;
import static io.gatling.javaapi.core.CoreDsl.exec;
import static io.gatling.javaapi.core.CoreDsl.nothingFor;
import static io.gatling.javaapi.core.CoreDsl.pause;
import static io.gatling.javaapi.core.CoreDsl.rampUsers;
import static io.gatling.javaapi.core.CoreDsl.scenario;
import static io.gatling.javaapi.http.HttpDsl.http;
import static io.gatling.javaapi.http.HttpDsl.status;

import io.birdseye.loadtest.SettingReader;
import io.birdseye.loadtest.generate.LoadSummary;
import io.birdseye.loadtest.generate.RequestTiming;
import io.birdseye.loadtest.generate.Schedule;
import io.gatling.javaapi.core.ChainBuilder;
import io.gatling.javaapi.core.OpenInjectionStep;
import io.gatling.javaapi.core.PopulationBuilder;
import io.gatling.javaapi.core.Session;
import io.gatling.javaapi.core.Simulation;
import io.gatling.javaapi.http.HttpProtocolBuilder;
import io.gatling.javaapi.http.HttpRequestActionBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Offers the load of {@link InjectorSettings} to one strategy and records the latencies itself: Gatling 3.15 has no
 * file that others can read, measures in whole milliseconds, and does not know when a request should have started.
 *
 * <p>Gatling injects every user of the open model about a second before its request is due; the user then waits for its
 * moment in the {@link Schedule}. So the rate is exactly constant, where Gatling's own is constant only within whole
 * seconds. In the closed model a user is due again when its answer has come.
 */
public final class OverviewSimulation extends Simulation {

    private static final String TIMING = "timing";
    private static final String STATUS = "status";
    private static final String BODY = "body";

    /** How far ahead Gatling injects; its scheduler works in ticks of one second. */
    private static final Duration LEAD = Duration.ofMillis(1_500);

    /** A user of the closed model waits up to this long after a pause, so that they do not all ask at once. */
    private static final Duration STAGGER = Duration.ofMillis(500);

    private final InjectorSettings settings;
    private final Schedule schedule;
    private final Duration untilOrigin;
    private @Nullable InjectorRun run;

    /** @throws IllegalArgumentException if a setting is wrong; the message names it */
    @SuppressWarnings("this-escape") // Gatling wants setUp to be called here
    public OverviewSimulation() {
        settings = InjectorSettings.from(SettingReader.ofSystem());
        schedule = settings.schedule();
        untilOrigin = untilOrigin();
        if (untilOrigin.compareTo(LEAD) < 0) {
            throw SettingReader.refusal(
                    "birdseye.startAt", settings.startAtEpochMillis().orElse(0L), "at least 2 s in the future");
        }
        Duration span = Duration.ofNanos(schedule.window().endNanos());
        setUp(population())
                .protocols(protocol())
                .maxDuration(untilOrigin.plus(span).plus(settings.requestTimeout()).plusSeconds(2));
    }

    private Duration untilOrigin() {
        return settings.startAtEpochMillis()
                .map(start -> Duration.ofMillis(start - System.currentTimeMillis()))
                .orElse(LEAD);
    }

    private HttpProtocolBuilder protocol() {
        return http.baseUrl(settings.baseUrl().toString())
                .shareConnections()
                .disableWarmUp()
                .disableCaching()
                .disableFollowRedirect()
                .acceptHeader("application/json")
                .userAgentHeader("birdseye");
    }

    private PopulationBuilder population() {
        return switch (settings.load().model()) {
            case OPEN -> scenario("overview, open")
                    .exec(session -> session.set(TIMING, run().arrive(session.userId() - 1)))
                    .exec(pause(session -> run().untilDue(timing(session))))
                    .exec(request())
                    .injectOpen(openInjection());
            case CLOSED -> {
                ChainBuilder free = exec(session -> session.set(TIMING, run().free(stagger(session))));
                ChainBuilder rest = pause(session -> run().untilDue(timing(session)));
                yield scenario("overview, closed")
                        .exec(free)
                        .exec(asLongAs(session -> run().stillRunning(timing(session)))
                                .on(exec(rest).exec(request()).exec(free)))
                        .injectOpen(nothingFor(untilOrigin.minus(LEAD)), atOnceUsers(schedule.users()));
            }
        };
    }

    private Duration stagger(Session session) {
        return STAGGER.multipliedBy(session.userId() - 1).dividedBy(schedule.users());
    }

    /** One step for each phase, with a user for each request; each user then waits until its request is due. */
    private OpenInjectionStep[] openInjection() {
        List<OpenInjectionStep> steps = new ArrayList<>();
        steps.add(nothingFor(untilOrigin.minus(LEAD)));
        long injectedUntil = 0;
        for (Schedule.Phase phase : schedule.phases()) {
            steps.add(nothingFor(Duration.ofNanos(phase.startNanos() - injectedUntil)));
            Duration wholeSeconds = Duration.ofSeconds(phase.duration().toSeconds());
            int users = Math.toIntExact(phase.requests());
            // Gatling drops fractions of a second. A user that it injects early waits for longer.
            steps.add(wholeSeconds.isZero() ? atOnceUsers(users) : rampUsers(users).during(wholeSeconds));
            injectedUntil = phase.startNanos() + wholeSeconds.toNanos();
        }
        return steps.toArray(OpenInjectionStep[]::new);
    }

    /** Only requests of the window appear in Gatling's own report. */
    private ChainBuilder request() {
        return doIfOrElse(session -> timing(session).phase() != null)
                .then(timed(overview()))
                .orElse(timed(overview().silent()));
    }

    private HttpRequestActionBuilder overview() {
        return http(settings.request().strategy())
                .get(settings.request().pathAndQuery())
                .requestTimeout(settings.requestTimeout())
                .check(
                        status().saveAs(STATUS),
                        status().is(200),
                        bodyBytes().transform(this::looksComplete).is(true).saveAs(BODY));
    }

    /** A cheap check: the trial runner has compared one answer in full before. */
    private boolean looksComplete(byte[] body) {
        return body.length >= Math.max(2, settings.minBodyBytes())
                && body[0] == '{'
                && body[body.length - 1] == '}';
    }

    private ChainBuilder timed(HttpRequestActionBuilder request) {
        return exec(session -> session.removeAll(STATUS, BODY).set(TIMING, run().send(timing(session))))
                .exec(request)
                .exec(session -> {
                    RequestTiming timing = timing(session);
                    run().end(timing, error(session, timing));
                    return session.markAsSucceeded();
                });
    }

    private @Nullable String error(Session session, RequestTiming timing) {
        if (!session.contains(STATUS)) {
            return run().withoutAnswer(timing);
        }
        int code = session.getInt(STATUS);
        if (code != 200) {
            return Integer.toString(code);
        }
        return session.contains(BODY) ? null : "body";
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
            run = new InjectorRun(settings, schedule, untilOrigin());
        } catch (IOException e) {
            throw notWritten(e);
        }
    }

    @Override
    public void after() {
        try {
            LoadSummary summary = run().finish();
            System.out.println("BIRDSEYE done " + summary.ok() + " ok, " + summary.errors() + " errors");
        } catch (IOException e) {
            throw notWritten(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private UncheckedIOException notWritten(IOException cause) {
        return new UncheckedIOException("cannot write to birdseye.out '" + settings.out() + "': " + cause, cause);
    }
}
