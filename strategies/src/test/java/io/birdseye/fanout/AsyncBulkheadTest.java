package io.birdseye.fanout;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class AsyncBulkheadTest {

    private final AsyncBulkhead one = new AsyncBulkhead(1);
    private final Cancellation request = new Cancellation();
    private final List<String> started = new ArrayList<>();
    private final List<CompletableFuture<String>> wire = new ArrayList<>();

    @Test
    void callsStartInTheOrderInWhichTheyCame() {
        AsyncBulkhead bulkhead = new AsyncBulkhead(2);
        List<CompletableFuture<String>> calls = IntStream.range(0, 5)
                .mapToObj(i -> start(bulkhead, request, "call " + i, new CompletableFuture<>())).toList();
        List<CompletableFuture<String>> onTheWire = List.copyOf(wire);
        assertThat(started).containsExactly("call 0", "call 1");
        assertThat(bulkhead.waiting()).isEqualTo(3);

        onTheWire.get(1).complete("second");
        assertThat(started).containsExactly("call 0", "call 1", "call 2");
        onTheWire.get(0).complete("first");
        assertThat(started).containsExactly("call 0", "call 1", "call 2", "call 3");

        assertThat(calls.get(0)).isCompletedWithValue("first");
        assertThat(calls.get(1)).isCompletedWithValue("second");
        assertThat(calls.get(2)).isNotDone();
    }

    @Test
    void aFailedCallMakesRoomToo() {
        var failed = start(one, request, "fails", new CompletableFuture<>());
        var next = start(one, request, "next", CompletableFuture.completedFuture("done"));

        wire.getFirst().completeExceptionally(new IllegalStateException("broken"));

        assertThatThrownBy(failed::join).hasRootCauseMessage("broken");
        assertThat(next).isCompletedWithValue("done");
    }

    @Test
    void aCallThatThrowsFailsAndMakesRoom() {
        var thrown = one.<String>call(request, () -> {
            throw new IllegalStateException("no connection");
        });

        assertThatThrownBy(thrown::join).hasRootCauseMessage("no connection");
        assertThat(start(one, request, "next", CompletableFuture.completedFuture("done"))).isCompletedWithValue("done");
    }

    @Test
    void whatWaitsLeavesWhenItsRequestIsGivenUp() {
        Cancellation other = new Cancellation();
        start(one, request, "on the wire", new CompletableFuture<>());
        var abandoned = start(one, other, "abandoned", new CompletableFuture<>());
        var next = start(one, request, "next", CompletableFuture.completedFuture("done"));

        other.cancel(new IllegalStateException("the client has left"));

        assertThatThrownBy(abandoned::join).hasRootCauseMessage("the client has left");
        assertThat(one.waiting()).isEqualTo(1);
        wire.getFirst().complete("first");
        assertThat(next).isCompletedWithValue("done");
        assertThat(started).containsExactly("on the wire", "next");
    }

    @Test
    void aRequestThatIsOverStartsNothing() {
        request.cancel(new IllegalStateException("too late"));

        assertThatThrownBy(start(one, request, "never", new CompletableFuture<>())::join)
                .hasRootCauseMessage("too late");
        assertThat(started).isEmpty();
    }

    @Test
    void abandonedCallsDoNotPileUpBehindACallThatStalls() {
        start(one, request, "stalls", new CompletableFuture<>());
        for (int i = 0; i < 10_000; i++) {
            Cancellation impatient = new Cancellation();
            start(one, impatient, "never", new CompletableFuture<>());
            impatient.cancel(new IllegalStateException("gone"));
            assertThat(one.waiting()).isZero();
        }
    }

    @Test
    void aHundredThousandCallsThatEndAtOnceDoNotOverflowTheStack() {
        start(one, request, "first", new CompletableFuture<>());
        AtomicInteger ended = new AtomicInteger();
        for (int i = 0; i < 100_000; i++) {
            var ignored = one.call(request, () -> CompletableFuture.completedFuture("at once"))
                    .thenRun(ended::incrementAndGet);
        }

        wire.getFirst().complete("first");

        assertThat(ended).hasValue(100_000);
        assertThat(one.waiting()).isZero();
    }

    @Test
    void manyThreadsNeverExceedItAndLoseNothing() throws Exception {
        AsyncBulkhead bulkhead = new AsyncBulkhead(3);
        AtomicInteger running = new AtomicInteger();
        AtomicInteger peak = new AtomicInteger();
        try (ExecutorService network = Executors.newFixedThreadPool(4);
                ExecutorService callers = Executors.newFixedThreadPool(4)) {
            List<CompletableFuture<Integer>> calls = IntStream.range(0, 5_000)
                    .mapToObj(i -> CompletableFuture.supplyAsync(
                                    () -> bulkhead.call(request, () -> {
                                        peak.accumulateAndGet(running.incrementAndGet(), Math::max);
                                        return CompletableFuture.supplyAsync(() -> running.decrementAndGet(), network);
                                    }),
                                    callers)
                            .thenCompose(call -> call))
                    .toList();
            CompletableFuture.allOf(calls.toArray(CompletableFuture[]::new)).get(60, SECONDS);
        }
        assertThat(peak).hasValueLessThanOrEqualTo(3);
        assertThat(running).hasValue(0);
    }

    @Test
    void itNeedsRoomForOneCall() {
        assertThatThrownBy(() -> new AsyncBulkhead(0)).hasMessageContaining("at least 1, but is 0");
    }

    private CompletableFuture<String> start(
            AsyncBulkhead bulkhead, Cancellation owner, String name, CompletableFuture<String> body) {
        return bulkhead.call(owner, () -> {
            started.add(name);
            wire.add(body);
            return body;
        });
    }
}
