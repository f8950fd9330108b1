package io.birdseye.experiments.birdseyeview;

import io.birdseye.experiments.measure.AtOnce;
import io.birdseye.experiments.measure.Experiment;
import io.birdseye.experiments.measure.Probe;
import io.birdseye.experiments.measure.ProbeContext;
import io.birdseye.experiments.measure.Variant;
import io.birdseye.fanout.Body;
import io.birdseye.fanout.Cancellation;
import io.birdseye.fanout.Concurrency;
import io.birdseye.fanout.FanOut;
import io.birdseye.fanout.InstrumentedFanOut;
import io.birdseye.fanout.Overview;
import io.birdseye.fanout.Part;
import io.birdseye.fanout.Plan;
import io.birdseye.fanout.Query;
import io.birdseye.fanout.Upstream;
import io.birdseye.memory.SharedList;
import io.birdseye.memory.SharedMemory;
import io.birdseye.model.Budget;
import io.birdseye.model.Layout;
import io.birdseye.strategy.Strategies;
import io.birdseye.strategy.Strategy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/**
 * Counts how often the two groups of a request are combined: calls that wait as long as the upstreams do, and the
 * service's two multiplications. Records {@code combinationsPerRequest}, 2 if each group is combined once.
 */
public record CombinationsProbe(String way, int users, int requests, int callMs, int megabytes) implements Probe {

    static final String PER_REQUEST = "combinationsPerRequest";

    /** Stands for {@link SharedEvent} where the name of a strategy is expected. */
    static final String SHARED_EVENT = "shared-event";

    private static final int WORKERS = 8;
    private static final int FACTOR = 7;

    static Variant variant(String way) {
        return Variant.of("bv/combinations/" + way, effort -> Experiment.of(new CombinationsProbe(
                        way, ServiceTrial.USERS, effort.pick(40, 120), effort.pick(100, 200), 5))
                // One of the listed strategies needs preview features.
                .flags("--enable-preview")
                .heap(1_024)
                .runs(effort.pick(2, 3))
                .takes(effort.pick(4, 14), 90));
    }

    @Override
    public void measure(ProbeContext context) throws Exception {
        context.record(PER_REQUEST, perRequest(SharedMemory.ofMegabytes(megabytes, Layout.BOXED)));
    }

    double perRequest(SharedMemory memory) throws Exception {
        AtomicInteger combinations = new AtomicInteger();
        Plan plan = new Plan(List.of(
                group("ints", memory.ints(), combinations), group("longs", memory.longs(), combinations)));
        Query query = new Query(1, FACTOR, FACTOR, memory);
        Strategy strategy = way.equals(SHARED_EVENT)
                ? new SharedEvent(WORKERS)
                : Strategies.load().find(way).orElseThrow().create(new Budget(WORKERS, 2, users), plan.shape());
        // Closed model: so many users, each with one request at a time.
        try (strategy; ExecutorService all = Executors.newFixedThreadPool(users, Thread.ofVirtual().factory())) {
            AtOnce.on(all, requests, request -> answer(strategy, new InstrumentedFanOut(
                    plan, new WaitingUpstream(callMs), query, new Concurrency(), new Cancellation())));
        }
        return combinations.get() / (double) requests;
    }

    private static Plan.GroupPlan group(String name, SharedList list, AtomicInteger combinations) {
        List<Plan.CallPlan> calls = List.of(new Plan.CallPlan(name + "-1", "/"), new Plan.CallPlan(name + "-2", "/"));
        return new Plan.GroupPlan(name, calls, (bodies, query) -> {
            combinations.incrementAndGet();
            return Long.toString(list.multiply(FACTOR).checksum()).getBytes();
        });
    }

    private static Overview answer(Strategy strategy, FanOut work) throws Exception {
        return switch (strategy) {
            case Strategy.Blocking blocking -> blocking.run(work);
            case Strategy.Async async -> async.run(work).toCompletableFuture().get();
        };
    }

    private record WaitingUpstream(int callMs) implements Upstream {

        private static final byte[] SOMETHING = {'1'};

        @Override
        public Body fetch(Plan.CallPlan call, Cancellation cancellation) throws InterruptedException {
            Thread.sleep(callMs);
            return new Body(call.name(), SOMETHING);
        }

        @Override
        public CompletionStage<Body> fetchAsync(Plan.CallPlan call, Cancellation cancellation) {
            return CompletableFuture.supplyAsync(() -> new Body(call.name(), SOMETHING),
                    CompletableFuture.delayedExecutor(callMs, TimeUnit.MILLISECONDS));
        }
    }

    /**
     * The article's actors with what one of its comments warns of: the calls of a request are written into one event that
     * all workers share, each worker sends that same event on, and the master combines whenever it looks at an event that
     * is whole. A worker's message may find the event filled by the others already, and then the request is combined again.
     *
     * <p>An actor is here a queue of messages and the thread that handles them. The strategy {@code akka} of Birdseye repairs
     * this one thing, since every strategy does the same work; what it did to the published figure is counted here.
     */
    private static final class SharedEvent implements Strategy.Blocking {

        private final List<ExecutorService> workers;
        private final ExecutorService master = Executors.newSingleThreadExecutor();
        private int sent;

        /** What the workers of one request share. As in the article, its fields are not synchronised. */
        private record Event(FanOut work, Body[] bodies, CompletableFuture<Overview> answer) {

            void combineIfWhole() {
                if (Arrays.stream(bodies).anyMatch(Objects::isNull)) {
                    return;
                }
                List<Part> parts = new ArrayList<>();
                int next = 0;
                for (FanOut.Group group : work.groups()) {
                    int calls = group.calls().size();
                    parts.add(group.combine(List.of(Arrays.copyOfRange(bodies, next, next + calls))));
                    next += calls;
                }
                answer.complete(work.join(parts));
            }
        }

        SharedEvent(int count) {
            workers = Stream.generate(Executors::newSingleThreadExecutor).limit(count).toList();
        }

        /** Holds the calling thread until the event is whole for the first time, as the article's latch does. */
        @Override
        public Overview run(FanOut work) {
            Event event = new Event(work, new Body[work.calls().size()], new CompletableFuture<>());
            master.execute(() -> dealOut(event));
            return event.answer.join();
        }

        private void dealOut(Event event) {
            for (int i = 0; i < event.bodies.length; i++) {
                int call = i;
                workers.get(sent++ % workers.size()).execute(() -> {
                    event.bodies[call] = event.work.calls().get(call).fetchUnchecked();
                    master.execute(event::combineIfWhole);
                });
            }
        }

        /** Waits until every message has been handled, also those that come after the answer. */
        @Override
        public void close() {
            workers.forEach(ExecutorService::close);
            master.close();
        }
    }
}
