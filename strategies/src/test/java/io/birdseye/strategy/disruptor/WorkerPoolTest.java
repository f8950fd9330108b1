package io.birdseye.strategy.disruptor;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.birdseye.fanout.Cancellation;
import io.birdseye.fanout.Concurrency;
import io.birdseye.fanout.FakeUpstream;
import io.birdseye.fanout.InstrumentedFanOut;
import io.birdseye.fanout.Plan;
import io.birdseye.fanout.Shape;
import io.birdseye.fanout.TestPlans;
import io.birdseye.model.Budget;
import io.birdseye.model.Topology;
import java.lang.reflect.Array;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

/**
 * The published program on worker pools of Disruptor 3.4.4, and ours on 4.0.0, claim and release alike: each in turn is
 * held to what worker pools are said to do, task by task.
 */
class WorkerPoolTest {

    private static final int REQUESTS = 6;

    @Test
    void thePublishedStagesHaveElevenThreads() {
        assertThat(StageRig.THREADS).containsExactly(3, 1, 3, 2, 1, 1);
        assertThat(IntStream.range(0, StageRig.THREADS.size()).map(StageRig.THREADS::get).sum()).isEqualTo(11);
    }

    @Test
    void aRequestIsReleasedByItselfWhileTheOneBehindItIsHeld() throws Exception {
        for (StageRig.Kind kind : StageRig.Kind.values()) {
            try (StageRig rig = StageRig.of(kind)) {
                rig.publish(2);
                // One thread makes all calls of the second stage, and gets both requests at once.
                rig.end(0, 1);
                rig.end(0, 0);
                rig.end(1, 0);

                rig.awaitRunning(Set.of(new StageRig.Task(2, 0), new StageRig.Task(1, 1)));
            }
        }
    }

    @Test
    void aThreadThatIsHeldHoldsBackNoOtherRequestOfItsStage() throws Exception {
        for (StageRig.Kind kind : StageRig.Kind.values()) {
            try (StageRig rig = StageRig.of(kind)) {
                rig.publish(REQUESTS);
                rig.awaitRunning(Set.of(new StageRig.Task(0, 0), new StageRig.Task(0, 1), new StageRig.Task(0, 2)));

                rig.end(0, 1);
                rig.end(0, 2);
                rig.awaitRunning(Set.of(new StageRig.Task(0, 0), new StageRig.Task(0, 3), new StageRig.Task(0, 4)));
                rig.end(0, 4);

                // The first one is held, and so are all others in the stage behind.
                rig.awaitRunning(Set.of(new StageRig.Task(0, 0), new StageRig.Task(0, 3), new StageRig.Task(0, 5)));
            }
        }
    }

    @RepeatedTest(4)
    void inWhateverOrderTasksEndTheSameTasksRun(RepetitionInfo repetition) throws Exception {
        for (StageRig.Kind kind : StageRig.Kind.values()) {
            RandomGenerator random = new java.util.SplittableRandom(repetition.getCurrentRepetition());
            Expected expected = new Expected();
            try (StageRig rig = StageRig.of(kind)) {
                rig.publish(REQUESTS);
                List<StageRig.Task> running = expected.running();
                while (!running.isEmpty()) {
                    rig.awaitRunning(new HashSet<>(running));
                    StageRig.Task ended = running.get(random.nextInt(running.size()));
                    expected.ended.add(ended);
                    rig.end(ended.stage(), ended.request());
                    running = expected.running();
                }
                rig.awaitRunning(Set.of());
            }
            assertThat(expected.ended).hasSize(StageRig.THREADS.size() * REQUESTS);
        }
    }

    /** Which tasks run, by the rule: a stage claims requests in order, one a thread, and releases them in order. */
    private static final class Expected {

        private final Set<StageRig.Task> ended = new HashSet<>();

        List<StageRig.Task> running() {
            List<StageRig.Task> running = new ArrayList<>();
            int released = REQUESTS;
            for (int stage = 0; stage < StageRig.THREADS.size(); stage++) {
                int free = StageRig.THREADS.get(stage);
                int firstOpen = REQUESTS;
                for (int request = 0; request < REQUESTS && free > 0; request++) {
                    StageRig.Task task = new StageRig.Task(stage, request);
                    if (!ended.contains(task)) {
                        free--; // claimed, and perhaps still held in the stage ahead
                        firstOpen = Math.min(firstOpen, request);
                        if (request < released) {
                            running.add(task);
                        }
                    }
                }
                released = firstOpen;
            }
            Collections.sort(running);
            return running;
        }
    }

    /** The six published stages, in which a test sees each task start and says when it ends. */
    abstract static class StageRig implements AutoCloseable {

        private static final Budget PUBLISHED = new Budget(9, 2, 64);
        private static final List<String> STAGES = List.of("g0c0", "g0c1", "g1c0", "g1c1", "g0", "g1");

        /** How many threads each stage has. */
        static final List<Integer> THREADS = threads(ChainedPipeline.topology(PUBLISHED, Shape.TWO_BY_TWO));

        private final Set<Task> running = new HashSet<>();
        private final Set<Task> toEnd = new HashSet<>();
        private boolean closed;

        /** What a stage does for a request. */
        record Task(int stage, int request) implements Comparable<Task> {
            @Override
            public int compareTo(Task other) {
                return Comparator.comparingInt(Task::stage).thenComparing(Task::request).compare(this, other);
            }
        }

        /** Whose worker pools. */
        enum Kind {
            OF_DISRUPTOR_3,
            OURS
        }

