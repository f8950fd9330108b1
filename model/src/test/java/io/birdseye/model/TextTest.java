package io.birdseye.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TextTest {

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

    @ParameterizedTest
    @CsvSource({"500B, 500", "27kB, 27000", "0.8MB, 800000", "2 GB, 2000000000"})
    void unitsOfSizesAreDecimal(String text, long bytes) {
        assertThat(DataSize.parse(text)).isEqualTo(new DataSize(bytes));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "5", "-1B", "5 MiB", "1e3B"})
    void anyOtherSizeIsRefused(String text) {
        assertThatThrownBy(() -> DataSize.parse(text)).hasMessageContaining("'" + text + "'");
    }

    @Test
    void aSizeThatIsWrittenIsReadAsTheSame() {
        SplittableRandom random = new SplittableRandom(7);
        for (int i = 0; i < 1_000; i++) {
            DataSize size = new DataSize(random.nextLong(100) * (long) Math.pow(10, random.nextInt(10)));
            assertThat(DataSize.parse(size.format())).isEqualTo(size);
        }
    }

    @Test
    void whatWouldSteerATerminalIsShownInstead() {
        assertThat(TerminalText.visible("\u001b[2J\u001b]0;title\u0007")).isEqualTo("\\u001b[2J\\u001b]0;title\\u0007");
        assertThat(TerminalText.visible("\u009b31m \u0090q \u009d0;t\u009c \u007f \b\r\0"))
                .isEqualTo("\\u009b31m \\u0090q \\u009d0;t\\u009c \\u007f \\u0008\\u000d\\u0000");
    }

    @Test
    void whatWouldTurnOrHideTextIsShownInstead() {
        assertThat(TerminalText.visible("a\u202eb\u2066c\u200fd\u061ce\u200bf\ufeffg\u2028h\u00ad"))
                .isEqualTo("a\\u202eb\\u2066c\\u200fd\\u061ce\\u200bf\\ufeffg\\u2028h\\u00ad");
        assertThat(TerminalText.visible("\udb40\udc41 \ud800")).isEqualTo("\\udb40\\udc41 \\ud800");
    }

    @Test
    void otherTextStaysAsItIs() {
        String text = "p50 ≤ 213 ms,\n\tétage 日本 😀 C:\\new $1";

        assertThat(TerminalText.visible(text)).isEqualTo(text);
    }

    @Test
    void aLineHasNoLineFeed() {
        assertThat(TerminalText.line("a\nb\tc\r\n")).isEqualTo("a\\nb\\tc\\u000d\\n");
    }
}
