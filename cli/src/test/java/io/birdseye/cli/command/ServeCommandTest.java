package io.birdseye.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ServeCommandTest {

    @Test
    void settingsOfTheMockCarryItsPrefixAndAllOthersAreTheServices() {
        List<String> mock = new ArrayList<>();
        List<String> service = new ArrayList<>();

        ServeCommand.split(
                List.of("--http-threads", "8", "--mock-delay", "posts=50ms", "--mock-seed=7", "--deadline", "2s"),
                mock, service);

        assertThat(mock).containsExactly("--delay", "posts=50ms", "--seed=7");
        assertThat(service).containsExactly("--http-threads", "8", "--deadline", "2s");
    }
}
