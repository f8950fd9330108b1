package io.birdseye.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.birdseye.cli.options.BirdseyeCommand;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** {@code compare} with {@code --url} and {@code --service}: what is refused before anything is measured. */
class OwnServiceTest {

    @TempDir
    private Path folder;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private final CommandLine commandLine =
            Birdseye.commandLine().setOut(new PrintWriter(out)).setErr(new PrintWriter(err));

    private void assertRefused(String message, String... arguments) {
        assertThat(commandLine.execute(arguments)).isEqualTo(2);
        assertThat(err.toString()).contains(message).doesNotContain("\tat ");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            127.0.0.1:8081/basket                 | must begin with http:// or https://
            http://127.0.0.1:8081/{a,b            | opens braces that are not closed
            http://127.0.0.1:8081/{a,{b,c}}       | opens braces within braces
            http://192.0.2.7/basket               | add --allow-host 192.0.2.7
            """)
    void aWrongAddressIsRefused(String url, String message) {
        assertRefused(message, "compare", "--url", url);
    }

    @Test
    void optionsOfOneKindOfServiceAreRefusedBesideAnother() throws Exception {
        String url = "http://127.0.0.1:8081/{a,b}";
        Path file = Files.writeString(
                folder.resolve("birdseye.yaml"), "{ service: { start: [x], url: 'http://127.0.0.1:1' }, request: {} }");

        assertRefused("--strategies belongs to Birdseye's own service", "compare", "--url", url, "--strategies", "rx");
        assertRefused("--url names a service that runs, and --service", "compare", "--url", url, "--service", file.toString());
        assertRefused("--slice is said by the service file", "compare", "--service", file.toString(), "--slice", "5s");
        assertRefused("--slice and --duration say the same", "compare", "--url", url, "--slice", "5s", "--duration", "5s");
        assertRefused("--expect needs --url", "compare", "--expect", "total");
        assertRefused("--allow-host needs --url or --service", "compare", "--allow-host", "shop");
        assertRefused("the expected body '(' is no regular expression", "compare", "--url", url, "--expect", "(");
        assertRefused("the expected status must be between 200 and 599", "compare", "--url", url, "--expect-status", "99");
    }

    @Test
    void aWrongServiceFileIsRefusedWithItsLine() throws Exception {
        Path file = Files.writeString(
                folder.resolve("birdseye.yaml"), "service:\n  start: [x]\n  url: http://127.0.0.1:1\n  redy: /\nrequest: {}\n");

        assertRefused(file + ":4:3: service has no field 'redy'; allowed are start, url, ready", "compare", "--service", file.toString());
        assertRefused("there is no service file", "compare", "--service", folder.resolve("none.yaml").toString());
    }

    @Test
    void twoVariantsTakeThreeMinutesAndTheirRequestsAreSaid() {
        // Nothing has been built where the test runs, so nothing is measured.
        assertThat(commandLine.execute("compare", "--url", "http://127.0.0.1:1/x?s={a,b}&u=${1..9}", "--out", folder.toString()))
                .isEqualTo(4);

        assertThat(out.toString()).contains(
                "Service: http://127.0.0.1:1, which runs; load: open",
                "  a: GET http://127.0.0.1:1/x?s=a&u=${1..9}",
                "Takes 3 min, until ", "10 blocks of 2 slices, each 9s of warm-up and 5s measured");
    }

    @Test
    void theCommandThatRepeatsAMeasurementIsQuotedForAShell() {
        CommandLine.ParseResult _ = commandLine.parseArgs("compare", "--url", "http://h/{a,b}", "--expect", "it's", "--rate", "5");
        BirdseyeCommand compare = commandLine.getSubcommands().get("compare").getCommand();

        assertThat(compare.commandLine()).isEqualTo("./birdseye compare --url 'http://h/{a,b}' --expect 'it'\\''s' --rate 5");
    }
}
