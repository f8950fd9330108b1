package io.birdseye.loadtest.trial;

import static org.assertj.core.api.Assertions.assertThat;

import io.birdseye.model.process.ServiceUse.Process;
import io.birdseye.model.process.ServiceUse.SharedPool;
import io.birdseye.model.process.ServiceUse.Task;
import io.birdseye.model.process.ServiceUse;
import io.birdseye.report.result.Trial.TaskTime;
import io.birdseye.report.result.UpstreamCalls;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class CallsUsedTest {

    @Test
    void aChainIsOneTaskAndACallOfSomeRequestsCountsInItsShare() {
        List<TaskTime> times = CallsUsed.tasks(List.of(
                io("user", null, 1, 10, 100, 10), io("orders", "user", 0.5, 5, 150, 8), io("stock", null, 1, 10, 50, 10),
                new Task("shop", "combine", null, 1, 10, 10_000_000, 20_000_000, 0, 0)));

        assertThat(times).containsExactly(
                new TaskTime("user then orders", "io", 2 + 0.5 * 2, 10 + 0.5 * 30), new TaskTime("stock", "io", 2, 5),
                new TaskTime("shop", "combine", 1, 2));
    }

    @Test
    void poolsAndAttemptsAreToldOfWhereTheyAreKnown() {
        UpstreamCalls calls = CallsUsed.of(use(List.of(io("user", null, 1, 10, 100, 13)),
                List.of(new SharedPool("db", 2, 2, 10, 6, 1, 50_000_000, 20_000_000, 1_900_000_000))));

        assertThat(calls.calls()).containsExactly(new UpstreamCalls.Call("user", 10, 10, 1.3, 0.1));
        assertThat(calls.pools()).containsExactly(new UpstreamCalls.Pool("db", 2, 2, 0.95, 10, 6, 1, 5, 20));
        assertThat(calls.pools().getFirst().limits()).isTrue();
        Task plain = new Task("user", "io", null, 1, 10, 0, 100, 10, 0);
        assertThat(CallsUsed.of(use(List.of(plain), List.of()))).as("calls that nothing is said of").isNull();
    }

    private static ServiceUse use(List<Task> tasks, List<SharedPool> pools) {
        Process second = new Process(1_000_000_000, null, null, null, null, null, null, null);
        return new ServiceUse(second, null, null, tasks, List.of(), pools, null);
    }

    /** One that queued 2 ms a time, and of which one attempt was late. */
    private static Task io(String name, @Nullable String after, double share, long count, long runMs, long attempts) {
        return new Task(name, "io", after, share, count, count * 2_000_000, runMs * 1_000_000, attempts, 1);
    }
}
