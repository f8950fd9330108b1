package io.birdseye.service.overview;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MemorySizesTest {

    @Test
    void aListAllowsWhatIsOnIt() {
        MemorySizes sizes = MemorySizes.parse("0.5, 5,8..64");

        assertThat(sizes.allows(0.5)).isTrue();
        assertThat(sizes.allows(8)).isTrue();
        assertThat(sizes.allows(33.3)).isTrue();
        assertThat(sizes.allows(7)).isFalse();
        assertThat(sizes.allows(64.1)).isFalse();
        assertThat(sizes.allows(Double.NaN)).isFalse();
        assertThat(sizes).hasToString("0.5,5,8..64");
        assertThat(MemorySizes.parse(sizes.toString())).isEqualTo(sizes);
    }

    @Test
    void anyAllowsNothingAtAllToo() {
        assertThat(MemorySizes.parse("any").allows(0)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "5,", "x", "-1", "5..1", "0..100000", "NaN", "1..2..3"})
    void whatIsNoListOfSizesIsRefused(String text) {
        assertThatThrownBy(() -> MemorySizes.parse(text)).isInstanceOf(IllegalArgumentException.class);
    }
}
