package io.birdseye.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.birdseye.model.Exit;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/** What holds for all commands: one name for one thing, and a help that says everything. */
class CommandContractTest {

    /** Every command that measures, of which it can be said how much. */
    private static final Set<String> MEASURING = Set.of(
            "advise", "bench", "claims run", "compare", "doctor", "overload", "predict", "soak", "sweep", "trace");

    /** Every command for which strategies of a plugin make a difference. */
    private static final Set<String> WITH_STRATEGIES = Set.of(
            "advise", "compare", "overload", "predict", "serve", "soak", "strategies", "sweep", "trace");

    /** A time in one command and a count in another would be two meanings of one name. */
    private static final Map<String, String> LABELS = Map.of(
            "--latency", "TIME", "--cpu-time", "TIME", "--io-threads", "N", "--cpu-threads", "N", "--out", "DIR", "--seed", "N",
            "--duration", "TIME", "--warm-up", "TIME");

    static Stream<String> commands() {
        return all(Birdseye.commandLine(), "").keySet().stream().filter(name -> !name.isEmpty());
    }

    private static Map<String, CommandLine> all(CommandLine command, String name) {
        Map<String, CommandLine> found = new TreeMap<>(Map.of(name, command));
        command.getSubcommands().forEach((each, sub) -> found.putAll(all(sub, (name + " " + each).strip())));
        return found;
    }

    private static List<OptionSpec> options(String command) {
        return all(Birdseye.commandLine(), "").get(command).getCommandSpec().options();
    }

    private static Set<String> having(String option) {
        Set<String> names = new TreeSet<>();
        commands().filter(command -> options(command).stream().anyMatch(each -> each.longestName().equals(option)))
                .forEach(names::add);
        return names;
    }

    @ParameterizedTest
    @MethodSource("commands")
    void theHelpSaysWhatItDoesAndHowItEnds(String command) {
        CommandLine line = all(Birdseye.commandLine(), "").get(command);
        String help = line.getUsageMessage(CommandLine.Help.Ansi.OFF);

        assertThat(line.getCommandSpec().usageMessage().description()).as("description").isNotEmpty();
        assertThat(help).contains("Exit codes:");
        for (Exit exit : List.of(Exit.FINE, Exit.WRONG_INPUT, Exit.BIRDSEYE_FAILED)) {
            assertThat(help).containsPattern("(?m)^ +" + exit.code() + " +\\S");
        }
    }

    @ParameterizedTest
    @MethodSource("commands")
    void everyOptionIsInKebabCaseAndSaysWhatItIsFor(String command) {
        assertThat(options(command)).allSatisfy(option -> {
            assertThat(option.longestName()).matches("--[a-z][a-z0-9]*(-[a-z0-9]+)*");
            assertThat(option.hidden()).as(option.longestName()).isFalse();
            assertThat(String.join("", option.description())).as(option.longestName()).hasSizeGreaterThan(10);
        });
    }

    @Test
    void oneNameMeansOneThing() {
        Map<String, Set<String>> labels = new HashMap<>();
        commands().forEach(command -> options(command).stream().filter(option -> LABELS.containsKey(option.longestName()))
                .forEach(option -> labels.computeIfAbsent(option.longestName(), name -> new TreeSet<>())
                        .add(option.paramLabel().replace("[ROUTE=]", ""))));

        assertThat(labels).hasSameSizeAs(LABELS);
        labels.forEach((name, seen) -> assertThat(seen).as(name).containsExactly(LABELS.get(name)));
    }

    /** Another default would make two commands measure different things without a word. */
    @Test
    void oneOptionHasOneDefaultOrTheHelpSaysWhy() {
        Map<String, Map<String, Set<String>>> defaults = new TreeMap<>();
        commands().forEach(command -> options(command).stream()
                .filter(option -> option.defaultValueString() != null
                        && !option.defaultValueString().equals("Optional.empty"))
                .forEach(option -> defaults.computeIfAbsent(option.longestName(), name -> new TreeMap<>())
                        .computeIfAbsent(option.defaultValueString(), value -> new TreeSet<>()).add(command)));
        defaults.values().removeIf(commandsByValue -> commandsByValue.size() == 1);

        assertThat(defaults.keySet()).containsExactly("--effort", "--strategies");
        assertThat(defaults.get("--effort")).containsOnlyKeys("normal", "quick");
        defaults.forEach((option, commandsByValue) -> {
            String usual = option.equals("--effort") ? "normal" : "all";
            commandsByValue.forEach((value, names) -> names.stream().filter(name -> !value.equals(usual)).forEach(name ->
                    assertThat(String.join(" ", all(Birdseye.commandLine(), "").get(name).getCommandSpec().usageMessage().footer()))
                            .as(name).contains("ithout " + option)));
        });
    }

    @Test
    void whatMeasuresHasAnEffort() {
        assertThat(having("--effort")).isEqualTo(new TreeSet<>(MEASURING));
    }

    /** The others measure one after the other, so they would refuse it or do nothing with it. */
    @Test
    void onlyACommandThatMeasuresBlocksAtOnceHasSlots() {
        assertThat(having("--slots")).containsExactly("compare");
    }

    @Test
    void whereStrategiesMatterPluginsMay() {
        assertThat(having("--plugin")).isEqualTo(new TreeSet<>(WITH_STRATEGIES));
    }

    @Test
    void everyCommandCanBeQuietVerboseOrDebugged() {
        for (String option : List.of("--quiet", "--verbose", "--debug")) {
            assertThat(having(option)).as(option).containsAll(MEASURING);
        }
    }

    @Test
    void aScriptCompletesCommandsAndOptions() {
        StringWriter out = new StringWriter();

        assertThat(Birdseye.commandLine().setOut(new PrintWriter(out)).execute("completion")).isZero();

        assertThat(out.toString()).contains("complete -F _complete_birdseye", "--effort", "--io-threads", "overload");
    }
}
