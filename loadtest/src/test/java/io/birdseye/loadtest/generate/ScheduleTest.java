package io.birdseye.loadtest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class TimetableTest {

    private static LoadSettings settings(String... settings) {
        Map<String, String> all = new HashMap<>(Map.of("birdseye.strategy", "executor"));
        for (int i = 0; i < settings.length; i += 2) {
            all.put("birdseye." + settings[i], settings[i + 1]);
        }
        return LoadSettings.from(new SettingReader(all::get, variable -> null));
    }

    @Test
    void warmUpRunsInCyclesOfRisingRateWithPausesBeforeTheWindow() {
        Timetable timetable = new Timetable(
                settings("rate", "12", "warmUp", "6s", "warmUpCycles", "3", "warmUpPause", "1s", "duration", "5s"));

        assertThat(timetable.phases()).containsExactly(
                new Timetable.Phase(false, 0, 2_000_000_000L, 4, 0, 8),
                new Timetable.Phase(false, 3_000_000_000L, 5_000_000_000L, 8, 8, 16),
                new Timetable.Phase(false, 6_000_000_000L, 8_000_000_000L, 12, 24, 24),
                new Timetable.Phase(true, 9_000_000_000L, 14_000_000_000L, 12, 48, 60));
        assertThat(timetable.arrival(7)).isEqualTo(new Timetable.Arrival(false, 1_750_000_000L));
        assertThat(timetable.arrival(48)).isEqualTo(new Timetable.Arrival(true, 9_000_000_000L));
        assertThat(timetable.arrival(78)).isEqualTo(new Timetable.Arrival(true, 11_500_000_000L));
        assertThatThrownBy(() -> timetable.arrival(108)).isInstanceOf(IndexOutOfBoundsException.class);
    }

    @Test
    void sharesInterleaveIntoTheWholeRate() {
        List<Long> due = new ArrayList<>();
        for (int share = 0; share < 3; share++) {
            Timetable timetable = new Timetable(settings(
                    "rate", "7.5", "warmUp", "0s", "duration", "2s", "shareCount", "3", "shareIndex", "" + share));
            for (long i = 0; i < timetable.window().requests(); i++) {
                due.add(timetable.arrival(i).dueNanos());
            }
        }
        due.sort(null);
        assertThat(due).isEqualTo(
                LongStream.range(0, 15).mapToObj(j -> Math.round(j / 7.5 * 1e9)).toList());
    }

    @Test
    void closedUsersGoFromTheLastCycleIntoTheWindow() {
        Timetable timetable = new Timetable(
                settings("users", "4", "warmUp", "4s", "warmUpCycles", "2", "warmUpPause", "1s", "duration", "5s"));

        assertThat(timetable.nextRunning(1_000)).isEqualTo(1_000);
        assertThat(timetable.nextRunning(2_500_000_000L)).as("in the pause").isEqualTo(3_000_000_000L);
        assertThat(timetable.window().startNanos()).isEqualTo(5_000_000_000L);
        assertThat(timetable.nextRunning(5_000_000_000L)).isEqualTo(5_000_000_000L);
        assertThat(timetable.nextRunning(11_000_000_000L)).as("all over").isEqualTo(10_000_000_000L);
    }

    @Test
    void aShareWithoutAnyRequestIsRefused() {
        LoadSettings settings = settings("rate", "1", "duration", "2s", "shareCount", "3", "shareIndex", "2");

        assertThatThrownBy(() -> new Timetable(settings))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("birdseye.rate is 1.0, of which share 2 of 3 has no request in 2000ms");
    }
}
