package io.birdseye.fanout;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Upstreams that a test scripts call by call. A call without a script answers {@code "<name>"}. Blocking and
 * non-blocking calls behave alike.
 */
public final class FakeUpstream implements Upstream {

    /** What an upstream does when it is called. */
    @FunctionalInterface
    public interface Script {
        byte[] answer(Cancellation cancellation) throws InterruptedException;
    }

    private final Map<String, Script> scripts = new ConcurrentHashMap<>();
    private final AtomicInteger inProgress = new AtomicInteger();
    private final Executor network = task -> Thread.ofVirtual().name("fake-network").start(task);

    public FakeUpstream when(String call, Script script) {
        scripts.put(call, script);
        return this;
    }

    public FakeUpstream answering(Map<String, byte[]> bodies) {
        bodies.forEach((call, body) -> when(call, cancellation -> body));
        return this;
    }

    /** Never answers; ends when the request is given up, as a socket does that is closed under its reader. */
    public static Script stall(CountDownLatch started) {
        return cancellation -> {
            CountDownLatch aborted = new CountDownLatch(1);
            try (var registration = cancellation.onCancel(aborted::countDown)) {
                started.countDown();
                aborted.await();
            }
            cancellation.throwIfCancelled();
            throw new AssertionError("aborted without a cause");
        };
    }

    public static Script fail(String call) {
        return cancellation -> {
            throw new UpstreamFailure(call, UpstreamFailure.Kind.STATUS, "it answered 500");
        };
    }

    /** Calls that have begun and not ended. */
    public int inProgress() {
        return inProgress.get();
    }

    @Override
    public Body fetch(Plan.CallPlan call, Cancellation cancellation) throws InterruptedException {
        Script script = scripts.getOrDefault(call.name(), ignored -> ('"' + call.name() + '"').getBytes(UTF_8));
        inProgress.incrementAndGet();
        try {
            return new Body(call.name(), script.answer(cancellation));
        } finally {
            inProgress.decrementAndGet();
        }
    }

    @Override
    public CompletionStage<Body> fetchAsync(Plan.CallPlan call, Cancellation cancellation) {
        CompletableFuture<Body> body = new CompletableFuture<>();
        network.execute(() -> {
            try {
                body.complete(fetch(call, cancellation));
            } catch (Throwable e) {
                body.completeExceptionally(e);
            }
        });
        return body;
    }
}
