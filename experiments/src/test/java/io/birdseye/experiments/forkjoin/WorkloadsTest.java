package io.birdseye.experiments.forkjoin;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class WorkloadsTest {

    @TempDir
    private Path folder;

    @ParameterizedTest
    @EnumSource(Workers.class)
    void theIndexIsThatOfAPlainReading(Workers workers) throws Exception {
        Path text = TextFile.make(folder.resolve("text"), 300_000, 7);

        WordIndex index = WordIndex.of(text, workers, 4, 64);

        Map<String, List<Integer>> expected = plain(text);
        assertThat(index.entries()).isEqualTo(expected.values().stream().mapToLong(List::size).sum());
        expected.forEach((word, lines) -> assertThat(lines(index, word)).as(word).isEqualTo(lines));
        assertThat(lines(index, "nosuchword")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"a b\\na\\n|2", "a b\\na|2", "\\n\\na|1", "a|1", "''|0", "a a a|1"})
    void smallTextsAreIndexedWhateverThePartsAre(String escaped, int linesWithA) throws Exception {
        Path text = Files.writeString(folder.resolve("small"), escaped.replace("\\n", "\n"));

        for (int parts = 1; parts < 12; parts++) {
            assertThat(lines(WordIndex.of(text, Workers.ONE, 1, parts), "a")).hasSize(linesWithA);
        }
    }

    @Test
    void theTextHasItsSizeIsRepeatableAndHasLinesOfAboutAKilobyte() throws Exception {
        Path one = TextFile.make(folder.resolve("one"), 100_000, 7);
        Path other = TextFile.make(folder.resolve("other"), 100_000, 7);

        assertThat(Files.size(one)).isEqualTo(100_000);
        assertThat(Files.mismatch(one, other)).isEqualTo(-1);
        assertThat(Files.readAllLines(one)).hasSizeBetween(95, 105);
        assertThat(new HashSet<>(List.of(Files.readString(one).split("\\s+")))).hasSizeGreaterThan(5_000);
    }

    @ParameterizedTest
    @CsvSource({"2,true", "3,true", "4,false", "9,false", "97,true", "1,false", "0,false", "10007,true",
        "10403,false", "999999000001,true", "999998000001,false", "1000000016000000063,false"})
    void primesAreToldFromCompositesInEveryWay(long number, boolean prime) throws Exception {
        for (Workers workers : Workers.values()) {
            if (number < 1_000_000_000_000L) {
                assertThat(PrimeProbe.isPrime(number, workers, 3, 50)).as(workers + " " + number).isEqualTo(prime);
            }
        }
        assertThat(number < 2 || PrimeProbe.root(number) <= number / PrimeProbe.root(number)).isTrue();
    }

    @Test
    void theRootIsExactNearTheLargestNumbers() {
        assertThat(PrimeProbe.root(1_530_692_068_127_007_263L)).isEqualTo(1_237_211_408L);
        assertThat(PrimeProbe.root(Long.MAX_VALUE)).isEqualTo(3_037_000_499L);
        assertThat(PrimeProbe.root(999_999L * 999_999L)).isEqualTo(999_999L);
        assertThat(PrimeProbe.root(999_999L * 999_999L - 1)).isEqualTo(999_998L);
    }

    @ParameterizedTest
    @EnumSource(value = Workers.class, names = "ONE", mode = EnumSource.Mode.EXCLUDE)
    void asManyThreadsAsAskedForReallyWork(Workers workers) throws Exception {
        int threads = 5;
        Set<Thread> worked = ConcurrentHashMap.newKeySet();
        CyclicBarrier all = new CyclicBarrier(threads);

        workers.run(threads, 1000, task -> {
            if (worked.add(Thread.currentThread())) {
                await(all);
            }
            return task;
        });

        assertThat(worked).hasSize(threads).doesNotContain(Thread.currentThread());
    }

    @ParameterizedTest
    @EnumSource(Workers.class)
    void resultsComeInTheOrderOfTheTasks(Workers workers) throws Exception {
        assertThat(workers.run(3, 5, task -> task * task)).containsExactly(0, 1, 4, 9, 16);
    }

    private static void await(CyclicBarrier barrier) {
        try {
            barrier.await(30, TimeUnit.SECONDS);
        } catch (Exception e) {
            throw new IllegalStateException("fewer threads work than were asked for", e);
        }
    }

    /** On which lines of the whole text the word stands, counted from 0. */
    private static List<Integer> lines(WordIndex index, String word) {
        List<Integer> found = new ArrayList<>();
        int before = 0;
        for (WordIndex.Segment segment : index.segments()) {
            int first = before;
            segment.words().getOrDefault(word, new BitSet()).stream().forEach(line -> found.add(first + line));
            before += segment.lineEnds();
        }
        return found;
    }

    private static Map<String, List<Integer>> plain(Path text) throws Exception {
        Map<String, List<Integer>> index = new HashMap<>();
        List<String> lines = Files.readAllLines(text);
        for (int line = 0; line < lines.size(); line++) {
            for (String word : new HashSet<>(List.of(lines.get(line).split(" ")))) {
                if (!word.isEmpty()) {
                    index.computeIfAbsent(word, w -> new ArrayList<>()).add(line);
                }
            }
        }
        return index;
    }
}
