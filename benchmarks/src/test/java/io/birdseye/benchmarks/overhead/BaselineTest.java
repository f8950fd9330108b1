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
import io.birdseye.strategy.StrategyEntry;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@Timeout(60)
class BaselineTest {

    private static final Plan PLAN = new Plan(List.of(
            new Plan.GroupPlan("a", List.of(call("a1"), call("a2")), BaselineTest::quoted),
            new Plan.GroupPlan("b", List.of(call("b1"), call("b2")), BaselineTest::quoted)));

    private static Plan.CallPlan call(String name) {
        return new Plan.CallPlan(name, "/" + name);
    }

    private static byte[] quoted(List<Body> bodies, Query query) {
        return ('"' + new String(bodies.get(0).bytes()) + new String(bodies.get(1).bytes()) + '"').getBytes();
    }

    static Stream<String> variants() {
        return Strategies.load().all().stream()
                .flatMap(entry -> Stream.concat(
                        Stream.of(Variants.strategy(entry.name())), Variants.baseline(entry).stream()))
                .distinct();
    }

    /** A baseline that left a task out would make every strategy look slow. */
    @ParameterizedTest
    @MethodSource("variants")
    void everyVariantRunsEveryTaskOnce(String variant) throws Exception {
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
        try (Baseline runner = Variants.create(variant)) {
            for (int request = 0; request < 50; request++) {
                InstrumentedFanOut work =
                        new InstrumentedFanOut(PLAN, upstream, query, new Concurrency(), new Cancellation());

                String answer = new String(runner.run(work).json());

                assertThat(answer).isEqualTo("{\"userId\":7,\"a\":\"a1a2\",\"b\":\"b1b2\"}");
                assertThat(work.timings()).hasSize(7).allMatch(timing -> timing.runs() == 1);
            }
        }
    }

    @Test
    void everyStrategyButTheAdaptiveOneHasABaseline() {
        assertThat(Strategies.load().all())
                .filteredOn(entry -> Variants.baseline(entry).isEmpty())
                .extracting(StrategyEntry::name)
                .containsExactly("adaptive");
    }
}
