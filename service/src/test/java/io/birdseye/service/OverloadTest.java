package io.birdseye.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.birdseye.service.testing.Await;
import io.birdseye.service.testing.Behaviour;
import io.birdseye.service.testing.FakeUpstream;
import io.birdseye.service.testing.RunningService;
import io.birdseye.service.testing.TestStrategies;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

@ResourceLock(TestStrategies.LOCK)
class OverloadTest {

    @AutoClose
    private final FakeUpstream upstream = new FakeUpstream();

    private final CountDownLatch gate = new CountDownLatch(1);

    @AfterEach
    void stop() {
        gate.countDown();
    }

    private void holdPosts() {
        upstream.behave(
                "/posts",
                Behaviour.after(gate, Behaviour.body("[{\"userId\":1,\"id\":1,\"title\":\"held\"}]")));
    }

    private void awaitHeld(int calls) {
        Await.until("calls are held", () -> upstream.requests().stream().filter("/posts"::equals).count() == calls);
    }

    @ParameterizedTest
    @ValueSource(strings = {"sequential", "http-async"})
    void aRequestBeyondTheQueueBoundIsRefusedAtOnce(String strategy) {
        holdPosts();
        try (RunningService service = new RunningService(upstream)) {
            String path = "/overview/" + strategy + "?sharedMemory=0&maxInFlight=1";
            CompletableFuture<HttpResponse<String>> first = service.getAsync(path);
            awaitHeld(1);

            HttpResponse<String> second = service.get(path);

            RunningService.assertRefused(second);
            // Another budget is another place.
            CompletableFuture<HttpResponse<String>> third = service.getAsync(path + "&ioPoolSize=3");
            awaitHeld(2);
            gate.countDown();
            assertThat(first.join().statusCode()).isEqualTo(200);
            assertThat(third.join().statusCode()).isEqualTo(200);
            assertThat(service.get(path).statusCode()).isEqualTo(200);
            assertThat(service.json("/internal/resources").at("/requests/refused").intValue()).isEqualTo(1);
        }
    }

    @Test
    void aPlaceIsTakenUntilTheWorkHasEndedNotUntilTheClientWasAnswered() {
        TestStrategies.holdStubborn(gate);
        try (RunningService service = new RunningService(upstream, "--deadline=200ms")) {
            String path = "/overview/test-stubborn?maxInFlight=1";
            // A request whose deadline has passed before its strategy begins is given up without one.
            Await.until("the strategy works on a request whose client was answered", () -> {
                assertThat(service.get(path).statusCode()).isEqualTo(504);
                return service.requests().inProgress() == 1;
            });

            // On a busy machine its deadline may pass before it asks for the place.
            Await.until("a request finds no place", () -> service.get(path).statusCode() == 503);
        }
    }

    /** Of a strategy that never completes, of two that hold both HTTP threads for longer, and of one that waits for these. */
    @Test
    void aRequestIsGivenUpAtItsDeadlineWhateverItsStrategyDoes() {
        TestStrategies.holdStubborn(gate);
        try (RunningService service = new RunningService(upstream, "--deadline=400ms", "--http-threads=2")) {
            // A request whose deadline has passed before its strategy begins is given up without one.
            Await.until("the silent one holds a place", () -> {
                assertGivenUp(service.get("/overview/test-silent"));
                return service.requests().inProgress() == 1;
            });
            var first = service.getAsync("/overview/test-stubborn");
            var second = service.getAsync("/overview/test-stubborn");
            assertGivenUp(service.get("/overview/test-stubborn"));
            assertGivenUp(first.join());
            assertGivenUp(second.join());

            gate.countDown();

            Await.until("only the silent one holds its place", () -> service.requests().inProgress() == 1);
            Await.until("a request succeeds within its deadline, on a machine that may be busy",
                    () -> service.get("/overview/sequential?sharedMemory=0").statusCode() == 200);
        }
    }

    private static void assertGivenUp(HttpResponse<String> response) {
        assertThat(RunningService.problem(response, 504).get("type").stringValue()).endsWith("/deadline-exceeded");
        // How much later than the deadline it is depends on the machine, so no test asks.
        assertThat(RunningService.total(response)).isGreaterThanOrEqualTo(Duration.ofMillis(400));
    }

    @Test
    void aStrategyThatIsFullRefuses() {
        try (RunningService service = new RunningService(upstream)) {
            RunningService.assertRefused(service.get("/overview/test-full"));

            JsonNode resources = service.json("/internal/resources");
            JsonNode requests = resources.get("requests");
            assertThat(requests.get("refused").intValue()).isEqualTo(1);
            assertThat(requests.get("failed").intValue()).isZero();
            assertThat(RunningService.inProgress(resources)).isZero();
        }
    }