        static StageRig of(Kind kind) throws Exception {
            return switch (kind) {
                case OF_DISRUPTOR_3 -> new Disruptor3();
                case OURS -> new Ours();
            };
        }

        private static List<Integer> threads(Topology topology) {
            return Stream.concat(topology.ioPerCall().stream(), topology.cpuPerGroup().stream()).toList();
        }

        /** Puts requests on the ring, numbered from 0. */
        abstract void publish(int requests) throws Exception;

        /** Runs a task until the test ends it. */
        final synchronized void run(int stage, int request) {
            Task task = new Task(stage, request);
            running.add(task);
            notifyAll();
            try {
                while (!toEnd.contains(task) && !closed) {
                    wait();
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            running.remove(task);
            notifyAll();
        }

        /** Waits until a task has started, and ends it. */
        final synchronized void end(int stage, int request) throws InterruptedException {
            Task task = new Task(stage, request);
            await(() -> running.contains(task), "the start of " + task);
            toEnd.add(task);
            notifyAll();
        }

        final void awaitRunning(Set<Task> tasks) throws InterruptedException {
            await(() -> running.equals(tasks), tasks.toString());
        }

        /** The time limit is there for a hang only. */
        private synchronized void await(BooleanSupplier condition, String what) throws InterruptedException {
            long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
            while (!condition.getAsBoolean()) {
                assertThat(System.nanoTime()).as("%s: waited for %s, but %s run", getClass(), what, running).isLessThan(end);
                wait(1_000);
            }
        }

        @Override
        public synchronized void close() throws Exception {
            closed = true;
            notifyAll();
        }

        /** The strategy's pipeline, with upstreams and combinations that a test holds. */
        private static final class Ours extends StageRig {

            private final ChainedPipeline pipeline =
                    new ChainedPipeline("rig", PUBLISHED, Shape.TWO_BY_TWO, ChainedPipeline.End.LAST_STAGE);

            @Override
            void publish(int requests) {
                for (int i = 0; i < requests; i++) {
                    int request = i;
                    FakeUpstream upstream = new FakeUpstream();
                    STAGES.forEach(name -> upstream.when(name, cancellation -> held(name, request)));
                    Plan plan = new Plan(TestPlans.ofShape(Shape.TWO_BY_TWO).groups().stream()
                            .map(group -> new Plan.GroupPlan(
                                    group.name(), group.calls(), (bodies, query) -> held(group.name(), request)))
                            .toList());
                    var ignored = pipeline.submit(new InstrumentedFanOut(
                            plan, upstream, TestPlans.query(), new Concurrency(), new Cancellation()));
                }
            }

            private byte[] held(String name, int request) {
                run(STAGES.indexOf(name), request);
                return "1".getBytes(UTF_8);
            }

            @Override
            public void close() throws Exception {
                super.close();
                pipeline.close();
            }
        }

        /** The library's own worker pools, as the article's program chains them; its classes are known by name only. */
        private static final class Disruptor3 extends StageRig {

            private static final String LIBRARY = "com.lmax.disruptor.";

            private final URLClassLoader loader;
            private final Object disruptor;

            Disruptor3() throws Exception {
                URL jar = Path.of("target", "disruptor-3", "disruptor-3.4.4.jar").toUri().toURL();
                loader = new URLClassLoader(new URL[] {jar}, ClassLoader.getPlatformClassLoader());
                ThreadFactory threads = Thread.ofPlatform().name("disruptor-3-", 1).daemon().factory();
                // A slot holds nothing but the number of its request.
                Object slots = proxy("EventFactory", (self, method, arguments) -> new int[1]);
                disruptor = type("dsl.Disruptor")
                        .getConstructor(type("EventFactory"), int.class, ThreadFactory.class)
                        .newInstance(slots, 64, threads);
                Object last = disruptor;
                for (int stage = 0; stage < THREADS.size(); stage++) {
                    last = call(last, "handleEventsWithWorkerPool", workers(stage));
                }
                var ignored = call(disruptor, "start");
            }

            private Object workers(int stage) throws Exception {
                Object workers = Array.newInstance(type("WorkHandler"), THREADS.get(stage));
                for (int i = 0; i < THREADS.get(stage); i++) {
                    Array.set(workers, i, proxy("WorkHandler", (self, method, arguments) -> {
                        run(stage, ((int[]) arguments[0])[0]);
                        return null;
                    }));
                }
                return workers;
            }

            private Class<?> type(String name) throws ClassNotFoundException {
                return loader.loadClass(LIBRARY + name);
            }

            private Object proxy(String name, InvocationHandler handler) throws ClassNotFoundException {
                return Proxy.newProxyInstance(loader, new Class<?>[] {type(name)}, handler);
            }

            private static Object call(Object target, String name, Object... arguments) throws Exception {
                List<Method> named = new ArrayList<>();
                for (Method method : target.getClass().getMethods()) {
                    if (method.getName().equals(name) && method.getParameterCount() == arguments.length) {
                        named.add(method);
                    }
                }
                return named.getFirst().invoke(target, arguments);
            }

            @Override
            void publish(int requests) throws Exception {
                Object ring = call(disruptor, "getRingBuffer");
                for (int request = 0; request < requests; request++) {
                    long sequence = (long) ring.getClass().getMethod("next").invoke(ring);
                    ((int[]) ring.getClass().getMethod("get", long.class).invoke(ring, sequence))[0] = request;
                    ring.getClass().getMethod("publish", long.class).invoke(ring, sequence);
                }
            }

            @Override
            public void close() throws Exception {
                super.close();
                call(disruptor, "shutdown");
                loader.close();
            }
        }
    }
}
