package io.birdseye.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code docs/results/measure} in a repository whose {@code birdseye} is a script of the test, which notes how it was called. */
@Timeout(60)
class MeasureScriptTest {

    private static final Path RESULTS = Path.of("../docs/results");

    private static final String MACHINE = """
            {"machine": {"cores": 2, "cpuModel": "Intel(R) Xeon(R) Processor", "memoryBytes": 1, "os": "", "kernel": "", "jdk": "25"},
            "findings": [{"subject": "other load", "grade": "GRADE", "detail": "others take 40 %"}, {"subject": "cores", "grade": "fair", "detail": "2"}]}
            """;

    @TempDir
    private Path folder;

    private Path home;

    @BeforeEach
    void repository() throws Exception {
        home = Files.createDirectories(folder.resolve("home"));
        Path results = Files.createDirectories(home.resolve("docs/results"));
        Files.copy(RESULTS.resolve("measure"), results.resolve("measure"));
        Files.writeString(results.resolve("steps.tsv"), "# a comment\nopen\t2\t0\tresults.json\t./birdseye compare --rate 5 --out {out}\n"
                + "soak\t3\t0,1\toutput.txt\t./birdseye soak\n");
        script(home.resolve("birdseye"), """
                case $1 in
                  doctor) cat "$TOLD/doctor"; exit 1 ;;
                  strategies) echo built >>"$TOLD/calls"; exit 0 ;;
                esac
                echo "$BIRDSEYE_NO_BUILD $1" >>"$TOLD/calls"
                . "$TOLD/$1"
                """);
        script(home.resolve("docs/generate"), "echo pages >>\"$TOLD/calls\"\n");
        Files.writeString(home.resolve(".gitignore"), "/results/\n");
        git("init", "-q");
        git("add", ".");
        git("-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qm", "all");
        git("tag", "v1");
        quiet(true);
        compare("", 0);
        tell("soak", "echo ten rounds; exit 1\n");
    }

