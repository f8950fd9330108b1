package io.birdseye.loadtest.injectors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class InjectorClockTest {

    /** In simulated time, over networks that delay each way as they like. */
    @Test
    void theBestReadingIsOffByHalfOfItsRoundTripAtMost() {
        Random random = new Random(1);
        for (int run = 0; run < 1_000; run++) {
            long ahead = random.nextLong(-1_000_000_000_000L, 1_000_000_000_000L);
            List<InjectorClock.Reading> readings = new ArrayList<>();
            long now = 1_767_225_600_000_000_000L;
            for (int ping = 0; ping < 20; ping++) {
                long asked = now;
                long there = now + random.nextInt(5_000_000);
                now = there + random.nextInt(5_000_000);
                readings.add(InjectorClock.Reading.of(asked, there + ahead, now));
            }

            InjectorClock.Reading best = InjectorClock.Reading.best(readings);

            assertThat(readings).allMatch(reading -> reading.roundTripNanos() >= best.roundTripNanos());
            assertThat((double) best.offsetNanos()).isCloseTo(ahead, within(best.roundTripNanos() / 2.0 + 1));
        }
    }

    @Test
    void aClockGoesOnWithTheMonotonicOneFromWhereItWasRead() {
        InjectorClock clock = new InjectorClock(Duration.ofHours(1));
        long before = System.nanoTime();
        long moment = clock.epochNanos();
        long after = System.nanoTime();

        assertThat(clock.nanoTime(moment)).isBetween(before, after);
        assertThat(moment / 1_000_000 - System.currentTimeMillis()).isCloseTo(3_600_000, within(5_000L));
    }
}
