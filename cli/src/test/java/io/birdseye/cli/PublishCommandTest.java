package io.birdseye.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class PublishCommandTest {

    private static final String HOME = "birdseye.home";

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @BeforeEach
    void home() {
        System.setProperty(HOME, Path.of("..").toAbsolutePath().normalize().toString());
    }

    @AfterEach
    void noHome() {
        System.clearProperty(HOME);
    }

    private int publish(String... arguments) {
        CommandLine birdseye = Birdseye.commandLine().setOut(new PrintWriter(out)).setErr(new PrintWriter(err));
        String[] all = new String[arguments.length + 1];
        all[0] = "publish";
        System.arraycopy(arguments, 0, all, 1, arguments.length);
        return birdseye.execute(all);
    }

    /** Each command is asked for its time, which it tells after it has taken its options. */
    @Test
    void theStepsAreListedWithTheirTimesAndNothingElseIsPrinted() {
        String steps = "open,closed,open-primitive,closed-primitive,articles-open,articles-closed,injectors-1,injectors-4,claims,"
                + "overload,soak,campaign,grid,replicas";

        assertThat(publish("--dry-run", "--steps", steps)).isZero();

        assertThat(out.toString().lines().filter(line -> line.contains("./birdseye")))
                .hasSize(14)
                .allMatch(line -> line.matches("[a-z0-9-]+ +(\\d+ h )?\\d+ (min|s) +\\./birdseye .*|[a-z0-9-]+ +done +\\./birdseye .*"));
        assertThat(out.toString()).contains("14 steps take ").doesNotContain("Results go to");
    }

    @Test
    void anArchiveHasNothingToPublishInto() {
        System.setProperty(HOME, Path.of("src/test/resources").toAbsolutePath().toString());

        assertThat(publish("--dry-run", "--steps", "example")).isEqualTo(2);
        assertThat(err.toString()).contains("publish writes into docs/results, which a clone has");
    }

    @Test
    void aStepThatDoesNotExistIsRefused() {
        assertThat(publish("--dry-run", "--steps", "opne")).isEqualTo(2);
        assertThat(err.toString()).contains("no step is called 'opne'", "open, closed");
    }
}
