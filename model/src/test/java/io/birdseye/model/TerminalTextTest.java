package io.birdseye.model;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TerminalTextTest {

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
