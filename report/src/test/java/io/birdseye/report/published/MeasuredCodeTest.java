package io.birdseye.report.published;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.birdseye.model.Machine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MeasuredCodeTest {

    @TempDir
    private Path home;

    private String service(String code) throws IOException {
        Path file = home.resolve("service/src/main/java/A.java");
        Files.createDirectories(file.getParent());
        Files.writeString(file, code);
        return MeasuredCode.of(home, List.of("service")).get("service");
    }

    @Test
    void commentsAndBlanksAreNoChange() throws IOException {
        String plain = service("class A { String url = \"http://a\"; char c = '\"'; int f(int x) { return x / 2; } }");

        assertThat(service("/** What it is. */\nclass A {\n    String url = \"http://a\";  // an address\n    char c = '\"';\n"
                + "    int f(int x) {\n        /* half */\n        return x / 2;\n    }\n}\n")).isEqualTo(plain);
    }

    @Test
    void codeAndStringsAre() throws IOException {
        String before = service("class A { String url = \"http://a b\"; }");

        assertThat(service("class A { String url = \"http://b b\"; }")).isNotEqualTo(before);
        assertThat(service("class A { String url = \"http://a  b\"; }")).isNotEqualTo(before);
        assertThat(service("class A { String ur = \"http://a b\"; }")).isNotEqualTo(before);
    }

    @Test
    void twoWordsStayTwo() {
        assertThat(MeasuredCode.withoutComments("int/**/x")).isEqualTo("int x");
        assertThat(MeasuredCode.withoutComments("a \"\"\"\n // no comment\n\"\"\" ;")).contains("// no comment");
    }

    @Test
    void ofLibrariesTheVersionsCount() throws IOException {
        Path pom = home.resolve("pom.xml");
        Files.writeString(pom, "<rxjava.version>2.2.21</rxjava.version>");
        SortedMap<String, String> before = MeasuredCode.of(home, List.of("libraries"));

        Files.writeString(pom, "<!-- a word --><rxjava.version>2.2.21</rxjava.version>");
        assertThat(MeasuredCode.of(home, List.of("libraries"))).isEqualTo(before);
        Files.writeString(pom, "<rxjava.version>2.2.22</rxjava.version>");
        assertThat(MeasuredCode.of(home, List.of("libraries"))).isNotEqualTo(before);
    }

    @Test
    void aPageOfTheServiceIsNoChangeAndAFileThatIsNewIs() throws IOException {
        String before = service("class A {}");
        Path resources = home.resolve("service/src/main/resources/io/birdseye/service/api");
        Files.createDirectories(resources.resolve("page"));

        Files.writeString(resources.resolve("page/front.js"), "let a = 1");
        assertThat(service("class A {}")).isEqualTo(before);
        Files.writeString(resources.resolve("limits.properties"), "a=1");
        assertThat(service("class A {}")).isNotEqualTo(before);
    }

    @Test
    void theRuleOfAClaimOnTheServiceIsNoChangeAndHowItsTrialsAreMeasuredIs() throws IOException {
        Path claims = Files.createDirectories(home.resolve("experiments/src/main/java/io/birdseye/experiments/birdseyeview"));
        SortedMap<String, String> before = MeasuredCode.of(home, List.of("experiments"));

        Files.writeString(claims.resolve("PoolClaims.java"), "class PoolClaims {}");
        assertThat(MeasuredCode.of(home, List.of("experiments"))).isEqualTo(before);
        Files.writeString(claims.resolve("ServiceTrialProbe.java"), "class ServiceTrialProbe {}");
        assertThat(MeasuredCode.of(home, List.of("experiments"))).isNotEqualTo(before);
    }

    @Test
    void aMisspeltPartIsRefused() {
        assertThatThrownBy(() -> MeasuredCode.of(home, List.of("servise"))).hasMessageContaining("'servise'");
    }

    @Test
    void everyPartOfThisProjectHasSources() throws IOException {
        String nothing = MeasuredCode.of(home, List.of("service")).get("service");

        assertThat(MeasuredCode.of(Path.of("..")).values()).doesNotContain(nothing).doesNotHaveDuplicates();
    }

    @Test
    void aStepSaysWhichPartsHaveChangedAndIsReadAsItWasWritten() throws IOException {
        Machine machine = new Machine(2, "a processor", 1 << 30, "an OS", "6.1", "25");
        PublishedStep step = new PublishedStep(
                "open", "./birdseye compare", "abc", "2026-11-24T12:00:00Z", machine, "all went well",
                new TreeMap<>(Map.of("service", "1", "strategies", "2")));
        Path folder = Files.createDirectories(home.resolve("abc-a-processor/open"));
        step.write(folder);

        assertThat(PublishedStep.all(home)).singleElement().satisfies(placed -> {
            assertThat(placed.name()).isEqualTo("abc-a-processor/open");
            assertThat(placed.step()).isEqualTo(step);
        });
        assertThat(step.changedSince(Map.of("service", "1", "strategies", "2", "planning", "3"))).isEmpty();
        assertThat(step.changedSince(Map.of("service", "1", "strategies", "5"))).containsExactly("strategies");
    }
}
