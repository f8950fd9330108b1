package io.birdseye.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class ScenarioFileTest {

    @TempDir
    Path folder;

    @Test
    void theMainArticlesTreeIsKnownWhateverItsLatencies() throws InvalidScenario {
        String slower = Scenarios.load(Scenarios.OVERVIEW).text().replace("latency: 200ms", "latency: 400ms");

        assertThat(ScenarioFile.parse("slower.yaml", slower, List.of()).articleTree())
                .hasValueSatisfying(shared -> assertThat(shared.multiply().megabytes()).isEqualTo(5));
    }

    @Test
    void anotherPayloadOrAnotherSharedListMakesAnotherTree() throws InvalidScenario {
        String article = Scenarios.load(Scenarios.OVERVIEW).text();

        assertThat(ScenarioFile.parse("a.yaml", article.replace("158kB", "1MB"), List.of()).articleTree()).isEmpty();
        assertThat(ScenarioFile.parse("b.yaml", article.replaceFirst("multiply: 5MB", "multiply: 10MB"), List.of())
                        .articleTree())
                .isEmpty();
        assertThat(Scenarios.load("checkout-page").articleTree()).isEmpty();
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
                .hasMessageContainingAll("'nowhere.yaml'", "checkout-page").message().hasLineCount(1);
    }

    @Test
    void upstreamsAreToldTheirLatenciesSizesAndFailures() {
        JsonNode json = settings("checkout-page", 7);

        assertThat(json.path("seed").asInt()).isEqualTo(7);
        assertThat(json.at("/routes/cart").toString())
                .isEqualTo("{\"payloadBytes\":4000,\"delayDistribution\":{\"type\":\"lognormal\",\"median\":15.0,"
                        + "\"sigma\":0.4}}");
        assertThat(json.at("/routes/prices/delayDistribution").toString())
                .isEqualTo("{\"type\":\"uniform\",\"lower\":10.0,\"upper\":40.0}");
        assertThat(json.at("/routes/risk/status").asInt()).isEqualTo(503);
        assertThat(json.at("/routes/risk/statusProbability").asDouble()).isEqualTo(0.001);
        JsonNode article = settings(Scenarios.OVERVIEW, 1).at("/routes/posts");
        assertThat(article.toString())
                .as("the article's data is served as it is").isEqualTo("{\"fixedDelayMilliseconds\":200.0}");
    }

    private static JsonNode settings(String scenario, long seed) {
        return new JsonMapper().readTree(MockSettings.json(Scenarios.load(scenario), seed));
    }
}
