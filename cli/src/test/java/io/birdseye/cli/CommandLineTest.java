package io.birdseye.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.birdseye.cli.options.AxisOptions;
import io.birdseye.cli.options.BirdseyeCommand;
import io.birdseye.cli.options.LimitOptions;
import io.birdseye.cli.options.StrategyOptions;
import io.birdseye.loadtest.trial.Axis;
import io.birdseye.loadtest.trial.Setup;
import io.birdseye.loadtest.program.JavaProgram;
import io.birdseye.loadtest.program.Jdk;
import io.birdseye.loadtest.trial.Budgets;
import io.birdseye.loadtest.trial.Served;
import io.birdseye.loadtest.trial.ServiceOptions;
import io.birdseye.loadtest.trial.Work;
import io.birdseye.model.Layout;
import io.birdseye.report.result.RowKey;
import io.birdseye.strategy.Strategies;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** What becomes of arguments; what is said of them is in {@code commands.txt}. */
class CommandLineTest {

    private final CommandLine commandLine = Birdseye.commandLine();

    @Test
    void aCommandLineThatReadsOnlyWhatItNeedsSaysTheSame() {
        assertThat(Birdseye.commandLine("--help").getUsageMessage()).isEqualTo(commandLine.getUsageMessage());
        commandLine.getSubcommands().forEach((name, command) -> assertThat(Birdseye.commandLine(name).getSubcommands().get(name).getUsageMessage())
                .as(name).isEqualTo(command.getUsageMessage()));
        assertThat(Birdseye.commandLine("compare").getSubcommands()).hasSize(1);
        assertThat(Birdseye.commandLine("--quiet", "compare").getSubcommands()).hasSameSizeAs(commandLine.getSubcommands());
    }

    @Test
    void aWordForManyStrategiesStandsForThoseThatAllTheJdksRun() {
        Strategies known = Strategies.load();

        assertThat(StrategyOptions.resolve(List.of("all"), known, new TreeSet<>(Set.of(25)))).isEqualTo(known.names());
        assertThat(StrategyOptions.resolve(List.of("all"), known, new TreeSet<>(Set.of(25, 26)))).isEqualTo(known.names());
        assertThat(StrategyOptions.resolve(List.of("today"), known, new TreeSet<>(Set.of(26, 27))))
                .contains("rx3", "rx4-virtual", "rx4-nonblocking");
        assertThat(StrategyOptions.resolve(List.of("rx3", "rx4-virtual"), known, new TreeSet<>(Set.of(25, 26))))
                .containsExactly("rx3", "rx4-virtual");
    }

    @Test
    void eachHttpServerIsToldToTheService() {
        CommandLine.Model.CommandSpec compare =
                commandLine.parseArgs("compare", "--http-servers", "grizzly,tomcat").subcommand().commandSpec();
        List<Axis> axes = ((AxisOptions) compare.mixins().get("axes").userObject()).axes(
                (BirdseyeCommand) compare.userObject(), Jdk.of(JavaProgram.thisJava()),
                (LimitOptions) compare.mixins().get("limits").userObject(), List.of(Layout.BOXED));
        Served served = new Served(
                List.of("rx"), new Budgets.Equal(8, 2), Work.article(Duration.ofMillis(20), 5, Layout.BOXED),
                new ServiceOptions(64, 64, Optional.empty(), List.of()), axes);
        assertThat(served.rows()).extracting(RowKey::label).containsExactly("rx · grizzly", "rx · tomcat");
        assertThat(served.setups()).extracting(Setup::arguments)
                .containsExactly(List.of("--http-server=grizzly"), List.of("--http-server=tomcat"));
    }

    @Test
    void jvmFlagsOfServeAreSplitAtAnyNumberOfBlanks() {
        List<String> flags = commandLine
                .parseArgs("serve", "--jvm", "-Xmx1g   -Xms1g")
                .subcommand()
                .matchedOption("--jvm")
                .getValue();

        assertThat(flags).containsExactly("-Xmx1g", "-Xms1g");
    }

    @Test
    void theCommandThatRepeatsAMeasurementIsQuotedForAShell() {
        CommandLine.ParseResult _ = commandLine.parseArgs("compare", "--url", "http://h/{a,b}", "--expect", "it's", "--rate", "5");
        BirdseyeCommand compare = commandLine.getSubcommands().get("compare").getCommand();

        assertThat(compare.commandLine()).isEqualTo("./birdseye compare --url 'http://h/{a,b}' --expect 'it'\\''s' --rate 5");
    }
}
