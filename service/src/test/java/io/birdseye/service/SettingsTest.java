package io.birdseye.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.birdseye.model.Budget;
import io.birdseye.service.overview.MemorySizes;
import io.birdseye.strategy.Strategies;
import java.time.Duration;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class SettingsTest {

    @Test
    void theDefaultsAreWhatHelpSays() {
        ServiceSettings settings = ServiceMain.parse();

        assertThat(settings.http().host()).isEqualTo("127.0.0.1");
        assertThat(settings.http().port()).isEqualTo(8080);
        assertThat(settings.upstreams().address()).hasToString("http://127.0.0.1:9090");
        assertThat(settings.http().times().deadline()).isEqualTo(Duration.ofSeconds(5));
        assertThat(settings.limits().defaultBudget())
                .isEqualTo(new Budget(80, Runtime.getRuntime().availableProcessors(), 1_000));
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
                .isGreaterThan(firstRetransmission.plusMillis(500)).isLessThan(settings.http().times().deadline());
    }

    @Test
    void helpListsEverySettingWithItsVariableAndDefault() {
        String help = ServiceMain.help().replaceAll("\\s+", " ");

        Stream<String> flags = CommandLine.Model.CommandSpec.forAnnotatedObject(new SettingsOptions())
                .options().stream().map(option -> option.longestName());
        assertThat(flags).hasSizeGreaterThan(15).allSatisfy(flag -> {
            String variable = flag.equals("--upstream")
                    ? "UPSTREAM_URL" : "BIRDSEYE_" + flag.substring(2).toUpperCase(Locale.ROOT).replace('-', '_');
            assertThat(help).contains(flag + "=").contains("[" + variable + ", default");
        });
    }

    @Test
    void durationsMayHaveFractions() {
        assertThat(ServiceMain.parse("--deadline=1.5s").http().times().deadline()).hasMillis(1_500);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            --port=70000          | --port must be from 0 to 65535, but is 70000
            --selector-threads=0  | --selector-threads must be
            --http-threads=0      | --http-threads must be from 1 to 100000, but is 0
            --http-queue=-1       | --http-queue must be
            --deadline=0s         | --deadline must be
            --deadline=soon       | 'soon' is not a duration: expected is a number and a unit
            --grace=2000m         | --grace must be
            --max-io=0            | --max-io must be
            --upstream=ftp://x    | the upstream must be an absolute http or https address
            --upstream=http://x/?a=b | the upstream
            --upstream=localhost  | the upstream must be an absolute http or https address
            --memory-sizes=5,x    | memory sizes must be numbers
            --default-cpu=0       | CPU concurrency must be at least 1, but is 0
            --default-io=2000     | default I/O concurrency of 2000 is above its maximum of 1000
            --max-body=0          | --max-body must be
            """)
    void aSettingOutOfBoundsIsRefusedByName(String flag, String message) {
        assertThatThrownBy(() -> ServiceMain.parse(flag))
                .isInstanceOf(CommandLine.ParameterException.class).hasMessageContaining(message);
    }

    @Test
    void aListAllowsWhatIsOnIt() {
        MemorySizes sizes = MemorySizes.parse("0.5, 5,8..64");

        assertThat(sizes.allows(0.5)).isTrue();
        assertThat(sizes.allows(8)).isTrue();
        assertThat(sizes.allows(33.3)).isTrue();
        assertThat(sizes.allows(7)).isFalse();
        assertThat(sizes.allows(64.1)).isFalse();
        assertThat(sizes.allows(Double.NaN)).isFalse();
        assertThat(sizes).hasToString("0.5,5,8..64");
        assertThat(MemorySizes.parse(sizes.toString())).isEqualTo(sizes);
    }

    @Test
    void anyAllowsNothingAtAllToo() {
        assertThat(MemorySizes.parse("any").allows(0)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "5,", "x", "-1", "5..1", "0..100000", "NaN", "1..2..3"})
    void whatIsNoListOfSizesIsRefused(String text) {
        assertThatThrownBy(() -> MemorySizes.parse(text)).isInstanceOf(IllegalArgumentException.class);
    }
}
