package io.birdseye.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.birdseye.cli.options.BirdseyeCommand;
import io.birdseye.cli.options.RefusedInput;
import io.birdseye.loadtest.FolderRefused;
import io.birdseye.loadtest.InvalidMeasurement;
import io.birdseye.loadtest.TrialFailure;
import io.birdseye.model.Exit;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;

class ExitCodesTest {

    private static final List<String> CODES = Stream.of(Exit.values()).map(exit -> String.valueOf(exit.code())).toList();

    /** Every command with options that are wrong for it. */
    private static final Map<String, String> WRONG = Map.ofEntries(
            Map.entry("compare", "--rate many"),
            Map.entry("trace", "--duration 3h"),
            Map.entry("claims", "--nothing"),
            Map.entry("claims list", "--nothing"),
            Map.entry("claims run", "XX-9"),
            Map.entry("strategies", "--nothing"),
            Map.entry("init", "--example nowhere"),
            Map.entry("advise", "--calls 4"),
            Map.entry("sweep", "--axis threads=1,2"),
            Map.entry("predict", "--cores some"),
            Map.entry("serve", "--port many"),
            Map.entry("doctor", "--comparisons 0"),
            Map.entry("diff", "nowhere.json"),
            Map.entry("report", "nowhere.json"),
            Map.entry("bench", "--nothing"),
            Map.entry("overload", "--io some"),
            Map.entry("soak", "--duration soon"),
            Map.entry("inject", "--injector-token nowhere"),
            Map.entry("completion", "--nothing"),
            Map.entry("help", "nothing"));

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private final CommandLine commandLine =
            Birdseye.commandLine().setOut(new PrintWriter(out)).setErr(new PrintWriter(err));

    private static List<CommandLine> all(CommandLine command) {
        List<CommandLine> all = new ArrayList<>(List.of(command));
        command.getSubcommands().values().forEach(subcommand -> all.addAll(all(subcommand)));
        return all;
    }

    @Test
    void everyCommandListsTheCommonCodesAndNoOthers() {
        assertThat(all(commandLine)).hasSizeGreaterThan(17).allSatisfy(command -> assertThat(
                        command.getCommandSpec().usageMessage().exitCodeList())
                .as(command.getCommandName())
                .containsKeys("0", "2", "4")
                .allSatisfy((code, words) -> {
                    assertThat(CODES).contains(code);
                    assertThat(words).isNotBlank();
                }));
        assertThat(commandLine.getCommandSpec().usageMessage().exitCodeList()).containsOnlyKeys(CODES);
    }

    @Test
    void theCodesStandInTheHelp() {
        assertThat(commandLine.execute("help", "diff")).isZero();

        assertThat(out.toString()).contains("Exit codes:", "  1   something got worse", "  4   Birdseye itself failed");
    }

    @Test
    void wrongOptionsEndWithTwoInEveryCommand() {
        List<String> commands = all(commandLine).stream()
                .skip(1)
                .map(command -> command.getCommandSpec().qualifiedName().replace("birdseye ", ""))
                .toList();

        assertThat(WRONG.keySet()).containsExactlyInAnyOrderElementsOf(commands);
        WRONG.forEach((command, options) -> assertThat(commandLine.execute((command + " " + options).split(" ")))
                .as(command + " " + options).isEqualTo(2));
        assertThat(commandLine.execute()).isEqualTo(2);
        assertThat(commandLine.execute("measure")).isEqualTo(2);
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
        commandLine.addSubcommand(new Broken(ends.failure()));
        commandLine.setOut(new PrintWriter(out)).setErr(new PrintWriter(err));

        assertThat(commandLine.execute("broken")).isEqualTo(ends.code());
        assertThat(err.toString().lines()).containsExactly(ends.line());
        assertThat(out.toString()).isEmpty();

        assertThat(commandLine.execute("--debug", "broken")).isEqualTo(ends.code());
        assertThat(err.toString()).contains("\tat " + ExitCodesTest.class.getName());
    }

    @Test
    void debugIsAnOptionOfEveryCommand() {
        for (CommandLine command : all(commandLine)) {
            if (!command.getCommandName().equals("help")) {
                assertThat(command.getCommandSpec().optionsMap()).as(command.getCommandName()).containsKey("--debug");
            }
        }
        assertThat(commandLine.execute("serve", "--debug")).as("nothing is built where the test runs").isEqualTo(4);
        assertThat(err.toString()).startsWith("birdseye: ").contains("has not been built", "\tat ");
    }
}
