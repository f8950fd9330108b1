package io.birdseye.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.ZonedDateTime;
import org.junit.jupiter.api.Test;

class TimeNeededTest {

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
