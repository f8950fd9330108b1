package io.birdseye.planning.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import io.birdseye.planning.sweep.SweepResult.PointFigures;
import io.birdseye.planning.sweep.SweepResult.SweepPoint;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

class SweepResultTest {

    private static final SweepAxis IO = new SweepAxis("io", List.of(8.0, 16.0, 32.0, 64.0));

    @TempDir
    Path folder;

    /** A pool carries io / 0.8 s, and the cores 40/s. */
    private static SweepPoint point(int index, double io, double delayMs) {
        double carried = Math.min(40, io / (4 * delayMs / 1000));
        return new SweepPoint(
                index, "rx", Map.of("io", io, "delay", delayMs),
                new PointFigures(40, carried, 0, 480, 200, 210, 220, 5, 0.4), null);
    }

    private static SweepResult sweep(List<SweepAxis> axes, List<SweepPoint> points) {
        return new SweepResult(1, "2026-01-01T00:00:00Z", "./birdseye sweep", "2 cores", "fixed", axes, points);
    }

    private static SweepResult overPools() {
        List<SweepPoint> points = new ArrayList<>(List.of(point(3, 64, 200), point(0, 8, 200), point(2, 32, 200)));
        points.add(new SweepPoint(1, "rx", Map.of("io", 16.0), null, "service died"));
        return sweep(List.of(IO), points);
    }

    @Test
    void theKneeIsWhereThePoolNoLongerLimits() {
        assertThat(overPools().knee("rx", Map.of())).hasValueSatisfying(knee -> assertThat(knee.x()).isEqualTo(32));
        assertThat(SweepFiles.text(overPools()))
                .contains("the knee is at io = 32, with 40/s")
                .contains("failed: service died")
                .contains("~220");
    }

    @Test
    void overTwoSettingsEachRowHasItsKnee() {
        List<SweepPoint> points = new ArrayList<>();
        for (double delay : List.of(100.0, 200.0)) {
            for (double io : IO.values()) {
                points.add(point(points.size(), io, delay));
            }
        }
        SweepResult sweep = sweep(List.of(new SweepAxis("delay", List.of(100.0, 200.0)), IO), points);

        assertThat(sweep.knees()).hasSize(2);
        assertThat(sweep.knees().getFirst()).contains("delay 100", "io = 16");
        assertThat(sweep.knees().getLast()).contains("delay 200", "io = 32");
        assertThat(SweepFiles.page(sweep)).contains("class=\"heat\"", "achieved/s by ");
    }

    @Test
    void filesKeepEveryFigureAndShowCurves() throws IOException {
        SweepFiles.write(overPools(), folder);

        assertThat(JsonMapper.shared().readValue(folder.resolve("sweep.json"), SweepResult.class)).isEqualTo(overPools());
        assertThat(Files.readString(folder.resolve("sweep.html")))
                .contains("data-chart", "the knee is at io = 32", "failed: service died", "./birdseye sweep");
    }
}
