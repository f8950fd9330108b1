package io.birdseye.report.capacity;

import io.birdseye.report.result.Results;
import io.birdseye.report.result.Trial;
import java.util.List;
import java.util.stream.IntStream;

/**
 * What the calls and combinations of a fan-out are called, in the order of the plan.
 *
 * @param combinations for example {@code combine posts}; a group may be called like a call, so the word is added
 */
public record TaskNames(List<String> calls, List<String> combinations) {

    public TaskNames {
        calls = List.copyOf(calls);
        combinations = List.copyOf(combinations);
    }

    /** {@code call 1}, {@code call 2} and so on: for results in which no trial was measured. */
    public static TaskNames numbered(int calls, int combinations) {
        return new TaskNames(numbered("call ", calls), numbered("combination ", combinations));
    }

    /** The names of the first trial that measured as many tasks as the floor has; numbers where there is none. */
    public static TaskNames of(Results results) {
        int calls = results.floor().callMs().size();
        int combinations = results.floor().combineMs().size();
        return Trial.measured(results.trials())
                .map(measured -> new TaskNames(
                        ofKind(measured, "io"),
                        ofKind(measured, "combine").stream()
                                .map(name -> name.startsWith("combine") ? name : "combine " + name)
                                .toList()))
                .filter(names -> names.calls.size() == calls && names.combinations.size() == combinations)
                .findFirst().orElse(numbered(calls, combinations));
    }

    private static List<String> numbered(String prefix, int count) {
        return IntStream.rangeClosed(1, count).mapToObj(i -> prefix + i).toList();
    }

    private static List<String> ofKind(Trial.Measured measured, String kind) {
        return measured.work().tasks().stream().filter(task -> task.kind().equals(kind)).map(Trial.TaskTime::name).toList();
    }
}
