package io.birdseye.planning.calibration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.birdseye.loadtest.trial.Work;
import io.birdseye.model.Layout;
import io.birdseye.model.Load;
import io.birdseye.planning.point.PointSettings;
import io.birdseye.planning.point.ServiceLimits;
import io.birdseye.report.result.ResultsFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** On trials of a comparison at 50/s: three blocks of each of two strategies. */
class ResultsCalibrationTest {

    private static final Path MEASURED = Path.of("src/test/resources/io/birdseye/planning/calibration", ResultsFile.NAME);
    private static final PointSettings ASKED = new PointSettings(
            "", Load.open(50), Work.article(Duration.ofMillis(200), 5, Layout.BOXED),
            new ServiceLimits(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty()),
            Duration.ofSeconds(5));

    @TempDir
    private Path folder;

    @Test
    void theBlocksOfAStrategyAreOnePointAndInvalidOnesAreLeftOut() throws IOException {
        ObjectNode results = measured(Set.of("executor", "http-async"));
        List<ObjectNode> checking = trials(results, "http-async");
        ((ObjectNode) checking.get(1).get("measured")).put("startLagP99Ms", 900.0);
        double mean = (p50(checking.get(0)) + p50(checking.get(2))) / 2;

        CalibrationFile calibrated = calibrate(results);

        assertThat(calibrated.accuracy().points()).extracting(Accuracy.CheckedPoint::name)
                .containsExactly("http-async, mean of 2 blocks");
        assertThat(calibrated.accuracy().points().getFirst().measured().p50Ms()).isCloseTo(mean, within(1e-9));
        assertThat(calibrated.machine())
                .startsWith("Calibrated by executor on 2 cores")
                .endsWith("without 1 trial that failed or broke a bound of validity");
    }

    @Test
    void furtherBlocksOfTheCalibratingStrategyCheckNothing() throws IOException {
        ObjectNode results = measured(Set.of("executor"));

        assertThatThrownBy(() -> calibrate(results))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("there is no second strategy with a p99 to check a prediction");
    }

    private CalibrationFile calibrate(ObjectNode results) throws IOException {
        Path file = Files.writeString(folder.resolve(ResultsFile.NAME), results.toString());
        return ResultsCalibration.read(file, ASKED);
    }

    private static double p50(JsonNode trial) {
        return trial.get("measured").get("response").get("p50Ms").asDouble();
    }

    private static List<ObjectNode> trials(ObjectNode results, String strategy) {
        return results.withArray("trials").valueStream()
                .map(ObjectNode.class::cast)
                .filter(trial -> trial.get("strategy").asString().equals(strategy))
                .toList();
    }

    private static ObjectNode measured(Set<String> strategies) throws IOException {
        ObjectNode results = (ObjectNode) ResultsFile.JSON.readTree(Files.readString(MEASURED));
        ArrayNode kept = ResultsFile.JSON.createArrayNode();
        results.withArray("trials").valueStream()
                .filter(trial -> strategies.contains(trial.get("strategy").asString()))
                .forEach(kept::add);
        results.set("trials", kept);
        return results;
    }
}
