package io.birdseye.loadtest.campaign;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.birdseye.loadtest.campaign.CampaignResult.Attempt;
import io.birdseye.loadtest.campaign.CampaignResult.Outcome;
import io.birdseye.loadtest.campaign.CampaignResult.Row;
import io.birdseye.model.Machine;
import io.birdseye.report.result.ResultsFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

class CampaignPageTest {

    private static final Attempt VALID = new Attempt("after 3.1 s", Outcome.VALID, List.of(), List.of(), 0, 40);

    @TempDir
    private Path folder;

    private static Attempt marked(String reason) {
        return new Attempt("after 5.0 s", Outcome.MARKED, List.of(reason), List.of(), 1, 41);
    }

    private static CampaignResult result(Row... rows) {
        return new CampaignResult(
                CampaignResult.KIND, CampaignResult.SCHEMA_VERSION, "2026-01-02T03:04:05Z", "abc123",
                new Machine(2, "some CPU", 8L << 30, "Linux", "6.1", "25"), "./birdseye soak --campaign",
                "./birdseye compare --rate 20", 1, 22.5, List.of(rows));
    }

    @Test
    void theTableCountsOutcomesAndReasonsThatDifferInFiguresOnlyAreOne() {
        String page = new CampaignPage(result(
                        new Row("frozen service", "SIGSTOP | SIGCONT", "", List.of(
                                VALID, marked("start lag p99 51 ms (x)"), marked("start lag p99 2,900 ms (y)"))),
                        new Row("full disk", "a tmpfs", "mounting is not allowed", List.of())))
                .markdown();

        assertThat(page)
                .contains("Run 2026-01-02 at commit abc123 on 2 cores (some CPU), 9 GB")
                .contains("3 tries; in none was anything wrong")
                .contains("2 trials of the full tables were invalid")
                .contains("| frozen service | SIGSTOP \\| SIGCONT | 3 | 1 every trial valid, 2 marked |"
                        + " 2 × start lag p99 51 ms (x) |")
                .contains("| full disk | a tmpfs | 0 | not tried: mounting is not allowed |  |");
    }

    @Test
    void whatWasWrongStandsBelowTheTable() {
        CampaignResult result = result(new Row("kill -9 of mock-api", "at a random moment", "", List.of(
                new Attempt("after 5.0 s", Outcome.WRONG, List.of(), List.of("process 7 is left: java <x>"), 0, 41))));

        assertThat(result.nothingWrong()).isFalse();
        assertThat(new CampaignPage(result).markdown())
                .contains("1 try; 1 of them wrong")
                .contains("- kill -9 of mock-api (after 5.0 s): process 7 is left: java &lt;x>");
    }

    @Test
    void bothFilesAreWrittenAndTheJsonSaysWhatItIs() throws IOException {
        new CampaignPage(result(new Row("full disk", "a tmpfs", "", List.of(VALID)))).write(folder.resolve("new"));

        JsonNode json = ResultsFile.JSON.readTree(Files.readString(folder.resolve("new/reliability.json")));
        assertThat(json.path("kind").stringValue()).isEqualTo("fault-campaign");
        assertThat(json.path("schemaVersion").intValue()).isEqualTo(1);
        JsonNode attempt = json.path("situations").path(0).path("attempts").path(0);
        assertThat(attempt.path("outcome").stringValue()).isEqualTo("VALID");
        assertThat(folder.resolve("new/reliability.md")).isNotEmptyFile();
    }

    @Test
    void aPublishedTableReplacesTheOneBetweenTheMarkersAndNothingElse() throws IOException {
        Path page = folder.resolve(CampaignPage.MARKDOWN);
        CampaignPage campaign = new CampaignPage(result(new Row("full disk", "a tmpfs", "", List.of(VALID))));
        Files.writeString(page, "# Title\n");
        assertThatThrownBy(() -> campaign.publish(folder)).hasMessageContaining("has no place for the table");
        assertThat(folder.resolve(CampaignPage.JSON)).doesNotExist();

        Files.writeString(page, "# Title\n" + CampaignPage.BEGIN + "\nold\n" + CampaignPage.END + "\nrest\n");
        campaign.publish(folder);

        assertThat(Files.readString(page)).startsWith("# Title\n" + CampaignPage.BEGIN)
                .endsWith(CampaignPage.END + "\nrest\n")
                .contains("| full disk |")
                .doesNotContain("old");
        assertThat(folder.resolve(CampaignPage.JSON)).isNotEmptyFile();
    }

    @Test
    void theTableInTheRepositoryHasItsPlace() throws IOException {
        assertThat(Files.readString(Path.of("../docs/explanation").resolve(CampaignPage.MARKDOWN)))
                .contains(CampaignPage.BEGIN, CampaignPage.END);
    }
}
