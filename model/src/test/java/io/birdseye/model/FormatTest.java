package io.birdseye.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

class FormatTest {

    @Test
    void aNumberHasAboutThreeDigits() {
        assertThat(Format.number(1234.5)).isEqualTo("1,235");
        assertThat(Format.number(56.78)).isEqualTo("56.8");
        assertThat(Format.number(1.234)).isEqualTo("1.23");
        assertThat(Format.number(Double.NaN)).isEqualTo(Format.NONE);
        assertThat(Format.number((Double) null)).isEqualTo(Format.NONE);
        assertThat(Format.perSecond(12.34)).isEqualTo("12.3");
    }

    @Test
    void aPlainNumberHasDecimalsOnlyIfItIsNotWhole() {
        assertThat(Format.plain(22)).isEqualTo("22");
        assertThat(Format.plain(17.46)).isEqualTo("17.5");
        assertThat(Format.plainMs(1500)).isEqualTo("1,500 ms");
        assertThat(Format.plain(Double.POSITIVE_INFINITY)).isEqualTo(Format.NONE);
    }

    @Test
    void aShareIsAPercentage() {
        assertThat(Format.percent(0.5)).isEqualTo("50 %");
        assertThat(Format.percent(0.0042)).isEqualTo("0.4 %");
        assertThat(Format.percent(0.05)).isEqualTo("5 %");
        assertThat(Format.percent(0)).isEqualTo("0 %");
    }

    @Test
    void theLanguageOfTheMachineDecidesNothing() {
        Locale before = Locale.getDefault();
        try {
            Locale.setDefault(Locale.GERMANY);
            assertThat(Format.fixed(1234.56, 1)).isEqualTo("1,234.6");
            assertThat(Format.ms(12.34)).isEqualTo("12.3 ms");
        } finally {
            Locale.setDefault(before);
        }
    }

    @Test
    void listsReadAsSentences() {
        assertThat(Format.list(List.of("a", "b", "c"))).isEqualTo("a, b and c");
        assertThat(Format.count(1, "error")).isEqualTo("1 error");
        assertThat(Format.count(2_000, "error")).isEqualTo("2,000 errors");
    }
}
