package io.birdseye.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.birdseye.cli.options.BirdseyeCommand;
import io.birdseye.cli.options.RefusedInput;
import io.birdseye.loadtest.FolderRefused;
import io.birdseye.loadtest.InvalidMeasurement;
import io.birdseye.loadtest.TrialFailure;
import io.birdseye.model.Exit;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** What holds for all commands: one name for one thing, and a help that says everything. */
class CommandContractTest {

    private static final List<String> CODES = Stream.of(Exit.values()).map(exit -> String.valueOf(exit.code())).toList();

    /** Every command that measures, of which it can be said how much. */
    private static final Set<String> MEASURING = Set.of(
            "advise", "bench", "claims run", "capacity", "compare", "doctor", "overload", "predict", "soak", "sweep", "trace");

    /** Every command for which strategies of a plugin make a difference. */
    private static final Set<String> WITH_STRATEGIES = Set.of(
            "advise", "capacity", "compare", "overload", "predict", "serve", "soak", "strategies", "sweep", "trace");

    /** A time in one command and a count in another would be two meanings of one name. */
    private static final Map<String, String> LABELS = Map.of(
            "--latency", "TIME", "--cpu-time", "TIME", "--io-threads", "N", "--cpu-threads", "N", "--out", "DIR", "--seed", "N",
            "--duration", "TIME", "--warm-up", "TIME");

    private static final Map<String, CommandLine> ALL = all(Birdseye.commandLine(), "");

    static Stream<String> commands() {
        return ALL.keySet().stream().filter(name -> !name.isEmpty());
    }

    private static Map<String, CommandLine> all(CommandLine command, String name) {
        Map<String, CommandLine> found = new TreeMap<>(Map.of(name, command));
        command.getSubcommands().forEach((each, sub) -> found.putAll(all(sub, (name + " " + each).strip())));
        return found;
    }

    private static List<OptionSpec> options(String command) {
        return ALL.get(command).getCommandSpec().options();
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
        CommandSpec spec = ALL.get(command).getCommandSpec();
        CommandRun help = CommandRun.of((Object[]) (command + " --help").split(" "));

        assertThat(help.code()).isZero();
        assertThat(help.err()).isEmpty();
        assertThat(help.out()).contains("Exit codes:");
        assertThat(spec.usageMessage().description()).as("description").isNotEmpty();
        for (Exit exit : List.of(Exit.FINE, Exit.WRONG_INPUT, Exit.BIRDSEYE_FAILED)) {
            assertThat(help.out()).containsPattern("(?m)^ +" + exit.code() + " +\\S");
        }
        assertThat(CODES).containsAll(spec.usageMessage().exitCodeList().keySet());
        assertThat(spec.usageMessage().exitCodeList().values()).noneMatch(String::isBlank);
    }

    @Test
    void theHelpOfBirdseyeListsAllCodes() {
        assertThat(Birdseye.commandLine().getCommandSpec().usageMessage().exitCodeList()).containsOnlyKeys(CODES);
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
                    assertThat(String.join(" ", ALL.get(name).getCommandSpec().usageMessage().footer()))
                            .as(name).contains("ithout " + option)));
        });
    }

    @Test
    void anExampleCanBeCopiedFromATerminalOf80Columns() {
        List<String> examples = commands()
                .flatMap(name -> Stream.of(ALL.get(name).getCommandSpec().usageMessage().footer()))
                .flatMap(String::lines)
                .filter(line -> line.startsWith("  ") && line.contains("./birdseye"))
                .toList();

        assertThat(examples).hasSizeGreaterThan(5).allSatisfy(example -> assertThat(example).hasSizeLessThan(80));
    }

    @Test
    void whatMeasuresHasAnEffort() {
        assertThat(having("--effort")).isEqualTo(new TreeSet<>(MEASURING));
    }

    /** The others measure one after the other, so they would refuse it or do nothing with it. */
    @Test
    void onlyACommandThatMeasuresBlocksAtOnceHasSlots() {
        assertThat(having("--slots")).containsExactly("capacity", "compare", "overload");
    }

    @Test
    void whereStrategiesMatterPluginsMay() {
        assertThat(having("--plugin")).isEqualTo(new TreeSet<>(WITH_STRATEGIES));
    }

    @Test
    void everyCommandCanBeQuietVerboseOrDebugged() {
        for (String option : List.of("--quiet", "--verbose", "--debug")) {
            assertThat(having(option)).as(option).containsAll(commands().filter(name -> !name.equals("help")).toList());
        }
    }

    /** A command that fails as it is told. */
    @Command(name = "broken")
    private static final class Broken extends BirdseyeCommand {

        private final Throwable failure;

        Broken(Throwable failure) {
            this.failure = failure;
        }

        @Override
        protected Exit run() throws Exception {
            if (failure instanceof Error error) {
                throw error;
            }
            throw (Exception) failure;
        }
    }

    /** How a failure ends, and its line. */
    private record Ends(Throwable failure, int code, String line) {}

    private static final List<Ends> FAILURES = List.of(
            new Ends(new IllegalStateException("a fault\nof ours"), 4,
                    "birdseye: IllegalStateException: a fault (--debug prints where)"),
            new Ends(new NullPointerException(), 4, "birdseye: NullPointerException (--debug prints where)"),
            new Ends(new OutOfMemoryError("Java heap space"), 4,
                    "birdseye: OutOfMemoryError: Java heap space (--debug prints where)"),
            new Ends(new IOException("the disk is full"), 4, "birdseye: the disk is full"),
            new Ends(new TrialFailure("service died"), 4, "birdseye: service died"),
            new Ends(new InvalidMeasurement("the injector was late"), 3, "birdseye: the injector was late"),
            new Ends(new FolderRefused("another run has it"), 2, "birdseye: another run has it"),
            new Ends(new RefusedInput(new IOException("x.yaml:3: no key")), 2, "birdseye: x.yaml:3: no key"));

    @ParameterizedTest
    @FieldSource("FAILURES")
    void aFailureIsOneLineAndItsStackTraceComesWithDebugOnly(Ends ends) {
        CommandRun broken = CommandRun.of(new Broken(ends.failure()), "broken");
        assertThat(broken.code()).isEqualTo(ends.code());
        assertThat(broken.err().lines()).containsExactly(ends.line());
        assertThat(broken.out()).isEmpty();

        CommandRun debugged = CommandRun.of(new Broken(ends.failure()), "--debug", "broken");
        assertThat(debugged.code()).isEqualTo(ends.code());
        assertThat(debugged.err()).contains("\tat " + CommandContractTest.class.getName());
    }
}
