package io.birdseye.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DurationsTest {

    @ParameterizedTest
    @CsvSource({
        "0ms, 0", "250us, 250", "200ms, 200000", "1.5s, 1500000", "1m30s, 90000000", "2h, 7200000000", "1s200ms, 1200000", "0.5ms, 500"
    })
    void aDurationIsANumberAndAUnitOrSeveralOfThem(String text, long micros) {
        assertThat(Durations.parse(text)).isEqualTo(Duration.ofNanos(micros * 1000));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "5", "ms", "-1s", "1,5s", "1 s", "1d", "30s1m", "1s1s", "1e3ms", "999999999999h", "1.s"})
    void anythingElseIsRefusedAndTheMessageNamesItAndTheForm(String text) {
        assertThatThrownBy(() -> Durations.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'" + text + "'")
                .hasMessageContaining("200ms");
    }

    @ParameterizedTest
    @CsvSource({"0, 0ms", "250, 250us", "1500, 1.5ms", "200000, 200ms", "1500000, 1.5s", "120000000, 2m", "90000000, 90s", "3600000000, 1h"})
    void itIsWrittenInTheLargestUnitThatKeepsItShort(long micros, String text) {
        assertThat(Durations.format(Duration.ofNanos(micros * 1000))).isEqualTo(text);
    }

    @Test
    void whatIsWrittenIsReadAsTheSame() {
        SplittableRandom random = new SplittableRandom(7);
        for (int i = 0; i < 10_000; i++) {
            Duration duration = Duration.ofNanos(random.nextLong(1L << random.nextInt(1, 58)));
            assertThat(Durations.parse(Durations.format(duration))).isEqualTo(duration);
        }
    }
}
