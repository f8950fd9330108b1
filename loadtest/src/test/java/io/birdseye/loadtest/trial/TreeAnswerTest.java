package io.birdseye.loadtest.trial;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.birdseye.loadtest.TrialFailure;
import io.birdseye.loadtest.client.BoundedHttp.Answer;
import io.birdseye.model.Layout;
import io.birdseye.scenario.InvalidScenario;
import io.birdseye.scenario.ScenarioFile;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TreeAnswerTest {

    private static final String RIGHT = """
            {"userId":1,"spun":{"bodies":{"a":{"bytes":500,"items":4}},"computed":{"micros":2000}},\
            "listed":{"bodies":{"b":{"bytes":2,"items":0}},\
            "multiplied":{"factor":7,"size":1500,"checksum":4380250}}}""";

    private Work work;
    private AnswerCheck check;

    @BeforeEach
    void aFreshCheck() throws InvalidScenario {
        ScenarioFile file = ScenarioFile.parse("two.yaml", """
                name: two
                groups:
                  - { name: spun, calls: [{ name: a, latency: 5ms, payload: 500B }], cpu: { time: 2ms } }
                  - { name: listed, calls: [{ name: b, latency: 5ms }], cpu: { multiply: 6kB } }
                """, List.of());
        work = Work.article(Duration.ZERO, 0, Layout.BOXED).withScenario(Optional.of(file));
        check = new AnswerCheck();
    }

    private void check(String body) throws TrialFailure {
        check.check("rx", work, new Answer(200, body.getBytes(StandardCharsets.UTF_8), Map.of()));
    }

    @Test
    void theRightAnswerPassesAndAllOthersMustBeTheSame() {
        assertThatCode(() -> check(RIGHT)).doesNotThrowAnyException();
        assertThatCode(() -> check(RIGHT)).doesNotThrowAnyException();
        assertThatThrownBy(() -> check(RIGHT.replace("4}", "5}")))
                .hasMessageContaining("not the one that the other");
    }

    @Test
    void workThatWasLeftOutIsFound() {
        assertThatThrownBy(() -> check(RIGHT.replace("\"bytes\":500", "\"bytes\":499")))
                .hasMessageContaining("500 bytes of a");
        assertThatThrownBy(() -> check(RIGHT.replace("2000", "1000")))
                .hasMessageContaining("compute for 2000 us");
        assertThatThrownBy(() -> check(RIGHT.replace("4380250", "4380251")))
                .hasMessageContaining("wrong checksum in listed");
        assertThatThrownBy(() -> check(RIGHT.replace("\"size\":1500", "\"size\":1")))
                .hasMessageContaining("1500 products");
        assertThatThrownBy(() -> check(RIGHT.replace("listed", "other")))
                .hasMessageContaining("listed");
    }

    @Test
    void aCallThatNotEveryRequestMakesMayBeMissingWithAllThatFollowsIt() throws InvalidScenario {
        work = Work.article(Duration.ZERO, 0, Layout.BOXED).withScenario(Optional.of(ScenarioFile.parse("some.yaml", """
                name: some
                groups:
                  - name: shop
                    calls:
                      - { name: user, latency: 5ms, payload: 500B, then: hints }
                      - { name: hints, latency: 5ms, payload: 300B, probability: 0.5, then: more }
                      - { name: more, latency: 5ms, payload: 200B }
                """, List.of())));
        String user = "\"user\":{\"bytes\":500}";
        String hints = ",\"hints\":{\"bytes\":300}";
        String more = ",\"more\":{\"bytes\":200}";

        assertThatCode(() -> check(shop(user))).doesNotThrowAnyException();
        assertThatCode(() -> check(shop(user + hints + more))).doesNotThrowAnyException();
        assertThatThrownBy(() -> check(shop(user + hints))).hasMessageContaining("bodies of all calls");
        assertThatThrownBy(() -> check(shop(user + more))).hasMessageContaining("bodies of all calls");
        assertThatThrownBy(() -> check(shop(hints.substring(1) + more))).hasMessageContaining("bodies of all calls");
        assertThatThrownBy(() -> check(shop(user + hints.replace("300", "299") + more))).hasMessageContaining("300 bytes of hints");
    }

    private static String shop(String bodies) {
        return "{\"userId\":1,\"shop\":{\"bodies\":{" + bodies + "}}}";
    }
}
