package io.birdseye.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What README shows of a command is what it prints. */
class ReadmeTest {

    private static final Path README = Path.of("..", "README.md");
    private static final Pattern SHOWN = Pattern.compile("\\$ \\./birdseye (advise [^\\n]*)\\n(.*?)\\n```", Pattern.DOTALL);
    private static final String COMMAND =
            "mvn verify -pl cli -am -Dtest=ReadmeTest -Dsurefire.failIfNoSpecifiedTests=false -Dbirdseye.docs.write=true";

    /** README has no room for all of them. */
    private static String theAnswerAndOneReason(String advice) {
        List<String> parts = List.of(advice.split("\n\n"));
        String reason = parts.stream().filter(part -> part.startsWith("The smallest I/O pool")).findFirst().orElseThrow();
        return parts.getFirst() + "\n\n[...]\n\n" + reason + "\n\n[...]";
    }

    @Test
    void theAdviceIsWhatTheCommandPrints() throws IOException {
        String readme = Files.readString(README);
        Matcher shown = SHOWN.matcher(readme);
        assertThat(shown.find()).isTrue();

        CommandRun advise = CommandRun.of((Object[]) shown.group(1).split(" +"));
        assertThat(advise.code()).isZero();

        String printed = theAnswerAndOneReason(advise.out().strip());
        if (Boolean.getBoolean("birdseye.docs.write")) {
            Files.writeString(README, readme.substring(0, shown.start(2)) + printed + readme.substring(shown.end(2)));
        } else {
            assertThat(shown.group(2)).as("stale; write it anew with: " + COMMAND).isEqualTo(printed);
        }
    }
}
