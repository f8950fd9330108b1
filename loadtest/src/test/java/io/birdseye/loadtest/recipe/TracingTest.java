package io.birdseye.loadtest.recipe;

import static org.assertj.core.api.Assertions.assertThat;

import io.birdseye.loadtest.FakePrograms;
import io.birdseye.loadtest.Progress;
import io.birdseye.model.Arrivals;
import io.birdseye.model.Load;
import io.birdseye.report.trace.TraceSet.Traced;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TracingTest {

    @TempDir
    private Path out;

    @Test
    void theTypicalTraceOfEachStrategyStandsBesideItsFloor() throws Exception {
        Tracing.Traces traces = trace(Optional.empty(), "steady", "in-turn");

        assertThat(traces.unanswered()).isEmpty();
        assertThat(traces.traced()).extracting(one -> one.trace().strategy()).containsExactly("steady", "in-turn");
        Traced steady = traces.traced().getFirst();
        assertThat(steady.outOf()).isEqualTo(5);
        // Calls of 50, 10, 40, 20 and 30 ms, each with 1 ms of combining: the median, and the best of each.
        assertThat(steady.trace().totalMs()).isEqualTo(31);
        assertThat(steady.floorMs()).isEqualTo(11);
        // Two calls in turn, against the same floor.
        assertThat(traces.traced().getLast().floorMs()).isEqualTo(11);
    }

    @Test
    void underLoadTracesAreTakenWhileOtherRequestsRunAndAStrategyThatAnswersNothingIsToldAndNotDrawn() throws Exception {
        Tracing.Traces traces = trace(Optional.of(Load.open(40, Arrivals.CONSTANT)), "full", "steady");

        assertThat(traces.traced()).extracting(one -> one.trace().strategy()).containsExactly("steady");
        assertThat(traces.traced().getFirst().outOf()).isBetween(3, 5);
        // The fake counts them from the end of its warm-up: half a second to settle and one of tracing.
        assertThat(traces.traced().getFirst().trace().httpThread()).matches("seen-\\d+");
        int seen = Integer.parseInt(traces.traced().getFirst().trace().httpThread().substring("seen-".length()));
        assertThat(seen).isBetween(30, 70);
        assertThat(traces.unanswered()).singleElement().satisfies(full -> {
            assertThat(full.strategy()).isEqualTo("full");
            assertThat(full.reason()).contains("503");
        });
    }

    private Tracing.Traces trace(Optional<Load> load, String... strategies) throws Exception {
        return new Tracing(
                        SmallComparison.served(strategies), load, Duration.ofSeconds(1), Duration.ofMillis(500), out,
                        FakePrograms.all(), Progress.NONE)
                .run();
    }
}
