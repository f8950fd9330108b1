package io.birdseye.model.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunQueueWaitTest {

    @TempDir
    private Path proc;

    @Test
    void waitingForAProcessorIsSummedOverThreadsThatStillLive() throws Exception {
        threads(Map.of("11", "500 1000 7", "15", "500 9000 7", "16", "1 2 3"));
        RunQueueWait before = RunQueueWait.read(proc, 11).orElseThrow();
        Files.delete(proc.resolve("11/task/15/schedstat"));
        threads(Map.of("11", "600 1400 8", "16", "1 5 3", "17", "4 30 1"));
        RunQueueWait after = RunQueueWait.read(proc, 11).orElseThrow();

        assertThat(after.nanosSince(before)).isEqualTo(400 + 3 + 30);
        assertThat(RunQueueWait.read(proc, 12)).as("this kernel does not tell").isEmpty();
    }

    private void threads(Map<String, String> schedstats) throws IOException {
        for (Map.Entry<String, String> thread : schedstats.entrySet()) {
            Path folder = Files.createDirectories(proc.resolve("11/task").resolve(thread.getKey()));
            Files.writeString(folder.resolve("schedstat"), thread.getValue() + "\n");
        }
    }
}