    @Test
    void aRequestBeyondTheHttpQueueIsRefusedAtOnce() {
        holdPosts();
        try (RunningService service = new RunningService(upstream, "--http-threads=2", "--http-queue=1")) {
            String path = "/overview/sequential?sharedMemory=0";
            List<CompletableFuture<HttpResponse<String>>> admitted = new ArrayList<>();
            admitted.add(service.getAsync(path));
            admitted.add(service.getAsync(path));
            awaitHeld(2);

            // Of these, one waits and the others find the queue full.
            List<CompletableFuture<HttpResponse<String>>> more = new ArrayList<>();
            for (int i = 0; i < 5; i++) {
                more.add(service.getAsync(path));
            }
            Await.until("all but one are answered", () -> more.stream().filter(CompletableFuture::isDone).count() == 4);
            more.stream().filter(CompletableFuture::isDone).forEach(refused -> RunningService.assertRefused(refused.join()));
            gate.countDown();
            admitted.forEach(answer -> assertThat(answer.join().statusCode()).isEqualTo(200));
            assertThat(service.json("/internal/resources").at("/requests/refused").intValue()).isEqualTo(4);
            assertThat(more.stream().filter(answer -> answer.join().statusCode() == 200)).hasSize(1);
            assertThat(service.get(path).statusCode()).isEqualTo(200);
        }
    }

    @Test
    void anAnswerThatWasSuspendedNeedsNoHttpThreadToGoOut() {
        holdPosts();
        CountDownLatch stubborn = new CountDownLatch(1);
        TestStrategies.holdStubborn(stubborn);
        try (RunningService service = new RunningService(upstream, "--http-threads=1", "--http-queue=1")) {
            var suspended = service.getAsync("/overview/http-async?sharedMemory=0");
            awaitHeld(1);
            var holding = service.getAsync("/overview/test-stubborn");
            Await.until("the only HTTP thread is held", OverloadTest::stubbornRuns);
            var next = List.of(service.getAsync("/overview/test-stubborn"), service.getAsync("/overview/test-stubborn"));
            Await.until("one waits and one was refused", () -> next.stream().anyMatch(CompletableFuture::isDone));

            gate.countDown();

            assertThat(suspended.join().statusCode()).isEqualTo(200);
            assertThat(holding.isDone()).isFalse();
            stubborn.countDown();
            assertThat(holding.join().statusCode()).isEqualTo(200);
            assertThat(next).extracting(answer -> answer.join().statusCode()).containsExactlyInAnyOrder(200, 503);
        }
    }

    private static boolean stubbornRuns() {
        return Thread.getAllStackTraces().values().stream()
                .flatMap(Arrays::stream).anyMatch(frame -> frame.getClassName().endsWith("Stubborn"));
    }

    @Test
    void theThreadsOfAllStrategiesAreBounded() {
        holdPosts();
        try (RunningService service = new RunningService(upstream, "--max-threads=30")) {
            String path = "/overview/async-executor-split?sharedMemory=0&cpuPoolSize=2&ioPoolSize=";
            HttpResponse<String> never = service.get(path + "29");
            assertThat(never.statusCode()).isEqualTo(400);
            assertThat(RunningService.parse(never).get("allowed").stringValue())
                    .startsWith("at most 30 threads for all pools together")
                    .endsWith("strategy 'async-executor-split' has 31");
            var busy = service.getAsync(path + "16");
            awaitHeld(1);

            HttpResponse<String> notNow = service.get(path + "20");

            RunningService.assertRefused(notNow);
            assertThat(notNow.body()).contains("would have 22 threads beside the 18 of the others, and 30 are allowed");
            gate.countDown();
            assertThat(busy.join().statusCode()).isEqualTo(200);
            assertThat(service.get(path + "20").statusCode()).isEqualTo(200);
        }
    }

    @Test
    void aStrategyThatIsDownIsNamedAndTheNextRequestForItStartsAnother() {
        try (RunningService service = new RunningService(upstream)) {
            assertThat(service.get("/overview/test-mortal").statusCode()).isEqualTo(200);
            assertThat(service.get("/health/ready").statusCode()).isEqualTo(200);

            TestStrategies.killMortals();

            HttpResponse<String> ready = service.get("/health/ready");
            assertThat(ready.statusCode()).isEqualTo(503);
            assertThat(RunningService.parse(ready).get("status").stringValue()).isEqualTo("DOWN");
            assertThat(ready.body()).contains("test-mortal", "it was killed by a test");
            assertThat(service.get("/health/live").statusCode()).isEqualTo(200);
            assertThat(service.get("/overview/test-mortal").statusCode()).isEqualTo(200);
            assertThat(service.get("/health/ready").statusCode()).isEqualTo(200);
        }
    }
}
