package io.birdseye.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** {@code docs/reference/settings.md}: the settings of the service, as {@code --help} prints them. */
class SettingsPageTest {

    private static final Path PAGE = Path.of("..", "docs", "reference", "settings.md");
    private static final String BEGIN = "```text\n";
    private static final String END = "\n```";
    private static final String COMMAND =
            "mvn verify -pl service -am -Dtest=SettingsPageTest -Dsurefire.failIfNoSpecifiedTests=false"
                    + " -Dbirdseye.docs.write=true";

    @Test
    void theCommittedPageHasTheSettingsThatThereAre() throws IOException {
        String page = Files.readString(PAGE);
        int from = page.indexOf(BEGIN) + BEGIN.length();
        int to = page.indexOf(END, from);
        assertThat(to).isGreaterThan(from - 1);
        String help = ServiceMain.help().stripTrailing();
        if (Boolean.getBoolean("birdseye.docs.write")) {
            Files.writeString(PAGE, page.substring(0, from) + help + page.substring(to));
        } else {
            assertThat(page.substring(from, to)).as("stale; write it anew with: " + COMMAND).isEqualTo(help);
        }
    }
}
