package io.birdseye.mockapi;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class RepeatabilityTest {

    private static final String SETTINGS = """
            {"seed": 11, "default": {"status": 503, "statusProbability": 0.5}}""";

    private static final RouteSettings LOGNORMAL = RuleText.parse("delay", "delay", "lognormal:200ms:0.5");

    @AutoClose
    private final TestClient client = new TestClient(MockApi.start(UpstreamSettings.fromJson(SETTINGS)));

    @Test
    void theSameSeedGivesTheSameAnswersInAnotherProcess() throws Exception {
        try (TestClient other = new TestClient(MockApi.start(UpstreamSettings.fromJson(SETTINGS)))) {
            assertThat(statuses(other, "/posts")).isEqualTo(statuses(client, "/posts")).contains(200, 503);
        }
    }

    @Test
    void anotherSeedGivesOtherAnswers() throws Exception {
        try (TestClient other = new TestClient(MockApi.start(UpstreamSettings.fromJson(SETTINGS).withSeed(12)))) {
            assertThat(statuses(other, "/posts")).isNotEqualTo(statuses(client, "/posts"));
        }
    }

    @Test
    void settingsThatAreSetAgainBeginTheSequenceAnew() throws Exception {
        List<Integer> first = statuses(client, "/posts");

        assertThat(statuses(client, "/posts")).isNotEqualTo(first);
        assertThat(client.send("PUT", "/__admin/settings", SETTINGS).statusCode()).isEqualTo(200);
        assertThat(statuses(client, "/posts")).isEqualTo(first);
    }

    @Test
    void otherRoutesDoNotDisturbTheSequenceOfARoute() throws Exception {
        List<Integer> alone = statuses(client, "/posts");
        client.apply(SETTINGS);
        List<Integer> mixed = new ArrayList<>();
        for (int i = 0; i < alone.size(); i++) {
            client.get("/users");
            mixed.add(client.get("/posts").statusCode());
        }

        assertThat(mixed).isEqualTo(alone).isNotEqualTo(statuses(client, "/albums"));
    }

    @Test
    void aChangedProbabilityMovesNoDelay() {
        RouteSettings failing = RuleText.parse("status", "status", "503:0.9")
                .orElse(RuleText.parse("fault", "fault", "EMPTY_RESPONSE:0.1"))
                .orElse(LOGNORMAL);

        assertThat(delays(failing, 100)).isEqualTo(delays(LOGNORMAL, 100));
    }

    @Test
    void lognormalDelaysHaveTheirMedianAndTheirTail() {
        long[] delays = delays(LOGNORMAL, 20_000);
        Arrays.sort(delays);

        // The standard errors of these quantiles are about 1 % and 2 % at this many draws; the bounds are five of them.
        assertThat(delays[10_000] / 200e6).isBetween(0.95, 1.05);
        assertThat(delays[19_800] / (200e6 * Math.exp(2.326 * 0.5))).isBetween(0.9, 1.1);
    }

    @Test
    void uniformDelaysFillTheirRange() {
        RouteSettings uniform = RuleText.parse("delay", "delay", "uniform:100ms:300ms");

        assertThat(Arrays.stream(delays(uniform, 10_000)).summaryStatistics()).satisfies(delays -> {
            assertThat(delays.getMin()).isBetween(100_000_000L, 101_000_000L);
            assertThat(delays.getMax()).isBetween(299_000_000L, 300_000_000L);
            assertThat(delays.getAverage() / 200e6).isBetween(0.98, 1.02);
        });
    }

    @Test
    void aProbabilityIsTheShareOfTheRequests() {
        RouteSettings failing = RuleText.parse("status", "status", "503:0.2");

        long failed = IntStream.range(0, 10_000)
                .filter(k -> Route.Draws.of(1, "posts", k, failing).status() == 503)
                .count();

        assertThat(failed).isBetween(1_800L, 2_200L);
    }

    private static long[] delays(RouteSettings settings, int count) {
        return IntStream.range(0, count)
                .mapToLong(k -> Route.Draws.of(5, "posts", k, settings).delayNanos())
                .toArray();
    }

    private static List<Integer> statuses(TestClient client, String target) throws Exception {
        List<Integer> statuses = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            statuses.add(client.get(target).statusCode());
        }
        return statuses;
    }
}
