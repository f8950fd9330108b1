package io.birdseye.benchmarks.overhead;

import io.birdseye.fanout.Body;
import io.birdseye.fanout.Cancellation;
import io.birdseye.fanout.FanOut;
import io.birdseye.fanout.Overview;
import io.birdseye.fanout.Part;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** {@link Baseline#REQUESTERS} threads of JMH, each with one request after the other over tasks that cost nothing. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class FanOutBenchmark {

    @Param("strategy/executor")
    public String variant = "";

    private Baseline runner = JdkBaselines::sequential;

    /** Each has its own, as in the service. */
    @State(Scope.Thread)
    public static class Requester {
        private final FanOut work = new FreeFanOut();
    }

    @Setup
    public void create() {
        runner = Variants.create(variant);
    }

    @Benchmark
    public Overview request(Requester requester) throws Exception {
        return runner.run(requester.work);
    }

    @TearDown
    public void close() {
        runner.close();
    }

    /** The tree of the main case with tasks that cost nothing, so that what is measured is the strategy. */
    record FreeFanOut(List<Group> groups, Cancellation cancellation) implements FanOut {

        private static final Body BODY = new Body("free", new byte[] {'[', ']'});
        private static final Overview OVERVIEW = new Overview(new byte[] {'{', '}'});

        FreeFanOut() {
            this(List.of(FreeGroup.named("a"), FreeGroup.named("b")), new Cancellation());
        }

        @Override
        public Overview join(List<Part> parts) {
            return OVERVIEW;
        }

        private record FreeGroup(String name, List<Call> calls, Part part) implements Group {

            static FreeGroup named(String name) {
                List<Call> calls = List.of(new FreeCall("free"), new FreeCall("free"));
                return new FreeGroup(name, calls, new Part(name, BODY.bytes()));
            }

            @Override
            public Part combine(List<Body> bodies) {
                return part;
            }
        }

        private record FreeCall(String name) implements Call {

            @Override
            public Body fetch() {
                return BODY;
            }

            @Override
            public CompletionStage<Body> fetchAsync() {
                return CompletableFuture.completedFuture(BODY);
            }
        }
    }
}
