package io.birdseye.loadtest.injectors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.birdseye.loadtest.FakePrograms;
import io.birdseye.loadtest.FakeService;
import io.birdseye.loadtest.TrialFailure;
import io.birdseye.loadtest.client.BoundedHttp;
import io.birdseye.loadtest.client.OverviewRequest;
import io.birdseye.loadtest.gatling.InjectorMain;
import io.birdseye.loadtest.gatling.PlainEngine;
import io.birdseye.loadtest.generate.LoadListener;
import io.birdseye.loadtest.generate.LoadSummary;
import io.birdseye.loadtest.generate.Schedule.Step;
import io.birdseye.loadtest.plan.Expectation;
import io.birdseye.loadtest.plan.Request;
import io.birdseye.loadtest.plan.RequestPlan;
import io.birdseye.loadtest.program.InjectorPlaces;
import io.birdseye.loadtest.program.JavaProgram;
import io.birdseye.loadtest.program.Launcher;
import io.birdseye.loadtest.program.Programs;
import io.birdseye.model.Load;
import io.birdseye.report.latency.LatencyLog;
import io.birdseye.report.result.Trial.InjectorsUsed;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Injectors against a real service: two with Gatling in processes of their own, others in this JVM, where they are what
 * they are elsewhere, with a control endpoint each.
 */
class CoordinatedLoadTest {

    private static final Programs FAKE = FakePrograms.all();
    private static final Duration LONG = Duration.ofMinutes(1);
    private static final String TOKEN = "a-token-of-24-characters";

    @TempDir
    private Path out;

    private final Launcher launcher = new Launcher();
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final List<Future<Integer>> ended = new ArrayList<>();
    private FakeService service;

    @BeforeEach
    void start() throws Exception {
        service = new FakeService(0, 20);
    }

    @AfterEach
    void end() {
        launcher.close();
        threads.shutdownNow();
        service.close();
    }

    private Injectors injectors(Programs programs, InjectorPlaces places) throws TrialFailure {
        return Injectors.start(launcher, programs.withInjectors(places), out, out.resolve("injector.log"));
    }

    private Injectors gatling(int count) throws TrialFailure {
        JavaProgram injector = JavaProgram.ofThisClassPath(InjectorMain.class);
        return injectors(
                new Programs(JavaProgram.thisJava(), Path.of(""), injector, injector, injector), new InjectorPlaces.Here(count));
    }

    private ControlledInjector elsewhere(Duration lease, Duration clockAhead) throws Exception {
        ControlledInjector injector = new ControlledInjector(
                new ControlSettings(
                        "127.0.0.1", 0, TOKEN, out.resolve("elsewhere-" + ended.size()), lease, LONG, clockAhead),
                new PlainEngine());
        ended.add(threads.submit(injector::awaitEnd));
        return injector;
    }

