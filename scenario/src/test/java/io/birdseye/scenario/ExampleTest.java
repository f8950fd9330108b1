package io.birdseye.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The scenario beside the example service is one that the parser takes. */
class ExampleTest {

    @Test
    void theUpstreamsOfTheSpringBootExampleAreAScenario() throws IOException, InvalidScenario {
        Scenario scenario = ScenarioFile.load("../examples/spring-boot/upstreams.yaml", List.of()).scenario();

        assertThat(scenario.calls())
                .extracting(Scenario.Call::name).containsExactly("cart", "stock", "offers", "recommendations");
        assertThat(scenario.objective()).isNotNull();
    }
}
