package io.birdseye.service.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class ContractPageTest {

    private static final Path PAGE = Path.of("..", "docs", "reference", "contract.md");
    private static final String COMMAND =
            "mvn verify -pl service -am -Dtest=ContractPageTest -Dsurefire.failIfNoSpecifiedTests=false"
                    + " -Dbirdseye.docs.write=true";

    @Test
    void theCommittedTableIsTheOneThatTheSuiteAsserts() throws IOException {
        String page = ContractPage.of(House.strategies().toList());
        if (Boolean.getBoolean("birdseye.docs.write")) {
            Files.writeString(PAGE, page);
        }

        assertThat(Files.readString(PAGE))
                .as("docs/reference/contract.md is stale; write it anew with: " + COMMAND)
                .isEqualTo(page);
    }
}
