package io.birdseye.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.birdseye.cli.options.JsonCommand;
import io.birdseye.report.result.ResultsFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** With {@code --json} standard output is JSON and nothing else. {@code compare} prints what {@code report} does. */
class JsonOutputTest {

    private static final Path PAGE = Path.of("../docs/reference/json-output.md");

    @TempDir
    private Path folder;

    private CommandRun run = new CommandRun(0, "", "");

    private JsonNode json(int code, Object... arguments) {
        run = CommandRun.of(arguments);
        assertThat(run.code()).as(run.err()).isEqualTo(code);
        return ResultsFile.JSON.readTree(run.out());
    }

    @Test
    void theStrategiesAreAList() throws IOException {
        JsonNode strategies = json(0, "strategies", "--json");

        assertThat(strategies.isArray()).isTrue();
        assertThat(strategies.size()).isGreaterThan(25);
        JsonNode sequential = strategies.valueStream()
                .filter(each -> each.path("name").asString().equals("sequential"))
                .findFirst()
                .orElseThrow();
        assertThat(sequential.path("waiter").asString()).isEqualTo("http-thread");
        assertThat(sequential.path("client").asString()).isEqualTo("blocking");
        assertThat(run.err()).isEmpty();
        assertDocumented("strategies", strategies);
    }

    @Test
    void adviceHasItsRecommendationAndTheStrategiesThatMissTheObjectiveHaveNoLatency() throws IOException {
        JsonNode advice = json(0, "advise", "--calls", "4", "--latency", "200ms", "--cpu-time", "22ms", "--rate", "50", "--cores", "2",
                "--p99", "400ms", "--explain", "--json");

        assertThat(advice.path("reachability").asString()).isEqualTo("reachable");
        assertThat(advice.path("recommendation").path("ioConcurrency").asInt()).isPositive();
        assertThat(advice.path("recommendation").path("p99Ms").asDouble()).isBetween(200.0, 400.0);
        assertThat(advice.path("objectiveP99Ms").asDouble()).isEqualTo(400);
        assertThat(advice.path("strategies").size()).isGreaterThan(25);
        assertThat(advice.path("measured").isNull()).isTrue();
        assertThat(run.err()).as("the words have their arithmetic and sources")
                .startsWith("Take 'virtual-threads' with ")
                .contains("calls at once, which hold no thread", "It is the simplest that meets the objective: blocking code with")
                .contains("50/s × 22 ms of CPU / 2 cores = 55 %", "utilisation law", "Operations Research 9(3), 1961")
                .contains("'sequential' (p99", "virtual-threads", "What would help");
        assertDocumented("advise", advice);
    }

    @Test
    void theDoctorGivesItsFindings() throws IOException {
        run = CommandRun.of("doctor", "--json");

        // Good or bad: that is for the machine on which the test runs.
        assertThat(run.code()).isBetween(0, 1);
        JsonNode doctor = ResultsFile.JSON.readTree(run.out());
        assertThat(doctor.path("findings").valueStream().map(each -> each.path("grade").asString()))
                .isNotEmpty().isSubsetOf("good", "fair", "bad", "unknown");
        assertThat(run.err()).contains(doctor.path("conclusion").asString());
        assertDocumented("doctor", doctor);
    }

    @Test
    void rowsOfAComparisonAndChangesOfADiffAreDocumented() throws IOException {
        Path one = Files.writeString(folder.resolve("results.json"), ResultCommandsTest.json(200));

        assertDocumented("compare", json(3, "report", "--json", "--fail-on", "p50 > 300ms", one));
        assertDocumented("diff", json(3, "diff", "--json", one, one));
    }

    @Test
    void thePageHasASectionForEachCommandThatPrintsJson() throws IOException {
        String page = Files.readString(PAGE);

        assertThat(Birdseye.commandLine().getSubcommands().entrySet()).filteredOn(each -> each.getValue().getCommand() instanceof JsonCommand)
                .hasSize(9)
                .allSatisfy(each -> assertThat(page).contains("`" + each.getKey() + "`"));
    }

    /** Every field of the answer stands in the command's section of the page. */
    private static void assertDocumented(String command, JsonNode json) throws IOException {
        String page = Files.readString(PAGE);
        int begin = page.indexOf("\n## `" + command + "`");
        assertThat(begin).as(command).isNotNegative();
        int end = page.indexOf("\n## ", begin + 1);
        String section = page.substring(begin, end < 0 ? page.length() : end);
        Set<String> fields = new TreeSet<>();
        collect(json, fields);
        assertThat(fields).isNotEmpty().allSatisfy(field -> assertThat(section).contains("`" + field + "`"));
    }

    private static void collect(JsonNode json, Set<String> fields) {
        json.propertyNames().forEach(name -> {
            fields.add(name);
            collect(json.path(name), fields);
        });
        if (json.isArray()) {
            json.valueStream().forEach(each -> collect(each, fields));
        }
    }
}
