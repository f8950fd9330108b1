package io.birdseye.planning.production;

import static org.assertj.core.api.Assertions.assertThat;

import io.birdseye.model.Durations;
import java.io.IOException;
import java.io.InputStream;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Files as production gives them, and what init makes of each: {@code cases.txt} beside the files. */
class ProductionCasesTest {

    private record Case(String name, List<String> options, List<String> expectations) {

        @Override
        public String toString() {
            return name;
        }

        List<String> values(String option) {
            return Stream.iterate(0, i -> i + 2).limit(options.size() / 2).filter(i -> options.get(i).equals(option))
                    .map(i -> options.get(i + 1)).toList();
        }

        Optional<String> value(String option) {
            return values(option).stream().findFirst();
        }
    }

    private static String read(String name) throws IOException {
        try (InputStream in = Objects.requireNonNull(ProductionCasesTest.class.getResourceAsStream(name))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    static Stream<Case> cases() throws IOException {
        List<Case> cases = new ArrayList<>();
        for (String line : read("cases.txt").lines().filter(text -> !text.isBlank() && !text.startsWith("#")).toList()) {
            if (line.startsWith("== ")) {
                cases.add(new Case(line.substring(3), new ArrayList<>(), new ArrayList<>()));
            } else if (line.startsWith("--")) {
                cases.getLast().options().addAll(List.of(line.split(" ")));
            } else {
                cases.getLast().expectations().add(line);
            }
        }
        return cases.stream();
    }

    private static String file(String name) throws URISyntaxException {
        return Path.of(Objects.requireNonNull(ProductionCasesTest.class.getResource("cases/" + name)).toURI()).toString();
    }

    private static String answer(Case asked) throws Exception {
        List<MetricsSource> metrics = new ArrayList<>();
        for (String name : asked.values("--from-prometheus")) {
            metrics.add(new MetricsSource(file(name), Set.of(), Optional.empty()));
        }
        Optional<Path> traces = Optional.empty();
        for (String name : asked.values("--from-otel")) {
            traces = Optional.of(Path.of(file(name)));
        }
        try {
            return ScenarioDraft.of(traces, metrics, new ScenarioDraft.Wanted(
                            asked.value("--route").map(name -> name.replace('_', ' ')), asked.value("--over").map(Durations::parse),
                            asked.value("--metric"), asked.value("--route-label")))
                    .file("case.yaml").text();
        } catch (RefusedTelemetry e) {
            return "REFUSED " + e.getMessage();
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void whatAFileGivesIsRight(Case asked) throws Exception {
        // A comment may be wrapped anywhere.
        String answer = answer(asked).replaceAll("\\s+(# )?(?=[^-\\s])", " ").replaceAll("\\s+", " ");
        assertThat(asked.expectations()).isNotEmpty();
        for (String expectation : asked.expectations()) {
            String text = expectation.substring(2).replaceAll("# (?=fill)", "").strip();
            if (expectation.startsWith("+")) {
                assertThat(answer).contains(text);
            } else {
                assertThat(answer).doesNotContain(text);
            }
        }
    }
}
