package io.birdseye.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import io.birdseye.cli.terminal.ProgressLine.Verbosity;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.ZonedDateTime;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProgressLineTest {

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final PrintStream screen = new PrintStream(bytes, true, StandardCharsets.UTF_8);

    private String seen() {
        return bytes.toString(StandardCharsets.UTF_8);
    }

    private ProgressLine line(Verbosity verbosity, boolean present, boolean unicode, boolean colours) {
        return new ProgressLine("compare", verbosity, present, unicode, colours, 60, screen);
    }

    @Test
    void withoutATerminalEachStepIsAPlainLine() {
        try (ProgressLine line = line(Verbosity.NORMAL, false, true, false)) {
            line.update("block 1, rx: starting", 0, 300);
            line.update("block 1, rx: measuring", 60, 300);
            line.update("block 1, akka: starting", 113, 300);
        }
        assertThat(seen().lines()).containsExactly(
                "compare: block 1, rx (5:00 left)", "compare: block 1, akka (3:07 left)");
    }

    @Test
    void verboseTellsEveryPhaseAndQuietNothing() {
        try (ProgressLine line = line(Verbosity.VERBOSE, true, true, true)) {
            line.update("rx: starting", 0, 10);
            line.update("rx: measuring", 5, 10);
        }
        assertThat(seen().lines()).containsExactly("compare: rx: starting (0:10 left)", "compare: rx: measuring (0:05 left)");
        bytes.reset();
        try (ProgressLine line = line(Verbosity.QUIET, false, true, true)) {
            line.update("rx: starting", 0, 10);
            line.tell("rx");
        }
        assertThat(seen()).isEmpty();
    }

    @Test
    void aTerminalHasOneLineInItsWidthAndAsciiWhereItKnowsNoMore() {
        try (ProgressLine line = line(Verbosity.NORMAL, true, false, false)) {
            line.update("a phase – with a name that is longer than the sixty columns of this terminal", 113, 300);
        }
        String drawn = seen().substring(1, seen().indexOf("\u001b[K"));
        assertThat(drawn).startsWith("########............  38 %  3:07 left  a phase ?").hasSizeLessThan(60);
        assertThat(seen()).as("no colour").doesNotContain("\u001b[36m");
    }

    @Test
    void whatIsKnownIsDrawnAgainInItsPlaceAndGoesAwayAtTheEnd() {
        ProgressLine line = line(Verbosity.NORMAL, true, true, true);
        line.show(List.of("one row", "another"));
        line.show(List.of("one row", "another", "a third"));
        line.close();

        assertThat(seen()).isEqualTo("one row\nanother\n\u001b[2A\r\u001b[J" + "one row\nanother\na third\n\u001b[3A\r\u001b[J");
    }

    @Test
    void aTerminalKnowsUnicodeIfItsLocaleSaysSo() {
        assertThat(Terminal.unicode(null, "", "en_US.UTF-8")).isTrue();
        assertThat(Terminal.unicode("C", null, "en_US.UTF-8")).isFalse();
        assertThat(Terminal.unicode("de_DE.utf8", null, null)).isTrue();
        assertThat(Terminal.unicode("POSIX")).isFalse();
    }

    private static final ZonedDateTime NOW = ZonedDateTime.parse("2026-03-04T15:14:30Z");

    @Test
    void aUserLearnsHowLongAndUntilWhen() {
        assertThat(TimeNeeded.of(Duration.ofMinutes(27).plusSeconds(20), NOW)).isEqualTo("28 min, until 15:42");
        assertThat(TimeNeeded.of(Duration.ofSeconds(62), NOW)).isEqualTo("65 s, until 15:16");
        assertThat(TimeNeeded.of(Duration.ofHours(9), NOW)).isEqualTo("9 h 0 min, until Thu 00:15");
    }

    @Test
    void whatIsLeftIsInMinutesAndSeconds() {
        assertThat(TimeNeeded.clock(187.4)).isEqualTo("3:07");
        assertThat(TimeNeeded.clock(3729)).isEqualTo("1:02:09");
        assertThat(TimeNeeded.clock(-3)).isEqualTo("0:00");
    }
}
