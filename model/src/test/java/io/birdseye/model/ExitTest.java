package io.birdseye.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ExitTest {

    @Test
    void theCodesAreZeroToFour() {
        assertThat(Stream.of(Exit.values()).map(Exit::code)).containsExactly(0, 1, 2, 3, 4);
    }

    @Test
    void aProcessReportsWhatNoJvmThatFailsEndsWith() {
        for (Exit exit : Exit.values()) {
            assertThat(Exit.ofProcess(exit.processCode())).isEqualTo(exit);
        }
        for (int code : new int[] {0, 1, 2, 99, 105, 130, 134, 137, 143}) {
            assertThat(Exit.ofProcess(code)).as("%d", code).isEqualTo(Exit.BIRDSEYE_FAILED);
        }
    }

    @Test
    void whatIsKnownToBeWorseDecidesBeforeWhatCannotBeTold() {
        assertThat(Exit.CANNOT_TELL.and(Exit.CONDITION_FAILED)).isEqualTo(Exit.CONDITION_FAILED);
        assertThat(Exit.CONDITION_FAILED.and(Exit.CANNOT_TELL)).isEqualTo(Exit.CONDITION_FAILED);
        assertThat(Exit.FINE.and(Exit.CANNOT_TELL)).isEqualTo(Exit.CANNOT_TELL);
        assertThat(Exit.FINE.and(Exit.FINE)).isEqualTo(Exit.FINE);
        assertThat(Exit.CONDITION_FAILED.and(Exit.BIRDSEYE_FAILED)).isEqualTo(Exit.BIRDSEYE_FAILED);
    }
}
