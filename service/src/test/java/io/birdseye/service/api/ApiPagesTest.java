package io.birdseye.service.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.birdseye.service.server.ProblemType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class ApiPagesTest {

    private static final Path REFERENCE = Path.of("..", "docs", "reference");
    private static final String COMMAND =
            "mvn verify -pl service -am -Dtest=ApiPagesTest -Dsurefire.failIfNoSpecifiedTests=false"
                    + " -Dbirdseye.docs.write=true";

    @Test
    void theCommittedPageOfProblemsIsThatOfTheTypes() throws IOException {
        assertCommitted("problems.md", ApiPages.problems());
        assertThat(ProblemType.values()).hasSizeGreaterThan(10).extracting(ProblemType::title).doesNotHaveDuplicates();
    }

    @Test
    void theCommittedPageOfTheApiIsThatOfTheOpenApiDocument() throws IOException {
        assertCommitted("http-api.md", ApiPages.api());
    }

    private static void assertCommitted(String name, String page) throws IOException {
        if (Boolean.getBoolean("birdseye.docs.write")) {
            Files.writeString(REFERENCE.resolve(name), page);
        }
        assertThat(REFERENCE.resolve(name)).as("stale; write it anew with: " + COMMAND).hasContent(page);
    }
}