    private Injectors elsewhere(int count) throws Exception {
        List<URI> addresses = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            addresses.add(elsewhere(LONG, Duration.ZERO).address());
        }
        return at(addresses);
    }

    private Injectors at(List<URI> addresses) throws TrialFailure {
        return injectors(FAKE, new InjectorPlaces.Elsewhere(addresses, TOKEN, InjectorPlaces.LOOPBACK));
    }

    private Request overview() {
        return Request.overview(service.url(), new OverviewRequest("steady", Map.of()), 2);
    }

    private RequestPlan plan(int users) {
        List<Step> steps = List.of(
                new Step(false, users > 0 ? 0 : 30, Duration.ofMillis(500)),
                new Step(true, users > 0 ? 0 : 122, Duration.ofSeconds(1)).arriving(users > 0 ? Load.closed(users) : Load.open(122), 1, 0));
        return new RequestPlan(List.of(overview()), steps, users, Duration.ofSeconds(5), 0);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 4})
    void nInjectorsOfferTheLoadOfOneAndTheirResultsAreMerged(int count) throws Exception {
        try (Injectors injectors = elsewhere(count)) {
            offersTheLoadOfOne(injectors, count);
        }
    }

    @Test
    void withGatlingUsersAreSharedTooAndSendInEachWindowTheRequestOfItsVariant() throws Exception {
        try (Injectors injectors = gatling(2)) {
            offersTheLoadOfOne(injectors, 2);
            offersUsers(injectors);
        }
    }

    private void offersTheLoadOfOne(Injectors injectors, int count) throws Exception {
        CoordinatedLoad load = injectors.load(plan(0), out);

        LoadSummary summary = load.run(LoadListener.NONE).getFirst();

        assertThat(summary.planned()).isEqualTo(122);
        assertThat(summary.sent()).isEqualTo(122);
        assertThat(summary.ok()).isEqualTo(122);
        assertThat(service.requests()).isEqualTo(15 + 122);
        assertThat(LoadSummary.read(out.resolve(LogFiles.SUMMARY))).isEqualTo(summary);
        assertThat(LatencyLog.read(out.resolve(LogFiles.HISTOGRAMS)).seconds().stream()
                        .mapToDouble(second -> second.sentPerSecond()).sum())
                .isEqualTo(122);
        InjectorsUsed used = load.used(0);
        assertThat(used.each()).hasSize(count);
        assertThat(used.each().stream().mapToLong(InjectorsUsed.Injector::requests).sum()).isEqualTo(122);
        // On a quiet machine it is below 5 ms; a busy one keeps threads waiting for longer than that.
        assertThat(used.startSpreadMs()).isBetween(0.0, 250.0);
        assertThat(used.each()).allSatisfy(one -> {
            assertThat(one.roundTripMs()).isPositive();
            assertThat(one.startLagMs()).isNotNegative();
            assertThat(one.clockOffsetMs()).as("one machine has one clock").isCloseTo(0, within(50.0));
        });
    }

    /** The second request is one that has another answer. */
    private void offersUsers(Injectors injectors) throws Exception {
        Request nothing = new Request(
                "nothing", "GET", service.url() + "/nothing", List.of(), null, new Expectation(404, null));
        List<Step> steps = List.of(
                new Step(false, 0, Duration.ofSeconds(1)),
                new Step(true, 0, Duration.ofSeconds(1), Duration.ofMillis(200), 0),
                new Step(true, 0, Duration.ofSeconds(1), Duration.ZERO, 1));
        CoordinatedLoad load = injectors.load(
                new RequestPlan(List.of(overview(), nothing), steps, 3, Duration.ofSeconds(5), 0), out);

        List<LoadSummary> windows = load.run(LoadListener.NONE);

        assertThat(windows).hasSize(2).allMatch(window -> window.ok() > 0 && window.errors() == 0);
        assertThat(windows.getFirst().achievedPerSecond())
                .as("three users, at most 50 times a second each").isBetween(1.0, 150.1);
        assertThat(out.resolve(LogFiles.histograms(1, 2))).isNotEmptyFile();
        assertThat(load.used(0).each()).hasSize(2).allMatch(one -> one.requests() > 0);
        assertThatThrownBy(() -> injectors.load(plan(1), out))
                .isInstanceOf(TrialFailure.class)
                .hasMessageContaining("injector 2 of 2 has none of the 1 user");
    }

    @Test
    void anInjectorThatIsKilledFailsTheLoad() throws Exception {
        AtomicBoolean killed = new AtomicBoolean();
        LoadListener kill = new LoadListener() {
            @Override
            public void measuring() {
                ProcessHandle.current().children()
                        .filter(child -> child.info().commandLine().orElse("").contains("injector-2"))
                        .forEach(child -> killed.set(child.destroyForcibly()));
            }
        };
        try (Injectors injectors = injectors(FAKE, new InjectorPlaces.Here(2))) {
            CoordinatedLoad load = injectors.load(plan(0), out);

            assertThatThrownBy(() -> load.run(kill))
                    .isInstanceOf(TrialFailure.class)
                    .hasMessageStartingWith("injector 2 of 2 died with exit code 137");
            assertThat(killed).isTrue();
        }
    }

    @Test
    void aClockThatIsOffIsMeasuredAndTakenAccountOf() throws Exception {
        ControlledInjector right = elsewhere(LONG, Duration.ZERO);
        ControlledInjector ahead = elsewhere(LONG, Duration.ofHours(1));
        try (Injectors injectors = at(List.of(right.address(), ahead.address()))) {
            CoordinatedLoad load = injectors.load(plan(0), out);

            LoadSummary summary = load.run(LoadListener.NONE).getFirst();

            assertThat(summary.ok()).isEqualTo(122);
            InjectorsUsed used = load.used(0);
            assertThat(used.each().get(0).clockOffsetMs()).isCloseTo(0, within(50.0));
            assertThat(used.each().get(1).clockOffsetMs()).isCloseTo(3_600_000, within(50.0));
            assertThat(used.each().get(1).startLagMs()).isLessThan(250);
            assertThat(LatencyLog.read(out.resolve(LogFiles.HISTOGRAMS)).seconds()).as("of one load").hasSizeLessThan(5);
        }
        assertThat(ended.getFirst().get(20, TimeUnit.SECONDS)).as("it was told to end").isZero();
    }

    @Test
    void anInjectorWhoseCoordinatorIsGoneEndsByItself() throws Exception {
        ControlledInjector injector = elsewhere(Duration.ofSeconds(1), Duration.ZERO);
        try (BoundedHttp http = new BoundedHttp(Duration.ofSeconds(5))) {
            new InjectorLink(injector.address(), TOKEN, http, new InjectorClock(Duration.ZERO)).plan(plan(0));
        }

        assertThat(ended.getFirst().get(30, TimeUnit.SECONDS)).as("its exit code").isEqualTo(3);
    }

    @Test
    void nothingIsAnsweredWithoutTheTokenAndOutOfTurn() throws Exception {
        ControlledInjector injector = elsewhere(LONG, Duration.ZERO);
        try (BoundedHttp http = new BoundedHttp(Duration.ofSeconds(5))) {
            InjectorClock clock = new InjectorClock(Duration.ZERO);
            InjectorLink stranger = new InjectorLink(injector.address(), "another-token-of-some-length", http, clock);
            InjectorLink link = new InjectorLink(injector.address(), TOKEN, http, clock);

            assertThatThrownBy(stranger::state).hasMessageContaining("status 401").hasMessageContaining("the token is wrong");
            assertThatThrownBy(stranger::end).hasMessageContaining("401");
            assertThatThrownBy(() -> link.start(1)).hasMessageContaining("409");
            assertThatThrownBy(link::result).hasMessageContaining("409");
            assertThatThrownBy(() -> link.latencies(0)).hasMessageContaining("no latencies of window 1");
            assertThat(link.state().step()).isEqualTo(ControlledInjector.Step.IDLE);
        }
        assertThat(ended.getFirst()).as("the stranger has not ended it").isNotDone();
    }

    @Test
    void injectorsThatCannotBeReachedFailTheLoadWithTheirAddress() throws Exception {
        InjectorPlaces nowhere = new InjectorPlaces.Elsewhere(
                List.of(URI.create("http://127.0.0.1:1")), TOKEN, Duration.ofMillis(300), InjectorPlaces.LOOPBACK);
        try (Injectors injectors = injectors(FAKE, nowhere)) {
            CoordinatedLoad load = injectors.load(plan(0), out);

            assertThatThrownBy(() -> load.run(LoadListener.NONE))
                    .isInstanceOf(TrialFailure.class)
                    .hasMessageStartingWith("injector 127.0.0.1:1 cannot be reached");
        }
    }

    @Test
    void theLightClientServesOneLoadAfterTheOther() throws Exception {
        String url = service.url() + "/overview/steady";
        try (Injectors injectors = elsewhere(2)) {
            for (int round = 0; round < 2; round++) {
                CoordinatedLoad load = injectors.load(
                        RequestPlan.light(url, List.of(new Step(true, 160, Duration.ofMillis(500))), 0), out);

                LoadSummary summary = load.run(LoadListener.NONE).getFirst();

                assertThat(summary.ok()).isEqualTo(80);
                assertThat(load.answeredWithin(10_000)).containsExactly(80L);
            }
        }
    }

    /** In simulated time, over networks that delay each way as they like. */
    @Test
    void theBestReadingIsOffByHalfOfItsRoundTripAtMost() {
        Random random = new Random(1);
        for (int run = 0; run < 1_000; run++) {
            long ahead = random.nextLong(-1_000_000_000_000L, 1_000_000_000_000L);
            List<InjectorClock.Reading> readings = new ArrayList<>();
            long now = 1_767_225_600_000_000_000L;
            for (int ping = 0; ping < 20; ping++) {
                long asked = now;
                long there = now + random.nextInt(5_000_000);
                now = there + random.nextInt(5_000_000);
                readings.add(InjectorClock.Reading.of(asked, there + ahead, now));
            }

            InjectorClock.Reading best = InjectorClock.Reading.best(readings);

            assertThat(readings).allMatch(reading -> reading.roundTripNanos() >= best.roundTripNanos());
            assertThat((double) best.offsetNanos()).isCloseTo(ahead, within(best.roundTripNanos() / 2.0 + 1));
        }
    }

    @Test
    void aClockGoesOnWithTheMonotonicOneFromWhereItWasRead() {
        InjectorClock clock = new InjectorClock(Duration.ofHours(1));
        long before = System.nanoTime();
        long moment = clock.epochNanos();
        long after = System.nanoTime();

        assertThat(clock.nanoTime(moment)).isBetween(before, after);
        assertThat(moment / 1_000_000 - System.currentTimeMillis()).isCloseTo(3_600_000, within(5_000L));
    }
}
