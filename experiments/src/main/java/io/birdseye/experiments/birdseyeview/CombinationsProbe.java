package io.birdseye.experiments.birdseyeview;

import io.birdseye.experiments.measure.Probe;
import io.birdseye.experiments.measure.ProbeContext;
import io.birdseye.experiments.measure.Variant;
import io.birdseye.fanout.Body;
import io.birdseye.fanout.Cancellation;
import io.birdseye.fanout.FanOut;
import io.birdseye.fanout.Overview;
import io.birdseye.fanout.Part;
import io.birdseye.fanout.Shape;
import io.birdseye.memory.SharedList;
import io.birdseye.memory.SharedMemory;
import io.birdseye.model.Budget;
import io.birdseye.model.Layout;
import io.birdseye.strategy.Strategies;
import io.birdseye.strategy.Strategy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Counts how often the two groups of a request are combined: calls that wait as long as the upstreams do, and the
 * service's two multiplications. Records {@code combinationsPerRequest}, 2 if each group is combined once. {@code way}
 * is {@code shared-event} for {@link SharedEventActors} or the name of a strategy.
 */
public final class CombinationsProbe implements Probe {

    static final String PER_REQUEST = "combinationsPerRequest";
    static final String SHARED_EVENT = "shared-event";

    private static final int WORKERS = 8;
    private static final int FACTOR = 7;

    /** Runs one fan-out to its answer. */
    @FunctionalInterface
    private interface Way {
        Overview answer(FanOut work) throws Exception;
    }

    /** @param way {@link #SHARED_EVENT} or the name of a strategy */
    static Variant variant(String way) {
        return Variant.of("bv/combinations/" + way, CombinationsProbe.class, (experiment, effort) -> experiment
                .with("way", way)
                .with("users", ServiceTrial.USERS)
                .with("requests", effort.pick(40, 120))
                .with("callMs", effort.pick(100, 200))
                .with("megabytes", 5)
                // The list of strategies holds one that is a preview.
                .flags("--enable-preview")
                .heap(1_024)
                .runs(effort.pick(2, 3))
                .takes(Duration.ofSeconds(effort.pick(4, 14)), Duration.ofSeconds(90)));
    }

    @Override
    public void measure(ProbeContext context) throws Exception {
        int requests = context.integer("requests");
        SharedMemory memory = SharedMemory.ofMegabytes(context.integer("megabytes"), Layout.BOXED);
        context.record(PER_REQUEST, perRequest(context.text("way"), requests, context.integer("users"),
                context.integer("callMs"), memory));
    }

    static double perRequest(String way, int requests, int users, int callMs, SharedMemory memory) throws Exception {
        AtomicInteger combinations = new AtomicInteger();
        FanOut work = new CountingFanOut(callMs, memory, combinations);
        if (way.equals(SHARED_EVENT)) {
            try (SharedEventActors actors = new SharedEventActors(WORKERS, requests)) {
                send(requests, users, actors::run, work);
                actors.awaitLast();
            }
        } else {
            Budget budget = new Budget(WORKERS, 2, users);
            try (Strategy strategy = Strategies.load().find(way).orElseThrow().create(budget, Shape.TWO_BY_TWO)) {
                send(requests, users, running(strategy), work);
            }
        }
        return combinations.get() / (double) requests;
    }

    private static Way running(Strategy strategy) {
        return switch (strategy) {
            case Strategy.Blocking blocking -> blocking::run;
            case Strategy.Async async -> work -> async.run(work).toCompletableFuture().get();
        };
    }

    /** Closed model: so many users, each with one request at a time. */
    private static void send(int requests, int users, Way way, FanOut work) throws Exception {
        Semaphore free = new Semaphore(users);
        List<Future<Overview>> answers = new ArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < requests; i++) {
                answers.add(threads.submit(() -> {
                    free.acquire();
                    try {
                        return way.answer(work);
                    } finally {
                        free.release();
                    }
                }));
            }
            for (Future<Overview> answer : answers) {
                answer.get();
            }
        }
    }

    /** One object for all requests: it keeps nothing of any of them but the count. */
    private static final class CountingFanOut implements FanOut {

        private final List<Group> groups;
        private final Cancellation cancellation = new Cancellation();

        CountingFanOut(int callMs, SharedMemory memory, AtomicInteger combinations) {
            groups = List.of(group("ints", callMs, memory.ints(), combinations),
                    group("longs", callMs, memory.longs(), combinations));
        }

        private static Group group(String name, int callMs, SharedList list, AtomicInteger combinations) {
            List<Call> calls = List.of(new WaitingCall(name + "-1", callMs), new WaitingCall(name + "-2", callMs));
            return new CountedGroup(name, calls, list, combinations);
        }

        @Override
        public List<Group> groups() {
            return groups;
        }

        @Override
        public Overview join(List<Part> parts) {
            return new Overview(parts.getFirst().json());
        }

        @Override
        public Cancellation cancellation() {
            return cancellation;
        }
    }

    private record CountedGroup(String name, List<FanOut.Call> calls, SharedList list, AtomicInteger combinations)
            implements FanOut.Group {

        @Override
        public Part combine(List<Body> bodies) {
            combinations.incrementAndGet();
            return new Part(name, Long.toString(list.multiply(FACTOR).checksum()).getBytes());
        }
    }

    /** A call that takes its time and nothing else. */
    private record WaitingCall(String name, int callMs) implements FanOut.Call {

        @Override
        public Body fetch() throws InterruptedException {
            Thread.sleep(callMs);
            return new Body(name, new byte[0]);
        }

        @Override
        public CompletionStage<Body> fetchAsync() {
            return CompletableFuture.supplyAsync(() -> new Body(name, new byte[0]),
                    CompletableFuture.delayedExecutor(callMs, TimeUnit.MILLISECONDS));
        }
    }
}
