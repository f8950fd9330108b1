package io.birdseye.loadtest.trial;

import static org.assertj.core.api.Assertions.assertThat;

import io.birdseye.report.result.ValidityBounds;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** When a window of a search is repeated; what a search finds is in {@code ComparisonProcessesTest}. */
class CapacityTrialTest {

    @ParameterizedTest
    @CsvSource({"0, 0, false", "0.05, 0.02, false", "0.06, 0, true", "0, 0.03, true"})
    void aWindowIsDisturbedByOtherProgramsAndByAHypervisor(double others, double stolen, boolean disturbed) {
        ValidityBounds bounds = new ValidityBounds(50, 0.99, 0.25, 0.25, 50, 0.02, 0.05);

        assertThat(new CapacityTrial.Taken(others, stolen).isBeyond(bounds)).isEqualTo(disturbed);
    }
}
