package io.birdseye.report.trace;

import static org.assertj.core.api.Assertions.assertThat;

import io.birdseye.model.TerminalText;
import io.birdseye.report.trace.RequestTrace.Task;
import java.util.List;
import org.junit.jupiter.api.Test;

class TerminalWaterfallTest {

    private static final RequestTrace IN_TURN = new RequestTrace(
            "in-turn", "one after another", "the HTTP thread", "http-1", true, null, true, 400, List.of(
            new Task("posts", "io", 0, 0, 0, 100, "http-1", 0, 1),
            new Task("comments", "io", 0, 0, 100, 200, "http-1", 0, 1),
            new Task("posts", "combine", 0, 200, 200, 390, "http-1", 0, 1),
            new Task("join", "join", -1, 390, 390, 400, "http-1", 0, 1)));

    private static final RequestTrace IN_PARALLEL = new RequestTrace(
            "pool", "at once", "a pool's threads", "http-1", true, null, true, 210, List.of(
            new Task("posts", "io", 0, 0, 0, 100, "pool-1", 0, 1),
            new Task("comments", "io", 0, 0, 10, 200, "pool-2", 0, 1),
            new Task("posts", "combine", 0, 200, 200, 209, "http-1", 0, 1),
            new Task("join", "join", -1, 209, 209, 210, "http-1", 0, 1)));

    @Test
    void everyThreadHasALaneAndTheBlockedOneComesFirst() {
        List<String> lines = new TerminalWaterfall(100, false, 210).draw(IN_PARALLEL);

        assertThat(lines).extracting(line -> line.strip().split(" ")[0]).contains("http-1", "pool-1", "pool-2");
        assertThat(lines.get(2)).startsWith("  http-1").contains("·····");
    }

    @Test
    void tasksThatWaitForTheirThreadAreHatchedInRowsOfTheirOwn() {
        List<String> lines = new TerminalWaterfall(100, false, 400).draw(IN_TURN);

        assertThat(lines).filteredOn(line -> line.contains("comments")).singleElement().asString()
                .contains("░░░░█ comments 100 ms █");
        assertThat(lines).filteredOn(line -> line.startsWith("  http-1")).hasSize(1);
    }

    @Test
    void theWaitForAPoolIsHatchedMoreDenselyAndAttemptsAreCounted() {
        RequestTrace trace = new RequestTrace("pool", "at once", "a pool's threads", "http-1", true, null, true, 400, List.of(
                new Task("orders", "io", 0, 50, 100, 400, "pool-1", 100, 2)));

        assertThat(trace.queueMs()).isEqualTo(150);
        assertThat(new TerminalWaterfall(127, false, 400).draw(trace)).filteredOn(line -> line.contains("orders")).singleElement().asString()
                .contains("░░░▒▒▒").contains("▒█ orders 200 ms 2 attempts █");
    }

    @Test
    void barsAreAsLongAsTheirTasks() {
        String posts = new TerminalWaterfall(127, false, 400).draw(IN_TURN).stream()
                .filter(line -> line.contains("posts 100 ms")).findFirst().orElseThrow();

        assertThat(posts.substring(26, 51)).as("100 of 400 ms in 100 columns").matches("█ posts 100 ms █+");
        assertThat(posts.charAt(51)).isNotEqualTo('█');
    }

    @Test
    void noLineIsWiderThanTheTerminalAndColoursCanBeLeftOut() {
        for (int columns : new int[] {60, 80, 120, 200}) {
            for (RequestTrace trace : List.of(IN_TURN, IN_PARALLEL)) {
                assertThat(new TerminalWaterfall(columns, false, 400).draw(trace))
                        .allSatisfy(line ->
                                assertThat(line).doesNotContain("\u001b").hasSizeLessThanOrEqualTo(columns));
                assertThat(String.join("", new TerminalWaterfall(columns, true, 400).draw(trace))).contains("\u001b[");
            }
        }
    }

    @Test
    void namesCannotSteerTheTerminal() {
        String hostile = "\u001b[2J\u009b1m\u202e\n";
        RequestTrace trace = new RequestTrace(hostile, hostile, hostile, hostile, true, null, true, 100,
                List.of(new Task(hostile, "io", 0, 0, 0, 10, hostile + "2", 0, 1)));

        assertThat(new TerminalWaterfall(120, false, 100).draw(trace))
                .allSatisfy(line -> assertThat(line).isEqualTo(TerminalText.line(line)))
                .anySatisfy(line -> assertThat(line).contains("\\u001b[2J\\u009b1m\\u202e\\n"));
    }

    @Test
    void aRequestOfNoTimeAtAllCanBeDrawn() {
        RequestTrace nothing = new RequestTrace("none", "", "", "http-1", false, null, true, 0, List.of());

        assertThat(new TerminalWaterfall(80, false, 0).draw(nothing)).isNotEmpty();
    }

    @Test
    void aCallThatHoldsNoThreadIsOnTheWireAndTheHttpThreadIsReleased() {
        RequestTrace trace = new RequestTrace("async", "", "nobody", "http-1", false, 0.4, false, 210, List.of(
                new Task("posts", "io", 0, 0, 0, 200, "dispatch-1", 0, 1),
                new Task("posts", "combine", 0, 200, 200, 210, "cpu-1", 0, 1)));

        List<String> lines = new TerminalWaterfall(100, false, 210).draw(trace);

        assertThat(lines.get(2)).startsWith("  http-1").endsWith("released after 0.4 ms");
        assertThat(lines.get(3)).startsWith("  on the wire, no thread").contains("posts 200 ms");
        assertThat(lines).noneMatch(line -> line.contains("dispatch-1"));
    }
}
