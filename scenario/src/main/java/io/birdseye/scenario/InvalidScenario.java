package io.birdseye.scenario;

import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/** A scenario file that is refused, with everything that is wrong in it. */
public final class InvalidScenario extends Exception {

    private static final long serialVersionUID = 1;

    private final transient List<ScenarioProblem> problems;

    /** @param message names the field, the value and what is allowed */
    public record ScenarioProblem(String file, int line, int column, String message) {

        /** As compilers write it, so that editors and terminals make a link of it. */
        @Override
        public String toString() {
            return file + ":" + line + ":" + column + ": " + message;
        }
    }

    InvalidScenario(List<ScenarioProblem> problems) {
        List<ScenarioProblem> sorted = problems.stream()
                .sorted(Comparator.comparingInt(ScenarioProblem::line).thenComparingInt(ScenarioProblem::column))
                .toList();
        super(sorted.stream().map(ScenarioProblem::toString).collect(Collectors.joining("\n")));
        this.problems = sorted;
    }

    /** In the order of their lines; at least one. */
    public List<ScenarioProblem> problems() {
        return problems;
    }
}
