package io.birdseye.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.birdseye.model.TerminalText;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** {@code commands.txt}: what is typed, how it ends, and what is said. */
class CommandTableTest {

    @TempDir
    private Path folder;

    /** What the last line of the table with a command ran, by what was typed. */
    private final Map<String, CommandRun> runs = new LinkedHashMap<>();

    /** How many lines of standard error were named, and whether words of standard output were. */
    private int said;
    private boolean printed;

    /** A title and the lines below it. */
    private record Situation(String title, List<String> lines) {

        @Override
        public String toString() {
            return title;
        }
    }

    static Stream<Situation> situations() throws IOException {
        try (InputStream table = CommandTableTest.class.getResourceAsStream("commands.txt")) {
            String text = new String(table.readAllBytes(), StandardCharsets.UTF_8);
            return Arrays.stream(text.split("(?m)^== ")).skip(1).map(String::lines).map(Stream::toList)
                    .map(lines -> new Situation(lines.getFirst(), lines.subList(1, lines.size())));
        }
    }

    @ParameterizedTest
    @MethodSource("situations")
    void whatIsTypedEndsAsTheTableSays(Situation situation) throws IOException {
        Path file = folder;
        for (String line : situation.lines()) {
            String[] parts = line.split(" ", 2);
            String rest = parts.length < 2 ? "" : parts[1];
            switch (parts[0]) {
                case "", "#" -> { }
                case "file" -> {
                    file = folder.resolve(rest);
                    Files.createDirectories(file.getParent());
                }
                case "|" -> Files.writeString(file, rest + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
                case "result" -> Files.writeString(
                        folder.resolve(CommandRun.words(rest).getFirst()),
                        ResultCommandsTest.json(Double.parseDouble(CommandRun.words(rest).getLast())));
                case "pair" -> ResultCommandsTest.result(
                        folder, CommandRun.words(rest).getFirst(), Double.parseDouble(CommandRun.words(rest).getLast()));
                case "edit" -> edit(folder.resolve(rest.split(" ")[0]), rest.substring(rest.indexOf(' ') + 1).split(" => "));
                case ">" -> {
                    runs.forEach((typed, run) -> assertThat(run.out()).as(typed).containsPattern(pattern(rest)));
                    printed = true;
                }
                case ">-" -> runs.forEach((typed, run) -> assertThat(run.out()).as(typed).doesNotContainPattern(pattern(rest)));
                case "!" -> {
                    runs.forEach((typed, run) -> assertThat(run.code() == 2 ? line(run.err(), said) : run.err()).as(typed)
                            .containsPattern(pattern(rest)));
                    said++;
                }
                case "@" -> assertThat(folder.resolve(rest.split(" ")[0])).content().containsPattern(
                        pattern(rest.substring(rest.indexOf(' ') + 1)));
                case "@-" -> assertThat(folder.resolve(rest)).doesNotExist();
                default -> run(Integer.parseInt(parts[0]), rest);
            }
        }
        runs.forEach(this::assertPlain);
    }

    private static void edit(Path file, String[] oldAndNew) throws IOException {
        String before = Files.readString(file);
        String old = oldAndNew[0];
        String pattern = old.matches("/.+/") ? old.substring(1, old.length() - 1) : Pattern.quote(old);
        String after = before.replaceAll(pattern, oldAndNew.length > 1 ? oldAndNew[1] : "");
        assertThat(after).as(old).isNotEqualTo(before);
        Files.writeString(file, after);
    }

    private void run(int code, String line) {
        runs.forEach(this::assertPlain);
        runs.clear();
        said = 0;
        printed = false;
        List<String> words = new ArrayList<>(CommandRun.words(line.replace("DIR", folder.toString())));
        for (String name : words.isEmpty() ? List.of("") : List.of(words.getFirst().split("\\|"))) {
            if (!words.isEmpty()) {
                words.set(0, name);
            }
            CommandRun run = CommandRun.of(words.toArray());
            assertThat(run.code()).as("%s: %s", words, run.err()).isEqualTo(code);
            runs.put(String.join(" ", words), run);
        }
    }

    /** What holds for each of them: a refusal has its words and nothing else, and nothing steers the terminal. */
    private void assertPlain(String typed, CommandRun run) {
        if (run.code() == 2) {
            assertThat(run.out().isEmpty() || printed).as(typed).isTrue();
            assertThat(run.err()).as(typed).isNotBlank();
            if (run.err().startsWith("birdseye: ")) {
                assertThat(run.err().lines()).as(typed).hasSize(Math.max(1, said));
            }
        }
        if (!typed.contains("--debug")) {
            assertThat(run.err()).as(typed).doesNotContain("\tat ");
        }
        String told = run.out() + run.err();
        assertThat(told).as(typed).isEqualTo(TerminalText.visible(told));
    }

    private static String line(String text, int number) {
        return text.lines().skip(number).findFirst().orElse("");
    }

    private Pattern pattern(String words) {
        String here = words.replace("DIR", folder.toString());
        return here.matches("/.+/")
                ? Pattern.compile(here.substring(1, here.length() - 1), Pattern.MULTILINE)
                : Pattern.compile(Arrays.stream(here.split(" ?… ?")).map(Pattern::quote).collect(Collectors.joining(".*")), Pattern.DOTALL);
    }

    @Test
    void everyCommandHasARefusal() throws IOException {
        Set<String> refused = new TreeSet<>();
        situations().flatMap(each -> each.lines().stream()).filter(line -> line.startsWith("2 "))
                .forEach(line -> refused.add(line.substring(2)));

        assertThat(CommandContractTest.commands()).allSatisfy(name ->
                assertThat(refused).anyMatch(line -> line.startsWith(name + " ")));
    }
}
