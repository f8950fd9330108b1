package io.birdseye.loadtest.recipe;

import static org.assertj.core.api.Assertions.assertThat;

import io.birdseye.model.Fault;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

class SoakFindingsTest {

    private static final SoakFault SLOW = fault("slow");

    private final SoakFindings findings = new SoakFindings();

    private static SoakFault fault(String name) {
        return SoakFault.all().stream().filter(fault -> fault.name().equals(name)).findFirst().orElseThrow();
    }

    @Test
    void afterTheWarmUpOnlyMissedDeadlinesAreForgotten() {
        findings.ended("rx", "504");
        findings.wrongStatus("rx", SLOW, 504, "too late");
        findings.wrongStatus("rx", SLOW, 500, "status 504 is in this text");
        findings.wrong("rx", SLOW, "a wrong answer");

        findings.forgetLateAnswers();

        assertThat(findings.lines()).containsExactly(
                "rx under 'slow': a wrong answer", "rx under 'slow': status 500, status 504 is in this text");
        assertThat(findings.table()).as("nothing is counted").hasSize(2);
    }

    @Test
    void theTableHasAColumnForEachEndingAndARowForAll() {
        findings.ended("rx", "200");
        findings.ended("rx", "200");
        findings.ended("rx", "502");
        findings.ended("akka", "200");

        assertThat(findings.table().stream().map(line -> List.of(line.strip().split(" +"))))
                .containsExactly(
                        List.of("strategy", "200", "502"),
                        List.of("akka", "1", "0"),
                        List.of("rx", "2", "1"),
                        List.of("all", "3", "1"));
    }

    @Test
    void everyBrokenConnectionThatMockApiKnowsIsAFaultOfEveryUpstream() {
        for (Fault kind : Fault.values()) {
            for (String route : List.of("posts", "comments", "albums", "photos")) {
                assertThat(fault(kind.name().toLowerCase(Locale.ROOT) + " at " + route).allowed()).containsExactly(502);
            }
        }
        assertThat(fault("stall at posts").stalls()).isTrue();
        assertThat(SLOW.stalls()).isFalse();
    }

    @Test
    void whatIsLeftIsToldWithItsNumbers() {
        Soak.Leftovers before = new Soak.Leftovers(50, 40, 100);

        assertThat(new Soak.Leftovers(70, 50, 164).moreThan(before)).isEmpty();
        assertThat(new Soak.Leftovers(71, 51, 165).moreThan(before)).containsExactly(
                "threads are left: 71, and there were 50",
                "descriptors are left: 51, and there were 40",
                "memory is left: 165 MB, and there were 100 MB");
    }
}
