package io.birdseye.faults;

import static org.assertj.core.api.Assertions.assertThatCode;

import io.birdseye.cli.Birdseye;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An option that is renamed must not be found out by the night only. */
class NightCommandsTest {

    @ParameterizedTest
    @ValueSource(strings = {
        Try.COMMAND,
        "./birdseye soak --duration 60s",
        "../../birdseye compare --service birdseye.yaml --duration 3s --warm-up 2s --out example",
        "./birdseye compare --rate 5 --duration 3s --warm-up 2s --memory 0.5 --latency 50ms --strategies all --out out"
    })
    void whatOnlyTheNightRunsIsUnderstood(String command) {
        String[] words = Pattern.compile("'([^']*)'|(\\S+)").matcher(command.replaceFirst("\\S*birdseye ", "")).results()
                .map(word -> word.group(1) == null ? word.group(2) : word.group(1)).toArray(String[]::new);

        assertThatCode(() -> Birdseye.commandLine().parseArgs(words)).doesNotThrowAnyException();
    }
}
