package io.birdseye.loadtest.injectors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.birdseye.loadtest.generate.IntervalLog;
import io.birdseye.loadtest.generate.RequestTiming;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LogMergeTest {

    private static final long START = 1_767_225_600_000L;

    @TempDir
    private Path folder;

    /** The injectors' clocks are wrong by hours, and their answers come in whatever order. */
    @Test
    void mergedLogsAreTheSingleLogSecondBySecondAndBucketByBucket() throws Exception {
        for (int seed = 0; seed < 8; seed++) {
            Random random = new Random(seed);
            int count = 1 + random.nextInt(6);
            Path single = folder.resolve("single.hlog");
            List<Path> parts = new ArrayList<>();
            List<IntervalLog> logs = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                parts.add(folder.resolve("part-" + i + ".hlog"));
                logs.add(new IntervalLog(parts.get(i), START + random.nextInt(10_000_000)));
            }
            try (IntervalLog all = new IntervalLog(single, START)) {
                for (int i = 0; i < 3_000; i++) {
                    record(random, List.of(all, logs.get(random.nextInt(count))));
                }
                // Answers that come after their second was written make lines of their own.
                logs.getFirst().flush(5_000_000_000L);
                for (int i = 0; i < 50; i++) {
                    record(random, List.of(all, logs.getFirst()));
                }
            }
            for (IntervalLog log : logs) {
                log.close();
            }
            Path merged = folder.resolve("merged.hlog");
            List<InputStream> streams = new ArrayList<>();
            for (Path part : parts) {
                streams.add(Files.newInputStream(part));
            }

            LogMerge.merge(streams, merged, START);

            assertThat(buckets(merged)).as("seed %s", seed).isEqualTo(buckets(single));
        }
    }

    private static void record(Random random, List<IntervalLog> logs) {
        long due = (long) (random.nextDouble() * 10e9);
        RequestTiming sent = RequestTiming.due(null, due).sent(due + random.nextInt(2_000_000));
        long answered = sent.sentNanos() + (long) (1e3 * Math.pow(6e7, random.nextDouble()));
        logs.forEach(log -> {
            log.sent(sent);
            log.answered(sent, answered);
        });
    }

    /** By HdrHistogram's own reader: tag and second, then each bucket with its count. */
    private static TreeMap<String, List<String>> buckets(Path log) throws IOException {
        TreeMap<String, Histogram> seconds = new TreeMap<>();
        try (HistogramLogReader reader = new HistogramLogReader(log.toFile())) {
            EncodableHistogram next;
            while ((next = reader.nextIntervalHistogram()) != null) {
                seconds.computeIfAbsent(
                        next.getTag() + " " + (next.getStartTimeStamp() - START), key -> new Histogram(3)).add((Histogram) next);
            }
        }
        TreeMap<String, List<String>> all = new TreeMap<>();
        seconds.forEach((key, histogram) -> {
            List<String> counts = new ArrayList<>();
            histogram.recordedValues().forEach(value ->
                    counts.add(value.getValueIteratedTo() + ": " + value.getCountAtValueIteratedTo()));
            all.put(key, counts);
        });
        return all;
    }

    /** In the gigabyte that this JVM has; each of four logs stands for sixteen. */
    @Tag("nightly")
    @Test
    void anHourOfSixtyFourInjectorsIsMergedInAGigabyte() throws Exception {
        Path merged = folder.resolve("merged.hlog");
        List<InputStream> logs = new ArrayList<>();
        for (int i = 0; i < 64; i++) {
            Path log = folder.resolve("log-" + i % 4);
            logs.add(Files.newInputStream(i < 4 ? hour(log, new Random(i)) : log));
        }

        LogMerge.merge(logs, merged, START);

        long requests = 0;
        try (HistogramLogReader reader = new HistogramLogReader(merged.toFile())) {
            EncodableHistogram next;
            while ((next = reader.nextIntervalHistogram()) != null) {
                requests += "response".equals(next.getTag()) ? ((Histogram) next).getTotalCount() : 0;
            }
        }
        assertThat(requests).isEqualTo(64 * 3_600 * 80);
    }

    private static Path hour(Path file, Random random) throws IOException {
        try (IntervalLog log = new IntervalLog(file, START)) {
            for (long nanos = 0; nanos < 3_600_000_000_000L; nanos += 1_000_000_000L / 80) {
                RequestTiming sent = RequestTiming.due(null, nanos).sent(nanos + random.nextInt(1_500_000));
                log.sent(sent);
                log.answered(sent, sent.sentNanos() + 200_000_000L + (long) (random.nextExponential() * 60e6));
                log.flush(nanos - 1_000_000_000L);
            }
        }
        return file;
    }

    @Test
    void aDamagedLogIsRefusedInOneLine() throws Exception {
        Path log = folder.resolve("one.hlog");
        try (IntervalLog one = new IntervalLog(log, START)) {
            record(new Random(1), List.of(one));
        }
        String text = Files.readString(log);
        Random random = new Random(2);
        assertThatThrownBy(() -> merge(text.replace("Tag=response", "Tag=other"))).hasMessageContaining("unknown tag other");
        assertThatThrownBy(() -> merge(text.replace("HISTF", "HISTG"))).hasMessageContaining("are damaged");
        for (int i = 0; i < 500; i++) {
            char[] letters = text.toCharArray();
            letters[random.nextInt(letters.length)] = (char) (' ' + random.nextInt(95));
            try {
                merge(new String(letters));
            } catch (IOException e) {
                assertThat(e.getMessage()).doesNotContain("\n").contains("injector");
            }
        }
    }

    private void merge(String log) throws Exception {
        LogMerge.merge(
                List.of(new ByteArrayInputStream(log.getBytes(StandardCharsets.US_ASCII))), folder.resolve("out.hlog"), START);
    }
}
