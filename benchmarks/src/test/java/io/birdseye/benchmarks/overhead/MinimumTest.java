package io.birdseye.benchmarks.overhead;

import static org.assertj.core.api.Assertions.assertThat;

import io.birdseye.fanout.Body;
import io.birdseye.fanout.Cancellation;
import io.birdseye.fanout.Concurrency;
import io.birdseye.fanout.InstrumentedFanOut;
import io.birdseye.fanout.Plan;
import io.birdseye.fanout.Query;
import io.birdseye.fanout.Upstream;
import io.birdseye.memory.SharedMemory;
import io.birdseye.model.Layout;
import io.birdseye.strategy.Strategies;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@Timeout(60)
class MinimumTest {

    private static final Plan PLAN = new Plan(List.of(
            new Plan.GroupPlan("a", List.of(call("a1"), call("a2")), MinimumTest::quoted),
            new Plan.GroupPlan("b", List.of(call("b1"), call("b2")), MinimumTest::quoted)));

    private static Plan.CallPlan call(String name) {
        return new Plan.CallPlan(name, "/" + name);
    }

    private static byte[] quoted(List<Body> bodies, Query query) {
        return ('"' + new String(bodies.get(0).bytes()) + new String(bodies.get(1).bytes()) + '"').getBytes();
    }

    static Stream<String> ways() {
        return Stream.concat(
                Stream.of(Minimum.Of.values()).map(Ways::minimum),
                Strategies.load().names().stream().map(Ways::strategy));
    }

    /** A minimum that left a task out would make every strategy look slow. */
    @ParameterizedTest
    @MethodSource("ways")
    void everyWayRunsEveryTaskOnce(String way) throws Exception {
        Upstream upstream = new Upstream() {
            @Override
            public Body fetch(Plan.CallPlan call, Cancellation cancellation) {
                return new Body(call.name(), call.name().getBytes());
            }

            @Override
            public CompletionStage<Body> fetchAsync(Plan.CallPlan call, Cancellation cancellation) {
                return CompletableFuture.completedFuture(fetch(call, cancellation));
            }
        };
        Query query = new Query(7, 1, 1, SharedMemory.ofMegabytes(0, Layout.PRIMITIVE));
        try (Minimum runner = Ways.create(way)) {
            for (int request = 0; request < 50; request++) {
                InstrumentedFanOut work =
                        new InstrumentedFanOut(PLAN, upstream, query, new Concurrency(), new Cancellation());

                String answer = new String(runner.run(work).json());

                assertThat(answer).isEqualTo("{\"userId\":7,\"a\":\"a1a2\",\"b\":\"b1b2\"}");
                assertThat(work.timings()).hasSize(7).allMatch(timing -> timing.runs() == 1);
            }
        }
    }
}
