package io.birdseye.report.capacity;

import static org.assertj.core.api.Assertions.assertThat;

import io.birdseye.model.Load;
import io.birdseye.report.Samples;
import io.birdseye.report.VariedSamples;
import io.birdseye.report.result.Floor;
import io.birdseye.report.result.Results;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Two cores, and a request that takes 30 ms of CPU when it is alone: they carry 66.7/s. */
class RateAdviceTest {

    private static Optional<String> advice(Load load) {
        return RateAdvice.of(Samples.results(load, List.of()));
    }

    @Test
    void aRateThatTakesMoreThanHalfOfTheCoresIsTold() {
        assertThat(advice(Load.open(50)).orElseThrow())
                .isEqualTo("The calibration found 30.0 ms of CPU for a request, so 50/s take 75 % of 2 cores for the service alone."
                        + " Whoever falls behind may do so for want of CPU; --rate 33 would take half.");
    }

    @Test
    void halfOfTheCoresIsRoomEnough() {
        assertThat(advice(Load.open(33))).isEmpty();
        assertThat(advice(Load.open(34))).isPresent();
    }

    @Test
    void usersWhoWaitCannotAskForTooMuch() {
        assertThat(advice(Load.closed(50))).isEmpty();
    }

    @Test
    void withoutTheCpuTimeNothingIsKnown() {
        Results sample = Samples.results(Load.open(50), List.of());
        Floor floor = new Floor(sample.floor().callMs(), sample.floor().combineMs(), 0);

        assertThat(RateAdvice.of(new Results(sample.schemaVersion(), sample.createdAt(), sample.environment(), sample.settings(), floor,
                List.of()))).isEmpty();
    }

    @Test
    void theCostliestOfSeveralCombinationsCounts() {
        assertThat(RateAdvice.of(VariedSamples.results(List.of())).orElseThrow())
                .contains("30.0 ms of CPU for a request of the costliest combination");
    }
}
