package io.birdseye.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.birdseye.cli.axis.AxisOptions;
import io.birdseye.cli.options.BirdseyeCommand;
import io.birdseye.cli.options.LimitOptions;
import io.birdseye.cli.options.StrategyOptions;
import io.birdseye.loadtest.axis.Axis;
import io.birdseye.loadtest.axis.Setup;
import io.birdseye.loadtest.program.JavaProgram;
import io.birdseye.loadtest.program.Jdk;
import io.birdseye.loadtest.trial.Budgets;
import io.birdseye.loadtest.trial.Served;
import io.birdseye.loadtest.trial.ServiceOptions;
import io.birdseye.loadtest.trial.Work;
import io.birdseye.model.Layout;
import io.birdseye.model.TerminalText;
import io.birdseye.report.result.RowKey;
import io.birdseye.strategy.Strategies;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class CommandLineTest {

    @TempDir
    private Path folder;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private final CommandLine commandLine =
            Birdseye.commandLine().setOut(new PrintWriter(out)).setErr(new PrintWriter(err));

    @Test
    void strategiesAreListedWithWhoWaits() {
        assertThat(commandLine.execute("strategies")).isZero();

        assertThat(out.toString()).contains("sequential ", "rx ", "akka-async", "blocking client", "the HTTP thread");
    }

    @Test
    void anUnknownStrategyIsRefusedWithTheNamesThereAre() {
        assertThat(commandLine.execute("compare", "--strategies", "rx,gevent")).isEqualTo(2);

        assertThat(err.toString()).contains("'gevent'").contains("disruptor-async");
    }

    @Test
    void aStrategyThatNeedsALaterJdkIsListedAndRefusedOnThisOneWithTheWayToRunIt() {
        assertThat(commandLine.execute("strategies")).isZero();
        assertThat(out.toString()).contains("rx4-virtual", "it needs JDK 26 or later; this is JDK 25");

        assertThat(commandLine.execute("compare", "--strategies", "rx,rx4-virtual")).isEqualTo(2);
        assertThat(err.toString()).contains(
                "'rx4-virtual' needs JDK 26 or later, and the service runs on JDK 25; 'compare --java 26' runs it on another");
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
    void whatIsWrongIsNotHiddenBehindTheHelp() {
        assertThat(commandLine.execute("compare", "--url", "127.0.0.1:8081/{a,b}")).isEqualTo(2);

        assertThat(err.toString().lines()).containsExactly(
                "the address '127.0.0.1:8081/a' must begin with http:// or https://, such as http://127.0.0.1:8081/basket",
                "'./birdseye compare --help' lists what is allowed.");
    }

    @Test
    void twoLoadModelsAtOnceAreRefused() {
        assertThat(commandLine.execute("compare", "--rate", "5", "--users", "5")).isEqualTo(2);

        assertThat(err.toString()).contains("--rate", "--users", "mutually exclusive");
    }

    @Test
    void aTraceUnderLoadIsBounded() {
        assertThat(commandLine.execute("trace", "--rate", "5", "--users", "5")).isEqualTo(2);
        assertThat(commandLine.execute("trace", "--rate", "5000")).isEqualTo(2);
        assertThat(commandLine.execute("trace", "--users", "0")).isEqualTo(2);
        assertThat(commandLine.execute("trace", "--users", "5", "--duration", "2m")).isEqualTo(2);

        assertThat(err.toString()).contains("mutually exclusive", "at most 1000", "from 100ms to 60s");
    }

    @Test
    void badNumbersAreRefusedByName() {
        assertThat(commandLine.execute("compare", "--duration", "soon")).isEqualTo(2);
        assertThat(commandLine.execute("compare", "--rate", "many")).isEqualTo(2);
        assertThat(commandLine.execute("compare", "--layout", "linked")).isEqualTo(2);

        assertThat(err.toString()).contains("--duration", "such as 200ms", "--rate", "--layout", "BOXED");
    }

    @Test
    void withoutOptionsTwelveStrategiesGiveAnIndicationWithinFiveMinutes() {
        assertThat(commandLine.execute("compare", "--out", folder.resolve("first").toString())).isEqualTo(4); // nothing is built

        assertThat(out.toString()).containsPattern("Takes [45] min, until (\\w{3} )?\\d\\d:\\d\\d: 1 block of 12 trials")
                .contains("An indication: one block gives no ranking. For a ranking: --effort normal (38 min)");
    }

    @Test
    void aThoroughComparisonSaysFirstHowLongItTakes() {
        assertThat(commandLine.execute("compare", "--strategies", "rx,executor")).isEqualTo(4); // nothing is built here
        assertThat(commandLine.execute("compare", "--strategies", "rx,executor", "--effort", "thorough")).isEqualTo(4);
        assertThat(commandLine.execute("compare", "--strategies", "rx", "--effort", "thorough", "--blocks", "2")).isEqualTo(4);

        assertThat(out.toString()).contains(
                "1 block of 2 trials, each 6s of warm-up and 6s measured",
                "An indication: one block gives no ranking. For a ranking: --effort normal (8 min)",
                "5 blocks of 2 trials, each 30s of warm-up and 1m measured",
                "2 blocks of 1 trial, each 30s of warm-up and 1m measured");
        assertThat(out.toString().lines().filter(line -> line.startsWith("Takes ")))
                .hasSize(3)
                .allMatch(line -> line.matches("Takes \\d+ (s|min), until (\\w{3} )?\\d\\d:\\d\\d: .*"));
    }

    /** Blocks that are given hold for every effort, so another effort would still give no ranking. */
    @Test
    void whoAsksForOneBlockIsToldThatMoreBlocksGiveARankingAndHowLongTheyTake() {
        String[] short1 = "compare --strategies rx,executor --blocks 1 --duration 2s --warm-up 1s".split(" ");
        assertThat(commandLine.execute(short1)).isEqualTo(4); // nothing is built here
        assertThat(out.toString())
                .containsPattern("For a ranking: --blocks 3 \\(\\d+ (s|min)\\)")
                .doesNotContain("--effort normal");
        out.getBuffer().setLength(0);

        assertThat(commandLine.execute("compare", "--url", "http://127.0.0.1:1/{a,b}", "--blocks", "1")).isEqualTo(4);
        assertThat(out.toString()).contains("For a ranking: --blocks 3 (");
        out.getBuffer().setLength(0);

        assertThat(commandLine.execute("compare", "--strategies", "rx", "--blocks", "1")).isEqualTo(4);
        assertThat(commandLine.execute("compare", "--strategies", "rx,akka", "--profile", "cpu")).isEqualTo(4);
        assertThat(out.toString()).as("of one strategy, and of a profile, there is no ranking").doesNotContain("For a ranking");
    }

    @Test
    void serversMultiplyTheRowsAndEachIsToldToTheService() {
        assertThat(commandLine.execute("compare", "--strategies", "rx,executor", "--hosts", "grizzly,tomcat")).isEqualTo(4);

        assertThat(out.toString()).contains("1 block of 4 trials");
        CommandLine.Model.CommandSpec compare =
                commandLine.parseArgs("compare", "--hosts", "grizzly,tomcat").subcommand().commandSpec();
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
    void pairsAndAPrecisionAreAnnouncedAndTheirMistakesRefused() {
        assertThat(commandLine.execute("compare", "--strategies", "rx,executor,akka", "--pairs", "rx,executor",
                "--precision", "5%", "--max-time", "20m")).isEqualTo(4); // nothing is built here
        assertThat(commandLine.execute("compare", "--strategies", "rx,akka", "--precision", "2%", "--blocks", "4"))
                .isEqualTo(4);
        assertThat(out.toString()).contains(
                "3 blocks of 5 trials, each",
                "then more until every interval is within ±5 %, for 20m at most (--max-time)",
                "4 blocks of 2 trials, each",
                "for 1h at most");

        assertThat(commandLine.execute("compare", "--strategies", "rx,akka", "--pairs", "rx")).isEqualTo(2);
        assertThat(commandLine.execute("compare", "--strategies", "rx,akka", "--pairs", "rx,executor")).isEqualTo(2);
        assertThat(commandLine.execute("compare", "--max-time", "20m")).isEqualTo(2);
        assertThat(commandLine.execute("compare", "--precision", "0%")).isEqualTo(2);
        assertThat(err.toString()).contains("pairs are an even number", "not among them: executor",
                "--max-time bounds the blocks that --precision asks for", "a precision must be above 0");
    }

    @Test
    void optionsOfTheFaultCampaignBelongToIt() {
        assertThat(commandLine.execute("soak", "--tries", "3")).isEqualTo(2);
        assertThat(commandLine.execute("soak", "--publish", "docs")).isEqualTo(2);
        assertThat(commandLine.execute("soak", "--campaign", "--tries", "0")).isEqualTo(2);
        assertThat(commandLine.execute("soak", "--campaign", "--strategies", "rx")).isEqualTo(2);

        assertThat(err.toString()).contains("--tries belongs to --campaign", "--publish belongs to --campaign",
                "tries of each situation must be between 1 and 1000, but are 0",
                "--strategies does not go with --campaign");
    }

    @Test
    void injectorsAreCountedHereOrNamedElsewhere() {
        assertThat(commandLine.execute("compare", "--injectors", "0")).isEqualTo(2);
        assertThat(commandLine.execute("compare", "--injectors", "2", "--injectors-at", "10.0.0.7:7400")).isEqualTo(2);
        assertThat(commandLine.execute("sweep", "--axis", "io-threads=4,8", "--service-host", "10.0.0.5")).isEqualTo(2);
        assertThat(commandLine.execute("trace", "--users", "2", "--injectors", "3")).isEqualTo(2);
        assertThat(commandLine.execute("compare", "--injectors-at", "10.0.0.7", "--injector-token", "nowhere")).isEqualTo(2);

        assertThat(err.toString()).contains("injectors on this machine must be 1 to 64, but are 0",
                "--injectors starts injectors here, and --injectors-at names others",
                "--injector-token and --service-host need --injectors-at", "--users 2 cannot be shared by 3 injectors",
                "the token cannot be read");
    }

    @Test
    void boundsOfValidityAreSharesAndTimes() {
        assertThat(commandLine.execute("compare", "--max-steal", "much")).isEqualTo(2);
        assertThat(commandLine.execute("compare", "--min-sent", "120%")).isEqualTo(2);
        assertThat(commandLine.execute("compare", "--max-start-lag", "50")).isEqualTo(2);

        assertThat(err.toString()).contains("--max-steal", "such as 0.05 or 5%", "--min-sent", "--max-start-lag");
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

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "--jvm g1=-XX:+UseG1GC --jvm g1=-XX:+UseZGC | --jvm has the label 'g1' twice",
        "--jvm g1= | --jvm g1= has no flags",
        "--jvm a/b=-Xmx1g | a label of --jvm has at most 32 letters",
        "--jvm zgc | --jvm takes JVM flags, which begin with '-', or LABEL=FLAGS, but has 'zgc'",
        "--java 999 | --java: there is no JDK 999",
        "--java /nowhere | --java: there is no JDK in /nowhere: no bin/java",
        "--java 25,25 | --java has '25' twice",
        "--heap lots | a heap of --heap is a size such as 512m or 3g, but is 'lots'",
        "--heap 0g | a heap of --heap is a size such as 512m or 3g, but is '0g'",
        "--heap 1g,1G | --heap has '1g' twice",
        "--layout boxed,boxed | --layout has 'boxed' twice",
        "--layout square | --layout",
        "--hosts a/b | --hosts takes names such as grizzly,tomcat, but has 'a/b'",
        "--hosts tomcat,tomcat | --hosts has 'tomcat' twice",
        "--url http://127.0.0.1:1/ --heap 1g | --heap belongs to Birdseye's own service",
    })
    void whatCannotBeVariedIsRefusedInOneLine(String options, String message) {
        List<String> arguments = new ArrayList<>(List.of("compare"));
        arguments.addAll(List.of(options.split(" ")));

        assertThat(commandLine.execute(arguments.toArray(String[]::new))).isEqualTo(2);

        assertThat(err.toString().lines().findFirst().orElseThrow()).contains(message);
    }

    @Test
    void tooManyRowsAreEstimatedAndStrategiesAreAskedFor() {
        assertThat(commandLine.execute(
                        "compare", "--effort", "normal", "--jvm", "g1=-XX:+UseG1GC", "--jvm", "zgc=-XX:+UseZGC",
                        "--layout", "boxed,primitive"))
                .isEqualTo(2);

        assertThat(err.toString().lines().findFirst().orElseThrow())
                .containsPattern("\\d+ rows take about \\d+ min: choose some of the \\d+ strategies with --strategies");
    }

    @Test
    void onlyCompareVariesLayoutsAndFlags() {
        assertThat(commandLine.execute("overload", "--layout", "boxed,primitive")).isEqualTo(2);
        assertThat(commandLine.execute("sweep", "--axis", "io-threads=4,8", "--strategies", "rx", "--jvm", "zgc=-XX:+UseZGC")).isEqualTo(2);

        assertThat(err.toString()).contains("only compare takes several", "--jvm takes LABEL=FLAGS with compare only");
    }

    @Test
    void everyCommandHasHelp() {
        for (String command : commandLine.getSubcommands().keySet()) {
            assertThat(commandLine.execute("help", command)).isZero();
        }
        assertThat(out.toString()).contains("--published", "--mock-port", "Exit codes");
    }

    /** Of files, names of folders and what was typed. */
    @Test
    void nothingFromOutsideSteersTheTerminal() throws IOException {
        String hostile = "\u001b[2J\u009b1m\u202e";
        Path folder = Files.createDirectories(this.folder.resolve("a\u001b[2J"));
        Path scenario = Files.writeString(folder.resolve("s.yaml"), "name: \"\\e[2J\\u202e\"\n\"\\e]0;x\\a\": 1\n");
        Path results = Files.writeString(folder.resolve("results.json"), DiffCommandTest.json(1, 200)
                .replace("\"rx\"", "\"r\\u001b[2J\\u009b1m\\u202ex\""));

        assertThat(commandLine.execute("compare", "--scenario", scenario.toString())).isEqualTo(2);
        assertThat(commandLine.execute("diff", folder.resolve("none").toString(), "b")).isEqualTo(2);
        assertThat(commandLine.execute("report", results.toString())).isZero();
        assertThat(commandLine.execute("diff", results.toString(), results.toString())).isEqualTo(3);
        assertThat(commandLine.execute("compare", "--strategies", hostile)).isEqualTo(2);
        assertThat(commandLine.execute(hostile)).isEqualTo(2);

        String told = out + err.toString();
        assertThat(told).isEqualTo(TerminalText.visible(told));
        assertThat(told).contains("\\u001b[2J", "\\u009b1m", "\\u202e");
    }

    @Test
    void aFailureIsOneLineAndNoStackTrace() {
        assertThat(commandLine.execute("serve")).isEqualTo(4); // nothing has been built where the test runs

        assertThat(err.toString()).startsWith("birdseye: ").doesNotContain("\tat ");
        assertThat(err.toString().lines()).hasSize(1);
    }
}
