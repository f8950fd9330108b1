package io.birdseye.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.birdseye.service.testing.Await;
import io.birdseye.service.testing.Behaviour;
import io.birdseye.service.testing.FakeUpstream;
import io.birdseye.service.testing.RunningService;
import io.birdseye.service.testing.TestStrategies;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@ResourceLock(TestStrategies.LOCK)
class DeadlineTest {

    private static final Duration DEADLINE = Duration.ofMillis(400);

    /** Requests to the strategy that never completes; they hold their places for ever, as they must. */
    private static final int SILENT = 2;

    @AutoClose
    private static RunningService service = new RunningService("--deadline=400ms", "--http-threads=2");

    private static FakeUpstream upstream = service.upstream();

    private final CountDownLatch stubborn = new CountDownLatch(1);

    @BeforeAll
    static void start() {
        // The first requests load classes.
        service.get("/overview/sequential?sharedMemory=0");
        service.get("/overview/http-async?sharedMemory=0");
        service.get("/overview/test-silent?sharedMemory=0");
    }

    @BeforeEach
    void behaveWell() {
        upstream.behaveWell();
        TestStrategies.holdStubborn(stubborn);
    }

    @AfterEach
    void nothingIsLeftAndTheNextRequestSucceeds() {
        stubborn.countDown();
        Await.until(
                "nothing is in progress",
                () -> {
                    HttpResponse<String> resources = service.get("/internal/resources");
                    return resources.statusCode() == 200
                            && RunningService.inProgress(RunningService.parse(resources)) <= SILENT;
                });
        upstream.behaveWell();
        Await.until(
                "a request succeeds within its deadline, on a machine that may be busy",
                () -> service.get("/overview/sequential?sharedMemory=0").statusCode() == 200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"sequential", "http-async", "test-stubborn", "test-silent"})
    void aRequestIsGivenUpAtItsDeadline(String strategy) {
        upstream.behave("/comments", Behaviour.stall());

        HttpResponse<String> response = service.get("/overview/" + strategy + "?sharedMemory=0");

        assertThat(RunningService.problem(response, 504).get("type").stringValue()).endsWith("/deadline-exceeded");
        // How much later than the deadline it is depends on the machine, so no test asks.
        assertThat(RunningService.total(response)).isGreaterThanOrEqualTo(DEADLINE);
    }

    @Test
    void aRequestThatStillWaitsForAThreadIsGivenUpAtItsDeadlineToo() {
        var first = service.getAsync("/overview/test-stubborn");
        var second = service.getAsync("/overview/test-stubborn");

        // Both threads stay held, so that it is no thread which gives this one up.
        HttpResponse<String> third = service.get("/overview/test-stubborn");

        assertThat(third.statusCode()).isEqualTo(504);
        assertThat(RunningService.total(third)).isGreaterThanOrEqualTo(DEADLINE);
        assertThat(first.join().statusCode()).isEqualTo(504);
        assertThat(second.join().statusCode()).isEqualTo(504);
    }
}
