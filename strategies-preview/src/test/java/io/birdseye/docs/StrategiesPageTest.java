package io.birdseye.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.birdseye.strategy.Strategies;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class StrategiesPageTest {

    private static final Path PAGE = Path.of("..", "docs", "reference", "strategies.md");
    private static final String COMMAND =
            "mvn verify -pl strategies-preview -am -Dtest=StrategiesPageTest -Dsurefire.failIfNoSpecifiedTests=false"
                    + " -Dbirdseye.docs.write=true";

    @Test
    void theCommittedPageSaysWhatTheStrategiesSay() throws IOException {
        String page = StrategiesPage.of(Strategies.load());
        if (Boolean.getBoolean("birdseye.docs.write")) {
            Files.writeString(PAGE, page);
        }

        assertThat(Files.readString(PAGE))
                .as("docs/reference/strategies.md is stale; write it anew with: " + COMMAND)
                .isEqualTo(page);
    }
}
