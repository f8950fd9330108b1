package io.birdseye.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.birdseye.cli.Birdseye;
import io.birdseye.cli.CommandRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** An option that is renamed must not be found out by the night only. */
class NightCommandsTest {

    private static final Pattern COMMAND = Pattern.compile("(?m)\\S*/birdseye ([a-z]+ --.*?)( \\|\\|.*)?$");

    @Test
    void whatContinuousIntegrationRunsIsUnderstood() throws IOException {
        List<String> commands = new ArrayList<>(List.of(Try.COMMAND));
        for (String script : List.of("steps", "nightly")) {
            commands.add(Files.readString(Path.of("..", ".ci", script)));
        }
        List<List<String>> found = commands.stream()
                .flatMap(text -> COMMAND.matcher(text.replace('"', '\'')).results())
                .map(command -> CommandRun.words(command.group(1)))
                .toList();

        assertThat(found).hasSize(4).allSatisfy(words ->
                assertThatCode(() -> Birdseye.commandLine().parseArgs(words.toArray(String[]::new))).as("%s", words).doesNotThrowAnyException());
    }
}
