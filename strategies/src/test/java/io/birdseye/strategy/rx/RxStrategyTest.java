package io.birdseye.strategy.rx;

import static org.assertj.core.api.Assertions.assertThat;

import io.birdseye.fanout.Concurrency;
import io.birdseye.fanout.FakeUpstream;
import io.birdseye.fanout.Shape;
import io.birdseye.fanout.TestPlans;
import io.birdseye.model.Budget;
import io.reactivex.plugins.RxJavaPlugins;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RxStrategyTest {

    @AfterEach
    void leaveThePlugins() {
        RxJavaPlugins.setScheduleHandler(null);
    }

    @Test
    void callsAndZipsAreSubscribedOnThePoolAsPublished() throws Exception {
        AtomicInteger scheduled = new AtomicInteger();
        RxJavaPlugins.setScheduleHandler(task -> {
            scheduled.incrementAndGet();
            return task;
        });
        try (RxStrategy strategy = new RxStrategy(new Budget(4, 2, 8))) {
            strategy.run(TestPlans.fanOut(Shape.TWO_BY_TWO, new FakeUpstream(), new Concurrency()))
                    .toCompletableFuture()
                    .get(30, TimeUnit.SECONDS);
        }
        assertThat(scheduled).as("4 calls, 2 zips of bodies, 1 zip of parts").hasValue(4 + 2 + 1);
    }
}
