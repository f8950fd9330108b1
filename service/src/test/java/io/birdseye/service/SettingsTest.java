package io.birdseye.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.birdseye.model.Budget;
import io.birdseye.strategy.Strategies;
import java.time.Duration;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class SettingsTest {

    @Test
    void theDefaultsAreWhatHelpSays() {
        ServiceSettings settings = ServiceMain.parse();

        assertThat(settings.http().host()).isEqualTo("127.0.0.1");
        assertThat(settings.http().port()).isEqualTo(8080);
        assertThat(settings.upstreams().address()).hasToString("http://127.0.0.1:9090");
        assertThat(settings.http().deadline()).isEqualTo(Duration.ofSeconds(5));
        assertThat(settings.limits().defaultBudget())
                .isEqualTo(new Budget(16, Runtime.getRuntime().availableProcessors(), 1_000));
        assertThat(settings.limits().memorySizes()).hasToString("0.5,5,10");
    }

    @Test
    void allStrategiesMayRunAtOnceByDefault() {
        assertThat(ServiceMain.parse().maxPools()).isGreaterThanOrEqualTo(Strategies.load().names().size());
    }

    @Test
    void aConnectionWhoseFirstPacketIsLostIsMadeWithinTheDefaultTime() {
        Duration firstRetransmission = Duration.ofSeconds(1);

        ServiceSettings settings = ServiceMain.parse();

        assertThat(settings.upstreams().connectTimeout())
                .isGreaterThan(firstRetransmission.plusMillis(500))
                .isLessThan(settings.http().deadline());
    }

    @Test
    void helpListsEverySettingWithItsVariableAndDefault() {
        String help = ServiceMain.help().replaceAll("\\s+", " ");

        Stream<String> flags = CommandLine.Model.CommandSpec.forAnnotatedObject(new SettingsOptions())
                .options()
                .stream()
                .map(option -> option.longestName());
        assertThat(flags).hasSizeGreaterThan(15).allSatisfy(flag -> {
            String variable = flag.equals("--upstream")
                    ? "UPSTREAM_URL"
                    : "BIRDSEYE_" + flag.substring(2).toUpperCase(Locale.ROOT).replace('-', '_');
            assertThat(help).contains(flag + "=").contains("[" + variable + ", default");
        });
    }

    @Test
    void durationsMayHaveFractions() {
        assertThat(ServiceMain.parse("--deadline=1.5s").http().deadline()).hasMillis(1_500);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--port=70000", "--selector-threads=0", "--http-queue=-1", "--deadline=0s", "--grace=2000m",
                "--max-io=0", "--upstream=ftp://x", "--upstream=http://x/?a=b", "--default-cpu=0", "--max-body=0"
            })
    void aSettingOutOfBoundsIsRefusedByName(String flag) {
        assertThatThrownBy(() -> ServiceMain.parse(flag)).isInstanceOf(CommandLine.ParameterException.class);
    }
}
