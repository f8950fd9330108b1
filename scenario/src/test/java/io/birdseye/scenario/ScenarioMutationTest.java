package io.birdseye.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.birdseye.model.Mutations;
import io.birdseye.model.TerminalText;
import io.birdseye.scenario.InvalidScenario.ScenarioProblem;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Damaged and hostile scenario files are read, or refused with a file, a line and a reason; nothing else happens. */
class ScenarioMutationTest {

    private static final List<String> PIECES = List.of(
            "\n", "\r", "\t", " ", "  ", "\n  - ", "- ", ": ", "? ", "{", "}", "[", "]", ",", "#", "&a ", "*a", "<<: *a", "|\n",
            ">-\n", "'", "\"", "\"\\e[2J\"", "\"\\u202e\"", "\"a\\nb\"", "\\", "%YAML 9.9\n", "---\n", "...\n", "!!binary ", "!<x> ",
            "@", "`", "~", "null", "true", "0", "-1", "1e999", ".nan", "9".repeat(400), "2147483648", "1e-300", "\0", "\u001b[2J",
            "\u0085", "\u2028", "\ufeff", "\ud800", "😀", "a/b~c", "x".repeat(5_000), "[".repeat(60), "{a: ".repeat(60),
            "groups: []\n", "name: x\n", "like: comments", "latency: 5s", "payload: 99GB", "faults: {}", "steps: 3",
            "lognormal: { median: 0ms, sigma: 9 }", "0ms", "1h", "ms", "MB");

    @Test
    void everyMutationIsReadOrRefusedWithALineAndAReason() {
        List<String> texts = Scenarios.NAMES.stream().map(name -> Scenarios.load(name).text()).toList();
        Mutations mutations = new Mutations(PIECES);
        int refused = 0;
        int mutated = Mutations.count(4_000);
        for (int i = 0; i < mutated; i++) {
            String text = mutations.of(texts);
            try {
                ScenarioFile file = ScenarioFile.parse("shop.yaml", text, List.of("rx"));
                assertThat(file.articleTree().isPresent() || file.meanCallMs().stream().allMatch(ms -> ms >= 0)).isTrue();
            } catch (InvalidScenario e) {
                refused++;
                assertThat(e.problems()).isNotEmpty().allSatisfy(ScenarioMutationTest::assertClear);
            } catch (RuntimeException | Error e) {
                throw new AssertionError("mutation " + i + " is neither read nor refused:\n" + text, e);
            }
        }
        assertThat(refused).isBetween(mutated / 5, mutated - 1);
    }

    private static void assertClear(ScenarioProblem problem) {
        assertThat(problem.message()).isNotBlank().isEqualTo(TerminalText.line(problem.message()));
        assertThat(problem.line()).isPositive();
        assertThat(problem.column()).isPositive();
    }
}
