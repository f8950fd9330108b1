package io.birdseye.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DataSizeTest {

    @ParameterizedTest
    @CsvSource({"500B, 500", "27kB, 27000", "0.8MB, 800000", "2 GB, 2000000000"})
    void unitsAreDecimal(String text, long bytes) {
        assertThat(DataSize.parse(text)).isEqualTo(new DataSize(bytes));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "5", "-1B", "5 MiB", "1e3B"})
    void anythingElseIsRefused(String text) {
        assertThatThrownBy(() -> DataSize.parse(text)).hasMessageContaining("'" + text + "'");
    }

    @Test
    void whatIsWrittenIsReadAsTheSame() {
        SplittableRandom random = new SplittableRandom(7);
        for (int i = 0; i < 1_000; i++) {
            DataSize size = new DataSize(random.nextLong(100) * (long) Math.pow(10, random.nextInt(10)));
            assertThat(DataSize.parse(size.format())).isEqualTo(size);
        }
    }
}
