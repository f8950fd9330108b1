package io.birdseye.loadtest.campaign;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * How a campaign is made.
 *
 * @param script the start script, which runs a comparison as a user does
 * @param tries of each situation; empty for five of each kill, which are twenty, and three of the others
 * @param most no try begins that would end later than this; empty for no bound
 * @param seed of the moments and limits
 * @param out the folder of the logs; the tries in which something was wrong are kept there
 * @param command the command line that repeats the campaign
 */
public record CampaignPlan(
        Path script, OptionalInt tries, Optional<Duration> most, long seed, Path out, String command) {

    private static final int KILLS = 5;
    private static final int OTHERS = 3;
    private static final int MOST_TRIES = 1_000;

    /** A request every 50 ms over two strategies: short, and long enough to be hit anywhere. */
    private static final List<String> COMPARISON = List.of(
            "compare", "--strategies", "executor,http-async", "--rate", "20", "--duration", "2s", "--warm-up", "300ms",
            "--memory", "0.5", "--delay", "20ms", "--jvm", "-XX:+UseParallelGC -Xmx512m");

    public CampaignPlan {
        if (tries.isPresent() && (tries.getAsInt() < 1 || tries.getAsInt() > MOST_TRIES)) {
            throw new IllegalArgumentException(
                    "tries of each situation must be between 1 and " + MOST_TRIES + ", but are " + tries.getAsInt());
        }
    }

    /** Tries of the kill of one process. */
    int kills() {
        return tries.orElse(KILLS);
    }

    /** Tries of every other situation. */
    int others() {
        return tries.orElse(OTHERS);
    }

    /** The comparison that meets the faults; it lacks a folder for its results. */
    List<String> comparison() {
        List<String> command = new ArrayList<>(List.of(script.toString()));
        command.addAll(COMPARISON);
        return command;
    }

    /** The same for people to type. */
    static String comparisonLine() {
        List<String> words = COMPARISON.stream().map(word -> word.contains(" ") ? "'" + word + "'" : word).toList();
        return "./birdseye " + String.join(" ", words);
    }
}
