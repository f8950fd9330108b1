package io.birdseye.loadtest.gatling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.birdseye.loadtest.SettingReader;
import io.birdseye.loadtest.plan.RequestPlan;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class InjectorSettingsTest {

    private static RequestPlan read(Map<String, String> properties, Map<String, String> environment) {
        return InjectorSettings.from(new SettingReader(properties::get, environment::get)).plan();
    }

    @Test
    void theEnvironmentStandsInForAbsentProperties() {
        RequestPlan plan = read(
                Map.of("birdseye.strategy", "rx", "birdseye.duration", "90s"),
                Map.of("BIRDSEYE_STRATEGY", "akka", "BIRDSEYE_IO_POOL_SIZE", "32", "BIRDSEYE_USERS", "50",
                        "BIRDSEYE_REQUEST_TIMEOUT", "1.5s"));

        assertThat(plan.requests().getFirst().url())
                .isEqualTo("http://127.0.0.1:8080/overview/rx?ioPoolSize=32&sharedMemory=5&layout=boxed");
        assertThat(plan.users()).isEqualTo(50);
        assertThat(plan.steps().getLast().duration()).isEqualTo(Duration.ofSeconds(90));
        assertThat(plan.requestTimeout()).isEqualTo(Duration.ofMillis(1_500));
    }

    @Test
    void thePublishedBudgetIsAskedForByName() {
        RequestPlan plan = read(
                Map.of("birdseye.strategy", "rx", "birdseye.budget", "published", "birdseye.sharedMemory", "0.5",
                        "birdseye.layout", "primitive", "birdseye.userId", "3", "birdseye.factor", "9"),
                Map.of());

        assertThat(plan.requests().getFirst().url())
                .isEqualTo("http://127.0.0.1:8080/overview/rx?budget=published&sharedMemory=0.5&layout=primitive&userId=3&factor=9");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            birdseye.rate           | 0       | birdseye.rate is '0.0', but must be a number above 0 and at most 100000
            birdseye.rate           | fast    | birdseye.rate is 'fast', but must be a number
            birdseye.users          | 0       | birdseye.users is '0', but must be between 1 and 100000
            birdseye.arrivals       | often   | birdseye.arrivals is 'often', but must be poisson, constant or bursts
            birdseye.duration       | 20      | birdseye.duration is '20', but must be a number and a unit (us, ms, s, m or h), such as 200ms, 1.5s or 1m30s
            birdseye.duration       | 10ms    | birdseye.duration is '10ms', but must be between 1000ms and 86400000ms
            birdseye.ioPoolSize     | 0       | birdseye.ioPoolSize is '0', but must be 1 or more
            birdseye.budget         | mine    | birdseye.budget is 'mine', but must be published, or absent
            birdseye.strategy       | a/b     | birdseye.strategy is 'a/b', but must be a strategy's name, such as executor
            birdseye.baseUrl        | nowhere | birdseye.baseUrl is 'nowhere', but must be an address such as http://127.0.0.1:8080
            birdseye.warmUpCycles   | 0       | birdseye.warmUpCycles is '0', but must be between 1 and 100
            """)
    void aWrongValueIsRefusedByName(String property, String value, String message) {
        Map<String, String> properties = new HashMap<>(Map.of("birdseye.strategy", "executor"));
        properties.put(property, value);

        assertThatThrownBy(() -> read(properties, Map.of()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
    }

    @Test
    void arrivalsAreAtRandomUnlessTheyAreToBeAtEqualDistances() {
        Map<String, String> rx = Map.of("birdseye.strategy", "rx");

        assertThat(read(rx, Map.of()).steps().getLast()).satisfies(step -> {
            assertThat(step.ratePerSecond()).isEqualTo(50);
            assertThat(step.seed()).as("at random").isNotNull();
        });
        assertThat(read(rx, Map.of("BIRDSEYE_ARRIVALS", "constant")).steps().getLast().seed()).isNull();
        assertThatThrownBy(() -> read(rx, Map.of("BIRDSEYE_ARRIVALS", "poisson", "BIRDSEYE_USERS", "5")))
                .hasMessageContaining("birdseye.arrivals and birdseye.users");
        assertThatThrownBy(() -> read(rx, Map.of("BIRDSEYE_RATE", "50", "BIRDSEYE_USERS", "50")))
                .hasMessageContaining("birdseye.rate and birdseye.users");
    }
}
