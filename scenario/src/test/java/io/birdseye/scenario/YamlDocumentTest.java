package io.birdseye.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files that would use much memory, time or stack get one clear line. */
class YamlDocumentTest {

    private static void assertRefusedInOneLine(String text, String start, String part) {
        assertThatThrownBy(() -> ScenarioFile.parse("shop.yaml", text, List.of()))
                .isInstanceOf(InvalidScenario.class).message().hasLineCount(1).startsWith(start).contains(part);
    }

    @ParameterizedTest
    @ValueSource(strings = {"[", "{a: ", "- ", "? "})
    void deepNestingIsRefused(String level) {
        assertRefusedInOneLine("name: x\ngroups:\n  " + level.repeat(40_000), "shop.yaml:3:", "nested deeper than 50");
    }

    @Test
    void aLongFileIsRefused() {
        assertRefusedInOneLine("# " + "x".repeat(200_001), "shop.yaml:1:1: the file has 200003 characters", "200000");
    }

    @Test
    void aFileOfManyValuesIsRefused() {
        assertRefusedInOneLine("groups: [" + "1,".repeat(30_000) + "]", "shop.yaml:1:", "more than 20000 values");
    }

    @Test
    void anAliasBombIsRefused() {
        String bomb = IntStream.range(1, 40)
                .mapToObj(i -> "a" + i + ": &a" + i + " [" + ("*a" + (i - 1) + ",").repeat(9) + "]\n")
                .collect(Collectors.joining("", "a0: &a0 [x]\n", ""));

        assertRefusedInOneLine(bomb, "shop.yaml:", "more than 20000 values, with what aliases repeat");
    }

    @Test
    void anAliasRepeatsAPartOfTheFile() throws InvalidScenario {
        Scenario scenario = ScenarioFile.parse("shop.yaml", """
                name: shop
                groups:
                  - name: cart
                    calls:
                      - { name: cart, latency: &slow { lognormal: { median: 80ms, sigma: 0.5 } } }
                      - { name: stock, latency: *slow }
                """, List.of()).scenario();

        assertThat(scenario.calls().get(1).latency()).isEqualTo(scenario.calls().get(0).latency());
    }

    @Test
    void aProblemInARepeatedPartIsToldWhereThePartStands() {
        assertThatThrownBy(() -> ScenarioFile.parse("shop.yaml", """
                        name: shop
                        groups:
                          - name: cart
                            calls:
                              - { name: cart, latency: 1ms, payload: &big 2GB }
                              - { name: stock, latency: 1ms, payload: *big }
                        """, List.of()))
                .hasMessageContainingAll(
                        "shop.yaml:5:46: groups[1].calls[1].payload is '2GB'",
                        "shop.yaml:5:46: groups[1].calls[2].payload is '2GB'");
    }

    @Test
    void aSecondDocumentIsRefused() {
        assertRefusedInOneLine("name: x\n---\nname: y\n", "shop.yaml:2:1: another document starts here", "");
    }

    @ParameterizedTest
    @ValueSource(strings = {"1e999", ".nan", "-.inf", "1_000", "0x10", "'50'"})
    void whatIsNoPlainNumberIsRefused(String rate) {
        assertRefusedInOneLine(
                "name: x\ngroups: [{ name: g, calls: [{ name: c, latency: 1ms }] }]\nload: { rate: " + rate + " }\n",
                "shop.yaml:3:15: load.rate is '",
                "but allowed is a number from 0.01 to 1,000,000");
    }

    @ParameterizedTest
    @ValueSource(strings = {"50", "50.0", "+50", "5e1", "50."})
    void numbersAreReadInEveryUsualForm(String rate) throws InvalidScenario {
        LoadProfile load = ScenarioFile.parse(
                        "shop.yaml",
                        "name: x\ngroups: [{ name: g, calls: [{ name: c, latency: 1ms }] }]\n"
                                + "load: { rate: " + rate + " }",
                        List.of())
                .scenario().load();

        assertThat(load).isNotNull();
        assertThat(load.peak()).isEqualTo(50);
    }

    @Test
    void aLongDurationIsRefused() {
        assertRefusedInOneLine(
                "name: x\ngroups: [{ name: g, calls: [{ name: c, latency: " + "1m".repeat(90_000) + " }] }]\n",
                "shop.yaml:2:",
                "but allowed is a duration from 0ms to 1h");
    }

    @Test
    void aCharacterOutsideTheBasicPlaneMayStandAnywhere() throws InvalidScenario {
        for (int before = 1_000; before < 1_060; before++) {
            String text = "name: x\ndescription: " + "é".repeat(before) + "😀😀\n"
                    + "groups: [{ name: g, calls: [{ name: c, latency: 1ms }] }]\n";

            assertThat(ScenarioFile.parse("shop.yaml", text, List.of()).scenario().description()).endsWith("😀😀");
        }
    }

    @Test
    void aLongTextIsShortenedInMessages() {
        assertRefusedInOneLine(
                "name: " + "a-".repeat(50_000) + "\ngroups: [{ name: g, calls: [{ name: c, latency: 1ms }] }]\n",
                "shop.yaml:1:7: name is 'a-a-a-",
                "…', but allowed is a name in kebab case");
    }
}
