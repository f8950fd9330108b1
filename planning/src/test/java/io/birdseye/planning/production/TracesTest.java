package io.birdseye.planning.production;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import io.birdseye.model.Latency;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TracesTest {

    @TempDir
    Path folder;

    private final TraceFile file = new TraceFile();

    private ScenarioDraft draft() throws Exception {
        return ScenarioDraft.of(
                Optional.of(file.write(folder.resolve("traces.json"))), List.of(), Optional.empty(), Optional.empty());
    }

    private static ScenarioDraft.Call only(ScenarioDraft draft) {
        assertThat(draft.groups()).hasSize(1);
        assertThat(draft.groups().getFirst().calls()).hasSize(1);
        return draft.groups().getFirst().calls().getFirst();
    }

    /** Two calls side by side, then one, in a request of 100 ms: 5 + 7 ms before and after, 8 ms in between. */
    @Test
    void aSmallFixtureCanBeCheckedByHand() throws Exception {
        Path traces = Path.of(Objects.requireNonNull(TracesTest.class.getResource("basket-traces.json")).toURI());

        ScenarioDraft draft =
                ScenarioDraft.of(Optional.of(traces), List.of(), Optional.empty(), Optional.of("GET /basket/{user}"));

        assertThat(draft.name()).isEqualTo("shop-get-basket-user");
        assertThat(draft.groups()).hasSize(2);
        ScenarioDraft.Group first = draft.groups().getFirst();
        ScenarioDraft.Group second = draft.groups().getLast();
        assertThat(first.calls()).extracting(ScenarioDraft.Call::name).containsExactly("cart", "prices");
        assertThat(first.cpuMs()).isCloseTo(5 + 8, within(1e-6));
        assertThat(second.calls()).extracting(ScenarioDraft.Call::name).containsExactly("postgresql");
        assertThat(second.after()).containsExactly(first.name());
        assertThat(second.cpuMs()).isCloseTo(7, within(1e-6));
        assertThat(first.calls().getFirst().latency()).isEqualTo(new Latency.Fixed(40));
        assertThat(first.calls().getFirst().payloadBytes()).isEqualTo(4200);
        assertThat(first.calls().getFirst().failureRate()).as("a 404 is an answer").isZero();
        assertThat(first.calls().getLast().failureRate()).isEqualTo(0.5);
        assertThat(draft.file("basket.yaml").text())
                .contains("# Began when 'step-1' had ended.", "payload: 4200B", "# fill in: payload: 5kB", "failureRate: 0.5",
                        "cpu: { time: 13ms }", "# fill in: load: { rate: 50, arrivals: poisson }", "At most, of 2 requests")
                .contains("Where a call needs the answer of the one before, write both as one call");
    }

    @Test
    void spansBelowACallAreNoCallsOfTheService() throws Exception {
        String root = file.request("/a", 0, 100);
        String call = file.call(root, "stock", 10, 90);
        String served = file.span(call, 2, "GET /stock", 20, 80, "");
        file.call(served, "database", 30, 70);
        file.endTrace();

        assertThat(ScenarioDraft.of(
                                Optional.of(file.write(folder.resolve("traces.json"))), List.of(), Optional.empty(),
                                Optional.of("/a"))
                        .groups().getFirst().calls())
                .extracting(ScenarioDraft.Call::name)
                .containsExactly("stock");
    }

    @Test
    void aCallThatIsMadeSeveralTimesIsLikeItsFirst() throws Exception {
        String root = file.request("/a", 0, 100);
        for (int i = 0; i < 3; i++) {
            file.call(root, "items", 10, 60 + i);
        }
        file.endTrace();

        assertThat(draft().groups().getFirst().calls())
                .extracting(ScenarioDraft.Call::name, ScenarioDraft.Call::like)
                .containsExactly(
                        tuple("items", null), tuple("items-2", "items"),
                        tuple("items-3", "items"));
        assertThat(draft().file("a.yaml").scenario().calls()).hasSize(3);
    }

    @Test
    void aCallThatFewRequestsMakeIsWrittenAsAComment() throws Exception {
        for (int i = 0; i < 10; i++) {
            String root = file.request("/a", i * 1000, i * 1000 + 100);
            file.call(root, "cart", i * 1000 + 10, i * 1000 + 60);
            if (i < 3) {
                file.call(root, "risk", i * 1000 + 10, i * 1000 + 90);
            }
            file.endTrace();
        }

        ScenarioDraft draft = draft();

        assertThat(draft.file("a.yaml").scenario().calls()).hasSize(1);
        assertThat(draft.file("a.yaml").text()).contains("In 3 of 10 requests, so it is left out:", "# - name: risk");
    }

    @Test
    void aSpanThatWasExportedTwiceCountsOnce() throws Exception {
        String root = file.request("/a", 0, 100);
        file.call(root, "cart", 10, 60);
        file.endTrace();
        String text = Files.readString(file.write(folder.resolve("once.json")));
        Path twice = Files.writeString(folder.resolve("twice.json"), text + text);

        ScenarioDraft draft = ScenarioDraft.of(Optional.of(twice), List.of(), Optional.empty(), Optional.empty());

        assertThat(only(draft).remarks()).anyMatch(remark -> remark.startsWith("Of 1 call:"));
    }

    @Test
    void textOfASpanCannotLeaveItsComment() throws Exception {
        String root = file.request("/a\\nname: evil\\u2028x: y", 0, 100);
        file.call(root, "cart\\n- name: other", 10, 60);
        file.endTrace();

        assertThat(draft().file("a.yaml").scenario().calls()).extracting(call -> call.name()).containsExactly("cart-name-other");
        assertThat(draft().file("a.yaml").text().lines()).noneMatch(line -> line.startsWith("name: evil") || line.startsWith("x:"));
    }
}
