package io.birdseye.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DurationTextTest {

    @ParameterizedTest
    @CsvSource({"200ms, 200", "20s, 20000", "1.5s, 1500", "5m, 300000", "1h, 3600000", "0.5ms, 0", "0ms, 0"})
    void durationsAreReadAsPeopleWriteThem(String text, long milliseconds) {
        assertThat(DurationText.parse(text).toMillis()).isEqualTo(milliseconds);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "20", "-1s", "s", "1 s", "1d", "1e3ms", "NaNs"})
    void anythingElseIsRefusedWithAnExample(String text) {
        assertThatThrownBy(() -> DurationText.parse(text)).hasMessageContaining("such as 200ms");
    }
}
