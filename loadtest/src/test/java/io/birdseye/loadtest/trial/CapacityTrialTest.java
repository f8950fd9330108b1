package io.birdseye.loadtest.trial;

import static org.assertj.core.api.Assertions.assertThat;

import io.birdseye.model.process.ServiceUse;
import io.birdseye.report.result.ValidityBounds;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
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

    /** Its CPU time in each look, in thousandths of a core, and of that what the compilers took. */
    private static final class Working extends MeasuredService {

        private final List<long[]> looks;
        private int over;

        Working(List<long[]> looks) {
            super(List.of(), OptionalLong.empty(), null, true);
            this.looks = looks;
        }

        @Override
        void begin() {}

        @Override
        ServiceUse end() {
            long[] look = looks.get(over++);
            ServiceUse.Process used = new ServiceUse.Process(1_000, look.length == 0 ? null : (Long) look[0], look.length < 2 ? null : (Long) look[1],
                    null, null, null, null, null);
            return new ServiceUse(used, null, null, List.of(), List.of(), List.of(), null);
        }

        @Override
        public void look() {}
    }

    /** An overload of 342/s left a queue in which the next windows, at rates that it carries, were late. */
    @Test
    void theNextWindowBeginsWhenTheServiceHasNothingLeftToDo() throws Exception {
        Working service = new Working(List.of(new long[] {1_900}, new long[] {400}, new long[] {900, 850}, new long[] {0}));

        CapacityTrial.awaitRest(service);

        assertThat(service.over).as("compilers are no work that is left").isEqualTo(3);
    }

    @Test
    void nobodyWaitsForAServiceThatTellsNothing() throws Exception {
        Working service = new Working(List.of(new long[] {}, new long[] {}));

        CapacityTrial.awaitRest(service);

        assertThat(service.over).isEqualTo(1);
    }
}