    private static void script(Path file, String body) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, "#!/bin/bash\n" + body);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private void git(String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of("git", "-C", home.toString()));
        command.addAll(List.of(arguments));
        assertThat(new ProcessBuilder(command).inheritIO().start().waitFor()).isZero();
    }

    private void tell(String file, String text) throws IOException {
        Files.writeString(folder.resolve(file), text);
    }

    private void quiet(boolean is) throws IOException {
        tell("doctor", MACHINE.replace("GRADE", is ? "good" : "bad"));
    }

    /** A comparison that prints that, and leaves its result, a floor and a histogram. */
    private void compare(String printed, int code) throws IOException {
        tell("compare", """
                echo "Page: file://$PWD/x.html %s"
                echo '{"command": "./birdseye '"$*"'", "trials": [{"p50Ms": 330.49512, "cpu": 0.1234567, "histogram": "a.hlog", "place": null}]}' >"$5/results.json"
                touch "$5/calibration.json" "$5/a.hlog"
                mkdir -p "$5/trials"
                echo '{"floor" : {"callMs" : [201]}}' >"$5/trials/1-executor.json"
                echo '{"floor" : null}' >"$5/trials/1-rx.json"
                exit %d
                """.formatted(printed, code));
    }

    /** What the script prints, and its exit code in the last line. */
    private String measure(String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of(home.resolve("docs/results/measure").toString()));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put("TOLD", folder.toString());
        Process process = builder.start();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return printed + process.waitFor();
    }

    private Path result(String version, String file) {
        return home.resolve("docs/results").resolve(version + "-intel-xeon-processor-2-cores").resolve(file);
    }

    private List<String> calls() throws IOException {
        return Files.readAllLines(folder.resolve("calls"));
    }

    @Test
    void wholeResultsOfTheNewestTagAreKeptWithoutPathsOfThisMachineAndThePagesAreWritten() throws Exception {
        assertThat(measure()).contains("open: all went well", "soak: a condition or a comparison failed").endsWith("0");

        assertThat(calls()).containsExactly("built", "1 compare", "1 soak", "pages");
        assertThat(result("v1", "open")).isDirectoryNotContaining("glob:**.hlog").isDirectoryNotContaining("glob:**calibration*");
        assertThat(result("v1", "open/results.json")).hasContent(
                "{\"command\":\"./birdseye compare --rate 5\",\"trials\":[{\"p50Ms\":330.495,\"cpu\":0.12346,\"histogram\":\"\"}]}");
        assertThat(result("v1", "open/step.json")).content()
                .contains("\"version\": \"v1\"", "\"command\": \"./birdseye compare --rate 5\"", "\"outcome\": \"all went well\"", "\"jdk\": \"25\"");
        assertThat(result("v1", "soak/output.txt")).hasContent("ten rounds");
    }

    @Test
    void anInvalidResultIsRefusedAndTheSameCommandGoesOnWithIt() throws Exception {
        compare("block 1 is invalid", 3);
        assertThat(measure()).contains("open: REFUSED, invalid, or not enough data to decide (exit code 3)").endsWith("3");
        assertThat(result("v1", "open")).doesNotExist();

        compare("all are valid", 0);
        assertThat(measure()).contains("soak: measured before").endsWith("0");

        assertThat(calls()).containsExactly("built", "1 compare", "1 soak", "pages", "1 compare", "pages");
        assertThat(result("v1", "open/earlier-tries.txt")).content().isEqualToIgnoringNewLines("Page: x.html block 1 is invalid");
    }

    @Test
    void nothingIsBegunBesideOtherPrograms() throws Exception {
        quiet(false);

        assertThat(measure()).contains("open: REFUSED, not begun beside other programs: others take 40 %").endsWith("3");
        assertThat(calls()).containsExactly("built");
    }

    @Test
    void whatEndsBesideOtherProgramsIsRefused() throws Exception {
        tell("soak", "sed -i s/good/bad/ \"$TOLD/doctor\"; exit 0\n");

        assertThat(measure("--steps", "soak")).contains("soak: REFUSED, other programs ran at its end: others take 40 %").endsWith("3");
        assertThat(result("v1", "soak")).doesNotExist();
    }

    @Test
    void aDisturbedFloorIsRefusedAndMeasuredAgain() throws Exception {
        compare("so something disturbed the machine\n  while the floor was measured", 0);

        assertThat(measure("--steps", "open")).contains("open: REFUSED, something disturbed").endsWith("3");
        assertThat(home.resolve("results/measure/v1/open/results.json")).exists();
        assertThat(home.resolve("results/measure/v1/open/calibration.json")).doesNotExist();
        assertThat(home.resolve("results/measure/v1/open/trials/1-executor.json")).as("tells the floor of its block").doesNotExist();
        assertThat(home.resolve("results/measure/v1/open/trials/1-rx.json")).exists();
    }

    @Test
    void aResultReplacesThatOfAnotherVersionOnTheSameKindOfMachine() throws Exception {
        Files.createDirectories(result("v0", "open"));
        Files.createDirectories(home.resolve("docs/results/v0-amd-epyc-2-cores/open"));

        assertThat(measure("--steps", "open", "HEAD")).endsWith("0");

        assertThat(result("v0", "")).doesNotExist();
        assertThat(home.resolve("docs/results/v0-amd-epyc-2-cores/open")).exists();
        assertThat(Files.list(home.resolve("docs/results"))).anyMatch(each -> each.getFileName().toString().matches("[0-9a-f]{12}-intel.*"));
    }

    @Test
    void noStepTakesMoreThanNinetyMinutesAndAllTogetherFiveHoursAndEveryCommandIsUnderstood() throws IOException {
        List<String[]> steps = Files.readAllLines(RESULTS.resolve("steps.tsv")).stream()
                .filter(line -> !line.startsWith("#")).map(line -> line.split("\t")).toList();

        assertThat(steps).allSatisfy(step -> assertThat(Integer.parseInt(step[1])).isLessThanOrEqualTo(90));
        assertThat(steps.stream().mapToInt(step -> Integer.parseInt(step[1])).sum()).isLessThanOrEqualTo(300);
        for (String[] step : steps) {
            String[] words = CommandRun.words(step[4].replaceFirst(".*\\./birdseye ", "")).toArray(String[]::new);
            assertThatCode(() -> Birdseye.commandLine().parseArgs(words)).as(step[4]).doesNotThrowAnyException();
        }
    }
}
