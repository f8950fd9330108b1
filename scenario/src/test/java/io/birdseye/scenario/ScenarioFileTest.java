package io.birdseye.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ScenarioFileTest {

    @TempDir
    Path folder;

    @Test
    void theMainArticlesTreeIsKnownWhateverItsLatencies() throws InvalidScenario {
        String slower = Scenarios.text(Scenarios.OVERVIEW).replace("latency: 200ms", "latency: 400ms");

        assertThat(ScenarioFile.parse("slower.yaml", slower, List.of()).articleTree())
                .hasValueSatisfying(shared -> assertThat(shared.multiply().megabytes()).isEqualTo(5));
    }

    @Test
    void anotherPayloadOrAnotherSharedListMakesAnotherTree() throws InvalidScenario {
        String article = Scenarios.text(Scenarios.OVERVIEW);

        assertThat(ScenarioFile.parse("a.yaml", article.replace("158kB", "1MB"), List.of()).articleTree()).isEmpty();
        assertThat(ScenarioFile.parse("b.yaml", article.replaceFirst("multiply: 5MB", "multiply: 10MB"), List.of())
                        .articleTree())
                .isEmpty();
        assertThat(ScenarioFile.shipped("checkout-page").articleTree()).isEmpty();
    }

    @Test
    void aFileComesBeforeAShippedScenarioOfThatName() throws IOException, InvalidScenario {
        Path file = Files.writeString(folder.resolve("mine.yaml"), """
                name: mine
                groups: [{ name: a, calls: [{ name: b, latency: 5ms, failureRate: 0.5 }] }]
                """);

        ScenarioFile read = ScenarioFile.load(file.toString(), List.of());

        assertThat(read.scenario().name()).isEqualTo("mine");
        assertThat(read.mayFail()).isTrue();
        assertThat(read.meanCallMs()).containsExactly(5.0);
        assertThat(ScenarioFile.load("search-aggregator", List.of()).scenario().name()).isEqualTo("search-aggregator");
    }

    @Test
    void aMissingFileIsToldInOneLineWithWhatShips() {
        assertThatThrownBy(() -> ScenarioFile.load("nowhere.yaml", List.of()))
                .isInstanceOf(IOException.class)
                .hasMessageContainingAll("'nowhere.yaml'", "checkout-page")
                .message()
                .hasLineCount(1);
    }

    @Test
    void upstreamsAreToldTheirLatenciesSizesAndFailures() {
        String json = MockSettings.json(ScenarioFile.shipped("checkout-page"), 7);

        assertThat(json)
                .contains("\"seed\": 7")
                .contains("\"cart\": {\"payloadBytes\": 4000, \"delayDistribution\": {\"type\": \"lognormal\","
                        + " \"median\": 15, \"sigma\": 0.4}}")
                .contains("\"type\": \"uniform\", \"lower\": 10, \"upper\": 40")
                .contains("\"status\": 503, \"statusProbability\": 0.001");
        assertThat(MockSettings.json(ScenarioFile.shipped(Scenarios.OVERVIEW), 1))
                .as("the article's data is served as it is")
                .doesNotContain("payloadBytes")
                .contains("\"posts\": {\"fixedDelayMilliseconds\": 200}");
    }
}
